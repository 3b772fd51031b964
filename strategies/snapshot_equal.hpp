// equal: two worlds are equal if the same ids have the same components with the same values, whatever their strategies.
//
//   equal(bitset_world, archetype_world)     their lists of components may be in any order, but must be the same types
//
// Values are compared as they would be saved: floats by their bits (NaN equals the same NaN, -0 differs from 0), entities in
// fields by their ids, and dead, null and unknown ones alike. An entity that nobody gave an id equals no other.
// Cost  O(values), and one text for each.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

#include "strategies/component.hpp"
#include "strategies/entity.hpp"
#include "strategies/entity_id.hpp"
#include "strategies/id_maps.hpp"
#include "strategies/snapshot_save.hpp"

namespace ecs {

namespace snapshot {

// A value as bytes that are the same only for the same value: a SnapshotOut that refuses nothing.
class ValueBytes {
 public:
  void begin_map(std::size_t n) { add(n); }
  void key(std::string_view name) { text(name); }
  void end_map() {}
  void begin_list(std::size_t n) { add(n); }
  void end_list() {}
  void text(std::string_view text) {
    add(text.size());
    bytes_ += text;
  }
  void truth(bool value) { add(value ? 1 : 0); }
  void number(std::int64_t value) { add(static_cast<std::uint64_t>(value)); }
  void number(std::uint64_t value) { add(value); }
  void number(float value) { add(std::bit_cast<std::uint32_t>(value)); }
  void number(double value) { add(std::bit_cast<std::uint64_t>(value)); }

  [[nodiscard]] const std::string& bytes() const { return bytes_; }

 private:
  void add(std::uint64_t word) {
    for (int shift = 0; shift < 64; shift += 8) bytes_ += static_cast<char>(static_cast<std::uint8_t>(word >> shift));
  }
  std::string bytes_;
};

template <class C, class World>
[[nodiscard]] std::string bytes_of(const World& world, const C& value) {
  ValueBytes out;
  if constexpr (!Tag<C>) write_value(world, out, value);
  return out.bytes();
}

template <class C, class WorldA, class WorldB>
[[nodiscard]] bool equal_in(const WorldA& a, Entity of_a, const WorldB& b, Entity of_b) {
  const C* const value_a = a.template try_get<C>(of_a);
  const C* const value_b = b.template try_get<C>(of_b);
  if (value_a == nullptr || value_b == nullptr) return value_a == value_b;
  return bytes_of(a, *value_a) == bytes_of(b, *value_b);
}

template <class WorldA, class WorldB, class... As, class... Bs>
[[nodiscard]] bool equal_worlds(const WorldA& a, const WorldB& b, List<As...>, List<Bs...>) {
  static_assert(sizeof...(As) == sizeof...(Bs) && (OneOf<As, Bs...> && ...),
                "two worlds are compared only if they have the same components");
  if (a.size() != b.size() || a.ids().size() != a.size() || b.ids().size() != b.size()) return false;
  for (EntryNumber number = 0; number < a.ids().size(); ++number) {
    const Entity of_a = a.ids().entity(number);
    const Entity of_b = find(b, a.ids().id(number));
    if (of_b == kNull || !(equal_in<As>(a, of_a, b, of_b) && ...)) return false;
  }
  return true;
}

}  // namespace snapshot

template <Identified WorldA, Identified WorldB>
[[nodiscard]] bool equal(const WorldA& a, const WorldB& b) {
  return snapshot::equal_worlds(a, b, typename WorldA::Components{}, typename WorldB::Components{});
}

}  // namespace ecs
