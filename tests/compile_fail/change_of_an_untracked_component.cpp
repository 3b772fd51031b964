// Nobody keeps marks of a component that did not ask for them.
// EXPECT: added<C>, changed<C>: C keeps no marks. Say: template <> inline constexpr bool ecs::kTracked<C> = true;
#include "strategies/bitset.hpp"

struct Health {
  int points;
};
#ifdef CORRECTED
template <>
inline constexpr bool ecs::kTracked<Health> = true;
#endif

int main() {
  ecs::BitsetWorld<Health> world;
  world.view<const Health>(ecs::changed<Health>(1)).each([](const Health&) {});
}
