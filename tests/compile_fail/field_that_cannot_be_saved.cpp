// A component lists a field of a type that no file can hold.
// EXPECT: this type has no Fields, so it cannot be saved: specialise ecs::Fields for it
#include <istream>

#include "strategies/bitset.hpp"
#include "strategies/snapshot_cbor.hpp"

struct Named {
#ifdef CORRECTED
  int value = 0;
#else
  int* value = nullptr;
#endif
};
template <>
struct ecs::Fields<Named> {
  static constexpr auto kName = "Named";
  static constexpr auto kList = std::tuple{ecs::field("value", &Named::value)};
};

void fetch(ecs::BitsetWorld<Named>& world, std::istream& stream) {
  ecs::load_cbor(world, stream);
}
