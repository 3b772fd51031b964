// How a world is saved: its rows sorted, each value taken apart, in the order of the file (snapshot.hpp).
//
//   save_with(world, out)    out is told what comes, piece by piece: begin_map, key, text, ...
//
// Cost        O(n log n), two sets of components compared at each step. Memory beside the world: its ids (31 B each, minted
//             by saving where they are missing, and kept), 4 B an entity, and what out buffers.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include "strategies/component.hpp"
#include "strategies/entity.hpp"
#include "strategies/entity_id.hpp"
#include "strategies/fields.hpp"
#include "strategies/id_maps.hpp"
#include "strategies/mask.hpp"
#include "strategies/memory.hpp"
#include "strategies/snapshot.hpp"

namespace ecs {

namespace snapshot {

// inf, -inf, nan:7fc00000 (5). REQUIRES: value is not finite
template <std::floating_point T>
[[nodiscard]] std::string name_of_number(T value) {
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  std::array<char, 16> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), std::bit_cast<Bits>(value), 16).ptr;
  return "nan:" + std::string{digits.data(), end};
}

template <class World, class Out, class T>
void write_value(const World& world, Out& out, const T& value);

template <class World, class Out, class T>
void write_fields(const World& world, Out& out, const T& value) {
  std::apply(
      [&](const auto&... listed) {
        out.begin_list(sizeof...(listed));
        (write_value(world, out, value.*(listed.member)), ...);
        out.end_list();
      },
      Fields<T>::kList);
}

template <class Out, class T>
void write_number(Out& out, T value) {
  if constexpr (std::floating_point<T>) {
    std::isfinite(value) ? out.number(value) : out.text(name_of_number(value));
  } else if constexpr (std::is_signed_v<T>) {
    out.number(static_cast<std::int64_t>(value));
  } else {
    out.number(static_cast<std::uint64_t>(value));
  }
}

template <class World, class Out, class T>
void write_value(const World& world, Out& out, const T& value) {
  if constexpr (std::same_as<T, bool>) {
    out.truth(value);
  } else if constexpr (fields::SavedNumber<T>) {
    write_number(out, value);
  } else if constexpr (std::is_enum_v<T>) {
    write_value(world, out, static_cast<std::underlying_type_t<T>>(value));
  } else if constexpr (std::same_as<T, std::string>) {
    out.text(value);
  } else if constexpr (std::same_as<T, Entity>) {
    out.text(to_string(known_id(world, value)));
  } else if constexpr (std::same_as<T, EntityId>) {
    out.text(to_string(value));
  } else if constexpr (fields::kIsArray<T> || fields::kIsVector<T>) {
    out.begin_list(value.size());
    for (const typename T::value_type& item : value) write_value(world, out, item);
    out.end_list();
  } else if constexpr (HasStandIn<T>) {
    write_value(world, out, Fields<T>::stand_in(value));
  } else {
    write_fields(world, out, value);
  }
}

// Writes one world. The list of components is taken apart by the constructor's arguments.
template <Identified World, SnapshotOut Out, class... Cs>
class Writer {
  static_assert(!(kIsRelation<Cs> || ...),
                "version 1 of the snapshot format saves no relations (strategies/snapshot.hpp)");
  using Set = Mask<sizeof...(Cs)>;

 public:
  Writer(World& world, Out& out, List<Cs...>) : world_{world}, out_{out} { fields::require_all<Cs...>(); }

  void write() {
    mint_all();
    const Vector<EntryNumber> rows = sorted_rows();
    out_.begin_map(6);
    write_head(rows.size());
    out_.key("ids");
    out_.begin_list(rows.size());
    for (const EntryNumber row : rows) out_.text(to_string(world_.ids().id(row)));
    out_.end_list();
    out_.key("blocks");
    write_blocks(rows);
    out_.end_map();
  }

 private:
  using Rows = std::span<const EntryNumber>;

  [[nodiscard]] Entity entity(EntryNumber row) const { return world_.ids().entity(row); }
  [[nodiscard]] Set set_of(EntryNumber row) const {
    if constexpr (requires(Entity e) {
                    { world_.mask(e) } -> std::convertible_to<Set>;
                  }) {
      return world_.mask(entity(row));
    } else {
      Set set;
      ((world_.template has<Cs>(entity(row)) ? set.set(number_of<Cs, Cs...>()) : void()), ...);
      return set;
    }
  }

  // Afterwards the numbers of the entries in the maps of ids are those of all entities.
  void mint_all() {
    auto ids = world_.ids();
    ids.reserve(world_.size());
    world_.template view<>().each([&](Entity each) { ids.of(each); });
  }

  [[nodiscard]] Vector<EntryNumber> sorted_rows() const {
    Vector<EntryNumber> rows(world_.size());
    std::iota(rows.begin(), rows.end(), EntryNumber{0});
    std::sort(rows.begin(), rows.end(), [&](EntryNumber left, EntryNumber right) {  // (6)
      const Set left_set = set_of(left);
      const Set right_set = set_of(right);
      return left_set != right_set ? left_set < right_set : world_.ids().id(left) < world_.ids().id(right);
    });
    return rows;
  }

  void write_head(std::size_t entities) {
    out_.key("format");
    out_.text(kSnapshotFormat);
    out_.key("version");
    out_.number(kSnapshotVersion);
    out_.key("components");
    out_.begin_list(sizeof...(Cs));
    (write_component(name_of<Cs>(), shape_of<Cs>()), ...);
    out_.end_list();
    out_.key("entities");
    out_.number(std::uint64_t{entities});
  }
  void write_component(std::string_view name, std::string_view shape) {
    out_.begin_list(2);
    out_.text(name);
    out_.text(shape);
    out_.end_list();
  }

  // The rows up to where the next has another set, kMostRows at most. REQUIRES: rows is not empty
  [[nodiscard]] Rows first_block(Rows rows) const {
    const Set set = set_of(rows.front());
    std::size_t n = 1;
    while (n < rows.size() && n < kMostRows && set_of(rows[n]) == set) ++n;
    return rows.first(n);
  }
  [[nodiscard]] std::size_t count_blocks(Rows rows) const {
    std::size_t blocks = 0;
    for (; !rows.empty(); rows = rows.subspan(first_block(rows).size())) ++blocks;
    return blocks;
  }
  void write_blocks(Rows rows) {
    out_.begin_list(count_blocks(rows));
    while (!rows.empty()) {
      const Rows block = first_block(rows);
      write_block(block, set_of(block.front()));
      rows = rows.subspan(block.size());
    }
    out_.end_list();
  }

  void write_block(Rows rows, const Set& set) {
    out_.begin_map(3);
    out_.key("has");
    out_.begin_list(set.count());
    set.for_each([&](std::size_t component) { out_.number(std::uint64_t{component}); });
    out_.end_list();
    out_.key("rows");
    out_.number(std::uint64_t{rows.size()});
    out_.key("columns");
    out_.begin_list((std::size_t{!Tag<Cs> && set.test(number_of<Cs, Cs...>())} + ... + std::size_t{0}));
    (write_column<Cs>(rows, set), ...);
    out_.end_list();
    out_.end_map();
  }
  template <class C>
  void write_column(Rows rows, const Set& set) {
    if constexpr (!Tag<C>) {
      if (!set.test(number_of<C, Cs...>())) return;
      out_.begin_list(rows.size());
      for (const EntryNumber row : rows) write_component_of<C>(row);
      out_.end_list();
    }
  }

  template <class C>
  void write_component_of(EntryNumber row) {
    try {
      write_value(world_, out_, *std::as_const(world_).template try_get<C>(entity(row)));
    } catch (const SnapshotError& refused) {
      throw SnapshotError{"snapshot: entity " + to_string(world_.ids().id(row)) + " (" + std::string{name_of<C>()} +
                          "): " + refused.what()};
    }
  }

  World& world_;
  Out& out_;
};

}  // namespace snapshot

// Mints the ids that are missing. What out throws leaves the world with its ids, and out with a part of the file.
template <Identified World, SnapshotOut Out>
void save_with(World& world, Out& out) {
  snapshot::Writer{world, out, typename World::Components{}}.write();
}

}  // namespace ecs
