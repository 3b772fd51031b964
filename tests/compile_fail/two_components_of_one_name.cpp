// Two components of a world go by one name: a file could not tell them apart.
// EXPECT: two components of this world have the same Fields<C>::kName
#include <ostream>

#include "strategies/bitset.hpp"
#include "strategies/snapshot_cbor.hpp"

struct Asleep {};
struct Awake {};
template <>
struct ecs::Fields<Asleep> {
  static constexpr auto kName = "Asleep";
};
template <>
struct ecs::Fields<Awake> {
#ifdef CORRECTED
  static constexpr auto kName = "Awake";
#else
  static constexpr auto kName = "Asleep";
#endif
};

void keep(ecs::BitsetWorld<Asleep, Awake>& world, std::ostream& stream) {
  ecs::save_cbor(world, stream);
}
