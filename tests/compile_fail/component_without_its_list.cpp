// A component that is no tag has a name and nothing else.
// EXPECT: Fields of a type that is no tag need kList, or stand_in and restore
#include <ostream>

#include "strategies/bitset.hpp"
#include "strategies/snapshot_cbor.hpp"

struct Depth {
#ifndef CORRECTED
  int metres = 0;
#endif
};
template <>
struct ecs::Fields<Depth> {
  static constexpr auto kName = "Depth";
};

void keep(ecs::BitsetWorld<Depth>& world, std::ostream& stream) {
  ecs::save_cbor(world, stream);
}
