// A filter that a storage cannot answer must not be passed over in silence.
// EXPECT: Mut, added and changed need a Tracked strategy
#include "tests/own/lifted_world.hpp"

struct Health {
  int points;
};
template <>
inline constexpr bool ecs::kTracked<Health> = true;

int main() {
  LiftedWorld<Health> world;
#ifdef CORRECTED
  world.view<const Health>(ecs::without<>).each([](const Health&) {});
#else
  world.view<const Health>(ecs::changed<Health>(1)).each([](const Health&) {});
#endif
}
