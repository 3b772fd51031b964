// ArchetypeGraph: all tables of a world, the ways between them, and which of them each query walks.
//
//                  + Velocity               queries, found by type
//     {Position} ------------> {Position,     view<Position>            tables 1, 2
//       table 1  <------------  Velocity}     view<Position, Velocity>  table 2
//                  - Velocity   table 2
//
//   edges_   table -> by component number: the table with it, the table without it
//
// A table is looked up by its mask, in a hash map, when something is new: the first time an edge is
// walked, the first spawn of a set of types. From then on it is one load. A new table joins every
// query that it matches, so a query never searches.
//
// Invariants (checked by consistent())
//   (1) no two tables have the same mask, and by_mask_ finds each;
//   (2) an edge leads to the table whose mask differs in that one component, or is not known yet;
//   (3) the list of a query holds the tables that it matches, each once, oldest first;
//   (4) a start (the table of the types given to spawn) is the table of just those types.
// A table once made stays as long as the world lives, empty or not: numbers, edges and lists never
// dangle, and going back and forth costs nothing. What it holds of memory is given back separately.
//
// Cost        with, without, start, matches: O(1), no hash; making a table: O(queries).
// Memory      8 B a component for each table, and 4 B for each query that it matches.
// References  to a table live until the next table is made.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "strategies/archetype_table.hpp"
#include "strategies/component.hpp"
#include "strategies/mask.hpp"
#include "strategies/memory.hpp"
#include "strategies/type_number.hpp"

namespace ecs {

enum class TableNumber : std::uint32_t {};
inline constexpr TableNumber kNoTable{0xFFFFFFFFu};
[[nodiscard]] constexpr std::size_t at(TableNumber number) {
  return static_cast<std::size_t>(number);
}

template <Component... Cs>
class ArchetypeGraph {
  static constexpr std::size_t kComponents = sizeof...(Cs);

 public:
  using Table = ArchetypeTable<Cs...>;
  using Bits = Mask<kComponents>;

  [[nodiscard]] std::size_t size() const { return tables_.size(); }
  [[nodiscard]] Table& operator[](TableNumber number) { return tables_[at(number)]; }
  [[nodiscard]] const Table& operator[](TableNumber number) const { return tables_[at(number)]; }
  [[nodiscard]] std::span<Table> tables() { return tables_; }
  [[nodiscard]] std::span<const Table> tables() const { return tables_; }

  // The table with one component more or less. Throws bad_alloc if it would be new, with no effect.
  // REQUIRES: `from` lacks or has it
  [[nodiscard]] TableNumber with(TableNumber from, std::size_t component) {
    const TableNumber known = edges_[at(from)].with[component];
    return known != kNoTable ? known : find_edge(from, component);
  }
  [[nodiscard]] TableNumber without(TableNumber from, std::size_t component) {
    const TableNumber known = edges_[at(from)].without[component];
    return known != kNoTable ? known : find_edge(from, component);
  }

  // The table of exactly these components. Throws as with() does.
  template <OneOf<Cs...>... Given>
  [[nodiscard]] TableNumber start() {
    const std::size_t number = type_number<Starts, List<Given...>>();
    if (number < starts_.size() && starts_[number] != kNoTable) [[likely]]
      return starts_[number];
    return find_start(number, Bits::of(number_of<Given, Cs...>()...));
  }

  // From here on the tables that a query matches are known. Throws bad_alloc, with no effect.
  template <class Asked>
  void learn() {
    const std::size_t number = type_number<Queries, Asked>();
    if (number >= queries_.size() || !queries_[number].known) [[unlikely]] {
      learn_query(number, Asked::kRequired, Asked::kExcluded);
    }
  }

  // The tables that a query matches, empty ones too; learns them if need be. The list lives until
  // the next table is made.
  template <class Asked>
  [[nodiscard]] std::span<const TableNumber> matches() {
    learn<Asked>();
    return queries_[type_number<Queries, Asked>()].tables;
  }

  [[nodiscard]] std::size_t index_bytes() const {
    std::size_t bytes = by_mask_.size() * sizeof(TableNumber) + edges_.size() * sizeof(Edges) +
                        tables_.size() * sizeof(Table) + starts_.size() * sizeof(TableNumber) +
                        queries_.size() * sizeof(Matches);
    for (const Matches& query : queries_) bytes += query.tables.size() * sizeof(TableNumber);
    return bytes;
  }
  [[nodiscard]] std::size_t owned_bytes() const {
    std::size_t bytes = by_mask_.capacity() * sizeof(TableNumber) + edges_.capacity() * sizeof(Edges) +
                        tables_.capacity() * sizeof(Table) + starts_.capacity() * sizeof(TableNumber) +
                        queries_.capacity() * sizeof(Matches);
    for (const Matches& query : queries_) bytes += query.tables.capacity() * sizeof(TableNumber);
    return bytes;
  }

  [[nodiscard]] bool consistent() const {
    for (std::size_t t = 0; t < tables_.size(); ++t) {
      if (!tables_[t].consistent() || at(find(tables_[t].mask())) != t) return false;
      for (std::size_t c = 0; c < kComponents; ++c) {
        if (!leads_right(t, c)) return false;
      }
    }
    for (const Matches& query : queries_) {
      if (query.known && query.tables != matching(query.required, query.excluded)) return false;
    }
    return edges_.size() == tables_.size();
  }

 private:
  struct Edges {
    Edges() {
      with.fill(kNoTable);
      without.fill(kNoTable);
    }
    std::array<TableNumber, kComponents> with;
    std::array<TableNumber, kComponents> without;
  };
  struct Matches {
    bool known = false;  // the world has been asked this
    Bits required;
    Bits excluded;
    Vector<TableNumber> tables;

    [[nodiscard]] bool takes(const Bits& mask) const { return known && mask.matches(required, excluded); }
  };
  struct Queries;  // the two families of type numbers
  struct Starts;

  TableNumber find_edge(TableNumber from, std::size_t component) {
    Bits mask = tables_[at(from)].mask();
    const bool adds = !mask.test(component);
    adds ? mask.set(component) : mask.reset(component);
    const TableNumber to = find_or_make(mask);
    const auto [fewer, more] = adds ? std::pair{from, to} : std::pair{to, from};
    edges_[at(fewer)].with[component] = more;
    edges_[at(more)].without[component] = fewer;
    return to;
  }

  TableNumber find_start(std::size_t number, const Bits& mask) {
    if (number >= starts_.size()) starts_.resize(number + 1, kNoTable);
    return starts_[number] = find_or_make(mask);
  }

  void learn_query(std::size_t number, const Bits& required, const Bits& excluded) {
    Vector<TableNumber> tables = matching(required, excluded);
    if (number >= queries_.size()) queries_.resize(number + 1);
    queries_[number] = {true, required, excluded, std::move(tables)};
  }

  [[nodiscard]] Vector<TableNumber> matching(const Bits& required, const Bits& excluded) const {
    Vector<TableNumber> found;
    for (std::size_t t = 0; t < tables_.size(); ++t) {
      if (tables_[t].mask().matches(required, excluded)) {
        found.push_back(static_cast<TableNumber>(t));
      }
    }
    return found;
  }

  TableNumber find_or_make(const Bits& mask) {
    const TableNumber known = find(mask);
    return known != kNoTable ? known : make(mask);
  }

  // Room everywhere first; behind that nothing can throw.
  TableNumber make(const Bits& mask) {
    const auto number = static_cast<TableNumber>(tables_.size());
    make_room(tables_);
    make_room(edges_);
    for (Matches& query : queries_) {
      if (query.takes(mask)) make_room(query.tables);
    }
    if ((tables_.size() + 1) * 2 > by_mask_.size()) rehash(grown(by_mask_.size(), 0));

    tables_.emplace_back(mask);
    edges_.emplace_back();
    by_mask_[slot_of(mask)] = number;
    for (Matches& query : queries_) {
      if (query.takes(mask)) query.tables.push_back(number);
    }
    return number;
  }
  static void make_room(auto& vector) {
    if (vector.size() == vector.capacity()) vector.reserve(grown(vector.capacity(), 0));
  }

  [[nodiscard]] TableNumber find(const Bits& mask) const {
    return by_mask_.empty() ? kNoTable : by_mask_[slot_of(mask)];
  }
  // Where a mask stands in by_mask_, or the free slot where it belongs: an open hash map, at most
  // half full, its size a power of two. REQUIRES: by_mask_ is not empty
  [[nodiscard]] std::size_t slot_of(const Bits& mask) const {
    std::size_t slot = mask.hash() & (by_mask_.size() - 1);
    while (by_mask_[slot] != kNoTable && tables_[at(by_mask_[slot])].mask() != mask) {
      slot = (slot + 1) & (by_mask_.size() - 1);
    }
    return slot;
  }
  void rehash(std::size_t slots) {
    by_mask_ = Vector<TableNumber>(slots, kNoTable);
    for (std::size_t t = 0; t < tables_.size(); ++t) {
      by_mask_[slot_of(tables_[t].mask())] = static_cast<TableNumber>(t);
    }
  }

  [[nodiscard]] bool leads_right(std::size_t table, std::size_t component) const {
    Bits other = tables_[table].mask();
    const bool held = other.test(component);
    held ? other.reset(component) : other.set(component);
    const TableNumber known = held ? edges_[table].without[component] : edges_[table].with[component];
    const TableNumber senseless = held ? edges_[table].with[component] : edges_[table].without[component];
    return senseless == kNoTable && (known == kNoTable || tables_[at(known)].mask() == other);
  }

  Vector<Table> tables_;
  Vector<Edges> edges_;          // by table number
  Vector<TableNumber> by_mask_;  // an open hash map, see slot_of
  Vector<TableNumber> starts_;   // by type number
  Vector<Matches> queries_;      // by type number
};

}  // namespace ecs
