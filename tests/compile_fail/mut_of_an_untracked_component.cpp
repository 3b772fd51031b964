// A Mut that marks nothing would promise what it does not keep.
// EXPECT: view<Mut<C>>: C keeps no marks. Say: template <> inline constexpr bool ecs::kTracked<C> = true;
#include "strategies/archetype.hpp"

struct Health {
  int points;
};
#ifdef CORRECTED
template <>
inline constexpr bool ecs::kTracked<Health> = true;
#endif

int main() {
  ecs::ArchetypeWorld<Health> world;
  world.view<ecs::Mut<Health>>().each([](ecs::Mut<Health> health) { health->points = 1; });
}
