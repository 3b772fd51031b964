// A plain term would write a tracked component without marking it.
// EXPECT: say const C or Mut<C>
#include "strategies/bitset.hpp"

struct Health {
  int points;
};
template <>
inline constexpr bool ecs::kTracked<Health> = true;

#ifdef CORRECTED
using Term = const Health;
#else
using Term = Health;
#endif

void walk(ecs::BitsetWorld<Health>& world) {
  world.view<Term>().each([](Term&) {});
}
