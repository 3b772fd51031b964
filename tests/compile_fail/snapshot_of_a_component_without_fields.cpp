// A world is saved whose component nobody has taken apart.
// EXPECT: this type has no Fields, so it cannot be saved: specialise ecs::Fields for it
#include <ostream>

#include "strategies/bitset.hpp"
#include "strategies/snapshot_cbor.hpp"

struct Wealth {
  int coins = 0;
};
#ifdef CORRECTED
template <>
struct ecs::Fields<Wealth> {
  static constexpr auto kName = "Wealth";
  static constexpr auto kList = std::tuple{ecs::field("coins", &Wealth::coins)};
};
#endif

void keep(ecs::BitsetWorld<Wealth>& world, std::ostream& stream) {
  ecs::save_cbor(world, stream);
}
