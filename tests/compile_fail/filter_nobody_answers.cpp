// A filter that a storage cannot answer must not be passed over in silence.
// EXPECT: added and changed need a Tracked strategy
#include "strategies/bitset.hpp"

struct Health {
  int points;
};

int main() {
  ecs::BitsetWorld<Health> world;
#ifdef CORRECTED
  world.view<const Health>(ecs::without<>).each([](const Health&) {});
#else
  world.view<const Health>(ecs::changed<Health>(1)).each([](const Health&) {});
#endif
}
