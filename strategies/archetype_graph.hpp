// ArchetypeGraph: all tables of a world, the ways between them, and which of them each query walks.
//
//                  + Velocity               queries, found by type
//     {Position} ------------> {Position,     view<Position>            tables 1, 2
//       table 1  <------------  Velocity}     view<Position, Velocity>  table 2
//                  - Velocity   table 2
//
//   edges_   table -> by component number: the table with it, the table without it
//
// A table is looked up by its mask, in a hash map, when something is new: the first time an edge is walked, the first
// spawn of a set of types. From then on it is one load. A new table joins every query that it matches, so that a query
// never searches.
//
// Invariants (checked by consistent(), but (4): the types are known to the caller alone)
//   (1) no two tables have the same mask and pairs, and by_mask_ finds each that has not retired;
//   (2) an edge leads to the table whose mask differs in that one component, or is not known yet; pairs are the same;
//   (3) the list of a query holds the tables that it matches, each once, oldest first;
//   (4) a start, the table for the types given to spawn, is the table of just those types.
// A table once made stays as long as the world lives, empty or not: numbers, edges and lists never dangle, and going
// back and forth costs nothing. The memory of its rows is given back by ArchetypeTable::shrink_to_fit. In a world with
// relations a table is more than its mask: table_pairs.hpp says which pairs its rows have, and when it retires.
//
// Cost        with, without, start, matches: O(1), no hash; making a table: O(queries).
// Memory      a table: its record, 8 B a component of the world for edges, 4 B for each query that it matches.
// References  to a table live until the next table is made.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>

#include "strategies/archetype_table.hpp"
#include "strategies/component.hpp"
#include "strategies/mask.hpp"
#include "strategies/memory.hpp"
#include "strategies/relation.hpp"
#include "strategies/table_pairs.hpp"
#include "strategies/type_number.hpp"
#include "strategies/upkeep.hpp"

namespace ecs {

template <Component... Cs>
class ArchetypeGraph {
  static constexpr std::size_t kComponents = sizeof...(Cs);
  static constexpr std::size_t kRelations = kRelationsAmong<Cs...>;

 public:
  using Table = ArchetypeTable<Cs...>;
  using Bits = Mask<kComponents>;
  using Memory = typename Table::Memory;
  using Pairs = std::conditional_t<kRelations != 0, TablePairs<Bits, kRelations>, NoTablePairs>;
  using PairSet = typename Pairs::Set;

  ArchetypeGraph() = default;
  ArchetypeGraph(ArchetypeGraph&&) noexcept = default;  // leaves no table behind
  ArchetypeGraph& operator=(ArchetypeGraph&& other) noexcept {
    ArchetypeGraph taken{std::move(other)};
    std::swap(memory_, taken.memory_);
    std::swap(tables_, taken.tables_);
    std::swap(edges_, taken.edges_);
    std::swap(by_mask_, taken.by_mask_);
    std::swap(starts_, taken.starts_);
    std::swap(queries_, taken.queries_);
    std::swap(pairs_, taken.pairs_);
    return *this;
  }

  // The same tables with copies of their rows, the same ways and queries. Throws bad_alloc, or what a copy throws.
  [[nodiscard]] ArchetypeGraph clone() const {
    ArchetypeGraph copy;
    if (memory_ != nullptr) copy.memory_ = std::make_unique<Memory>();
    copy.tables_.reserve(tables_.size());
    for (const Table& table : tables_) {
      copy.tables_.emplace_back(table.mask(), *copy.memory_).copy_rows(table);
    }
    copy.edges_ = edges_;
    copy.by_mask_ = by_mask_;
    copy.starts_ = starts_;
    copy.queries_ = queries_;
    copy.pairs_ = pairs_;
    return copy;
  }

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

  [[nodiscard]] const Pairs& pairs() const { return pairs_; }

  // The table of the same components and pairs but those that drop(pair) names, and with one pair more. A relation is in
  // its mask as long as it has a pair. Throws as with() does.
  template <class Drop>
  [[nodiscard]] TableNumber with_pairs(TableNumber from, Drop drop, const TablePair* added = nullptr) {
    const PairSet wanted = pairs_.changed(from, drop, added);
    Bits mask = tables_[at(from)].mask();
    for (const std::size_t component : kRelationComponents) mask.reset(component);
    for (const TablePair& pair : wanted) mask.set(kRelationComponents[pair.relation]);
    return find_or_make(mask, wanted);
  }
  // Nothing will live in this table: its rows' memory is given back, ways to it end. REQUIRES: it has pairs and no rows
  void retire(TableNumber number) noexcept {
    Table& table = tables_[at(number)];
    assert(table.size() == 0);
    table.shrink_to_fit();  // without rows it only gives back
    forget_ways(number);
    unfile(number);
    pairs_.retire(number, table.mask());
  }
  void shrink_pairs() { pairs_.shrink_to_fit(); }

  // The table of exactly these components. Throws as with() does.
  template <OneOf<Cs...>... Given>
  [[nodiscard]] TableNumber start() {
    const std::size_t number = known_type_number<Starts, List<Given...>>();
    if (number < starts_.size() && starts_[number] != kNoTable) [[likely]]
      return starts_[number];
    return find_start(type_number<Starts, List<Given...>>(), Bits::of(number_of<Given, Cs...>()...));
  }

  // The tables that a query matches, empty ones too. The first time the query is learned; that may throw bad_alloc,
  // with no effect. The list lives until the next table is made.
  template <class Asked>
  [[nodiscard]] std::span<const TableNumber> matches() {
    const std::size_t number = known_type_number<Queries, Asked>();
    if (number < queries_.size() && queries_[number].known) [[likely]]
      return queries_[number].tables;
    return learn(type_number<Queries, Asked>(), Asked::kRequired, Asked::kExcluded);
  }

  [[nodiscard]] std::size_t index_bytes() const {
    const auto size = [](const auto& array) { return array.size(); };
    return bytes(size) + pairs_.bytes(size);
  }
  [[nodiscard]] std::size_t owned_bytes() const {
    const auto capacity = [](const auto& array) { return array.capacity(); };
    return bytes(capacity) + pairs_.bytes(capacity) + (memory_ ? memory_->owned_bytes() : 0);
  }

  [[nodiscard]] bool consistent() const {
    if (edges_.size() != tables_.size() || (memory_ && !memory_->consistent()) || !pairs_.consistent()) return false;
    for (std::size_t t = 0; t < tables_.size(); ++t) {
      if (!tables_[t].consistent() || !is_filed_right(static_cast<TableNumber>(t))) return false;
      for (std::size_t c = 0; c < kComponents; ++c) {
        if (!leads_right(t, c)) return false;
      }
    }
    const auto empty_slots = std::count(by_mask_.begin(), by_mask_.end(), kNoTable);
    if (by_mask_.size() - static_cast<std::size_t>(empty_slots) != tables_.size() - pairs_.retired_tables())
      return false;
    for (const Matches& query : queries_) {
      if (query.known && query.tables != matching(query.required, query.excluded)) return false;
    }
    return true;
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
    bool known = false;  // has this world been asked it? Slot 0 is no query's
    Bits required;
    Bits excluded;
    Vector<TableNumber> tables;

    [[nodiscard]] bool takes(const Bits& mask) const { return known && mask.matches(required, excluded); }
  };
  struct Queries;  // the two families of type numbers
  struct Starts;

  // What a hot loop meets at most once for each table stays out of it.
  [[gnu::cold]] [[gnu::noinline]] TableNumber find_edge(TableNumber from, std::size_t component) {
    const bool adds = !tables_[at(from)].mask().test(component);
    const TableNumber to = find_or_make(flipped(tables_[at(from)].mask(), component), pairs_.of(from));
    const auto [fewer, more] = adds ? std::pair{from, to} : std::pair{to, from};
    edges_[at(fewer)].with[component] = more;
    edges_[at(more)].without[component] = fewer;
    return to;
  }

  [[gnu::cold]] [[gnu::noinline]] TableNumber find_start(std::size_t number, const Bits& mask) {
    if (number >= starts_.size()) starts_.resize(number + 1, kNoTable);
    return starts_[number] = find_or_make(mask, {});
  }

  [[gnu::cold]] [[gnu::noinline]] std::span<const TableNumber> learn(std::size_t number, const Bits& required,
                                                                     const Bits& excluded) {
    Vector<TableNumber> tables = matching(required, excluded);
    if (number >= queries_.size()) queries_.resize(number + 1);
    queries_[number] = {true, required, excluded, std::move(tables)};
    return queries_[number].tables;
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

  [[nodiscard]] static Bits flipped(Bits mask, std::size_t component) {
    if (mask.test(component)) {
      mask.reset(component);
    } else {
      mask.set(component);
    }
    return mask;
  }

  static constexpr std::array<std::size_t, kRelations> kRelationComponents = [] {
    std::array<std::size_t, kRelations> components{};
    std::size_t next = 0;
    ((kIsRelation<Cs> ? void(components[next++] = number_of<Cs, Cs...>()) : void()), ...);
    return components;
  }();

  TableNumber find_or_make(const Bits& mask, PairSet set) {
    const TableNumber known = find(mask, set);
    if (known != kNoTable) return known;
    if constexpr (kRelations != 0) {
      const TableNumber retired = set.empty() ? kNoTable : pairs_.retired(mask);
      if (retired != kNoTable) return revive(retired, set);
    }
    return make(mask, set);
  }

  // A table of the same components, and so known to the same queries, serves other pairs.
  TableNumber revive(TableNumber number, PairSet set) {
    const Bits& mask = tables_[at(number)].mask();
    pairs_.enter(number, mask, pairs_.prepare(mask, set));
    by_mask_[slot_of(mask, set)] = number;
    return number;
  }

  // Room everywhere first; behind that nothing can throw.
  [[gnu::cold]] [[gnu::noinline]] TableNumber make(const Bits& mask, PairSet set) {
    const auto number = static_cast<TableNumber>(tables_.size());
    [[maybe_unused]] auto pairs = pairs_.prepare(mask, set);
    make_room(tables_);
    make_room(edges_);
    for (Matches& query : queries_) {
      if (query.takes(mask)) make_room(query.tables);
    }
    if ((tables_.size() + 1) * 2 > by_mask_.size()) rehash(grown(by_mask_.size(), 0));
    if (memory_ == nullptr) memory_ = std::make_unique<Memory>();

    tables_.emplace_back(mask, *memory_);
    note_table();
    edges_.emplace_back();
    by_mask_[slot_of(mask, set)] = number;
    pairs_.enter(number, mask, std::move(pairs));
    for (Matches& query : queries_) {
      if (query.takes(mask)) query.tables.push_back(number);
    }
    return number;
  }
  static void make_room(auto& vector) {
    if (vector.size() == vector.capacity()) vector.reserve(grown(vector.capacity(), 0));
  }

  [[nodiscard]] TableNumber find(const Bits& mask, PairSet set) const {
    return by_mask_.empty() ? kNoTable : by_mask_[slot_of(mask, set)];
  }
  // Where a mask with its pairs stands in by_mask_, or the free slot where it belongs: an open hash map, at most half
  // full, its size a power of two. REQUIRES: by_mask_ is not empty
  [[nodiscard]] std::size_t slot_of(const Bits& mask, PairSet set) const {
    std::size_t slot = home_of(mask, set);
    while (by_mask_[slot] != kNoTable && !is(by_mask_[slot], mask, set)) slot = following(slot);
    return slot;
  }
  [[nodiscard]] std::size_t home_of(const Bits& mask, PairSet set) const {
    return (mask.hash() ^ Pairs::hash(set)) & (by_mask_.size() - 1);
  }
  [[nodiscard]] std::size_t following(std::size_t slot) const { return (slot + 1) & (by_mask_.size() - 1); }
  [[nodiscard]] bool is(TableNumber number, const Bits& mask, PairSet set) const {
    return tables_[at(number)].mask() == mask && Pairs::same(pairs_.of(number), set);
  }
  void rehash(std::size_t slots) {
    by_mask_ = Vector<TableNumber>(slots, kNoTable);
    for (std::size_t t = 0; t < tables_.size(); ++t) {
      const auto number = static_cast<TableNumber>(t);
      if (!pairs_.is_retired(number)) by_mask_[slot_of(tables_[t].mask(), pairs_.of(number))] = number;
    }
  }
  // Those behind it that its slot stood in the way of move up.
  void unfile(TableNumber number) noexcept {
    std::size_t hole = slot_of(tables_[at(number)].mask(), pairs_.of(number));
    for (std::size_t slot = following(hole); by_mask_[slot] != kNoTable; slot = following(slot)) {
      const TableNumber filed = by_mask_[slot];
      const std::size_t home = home_of(tables_[at(filed)].mask(), pairs_.of(filed));
      const std::size_t last = by_mask_.size() - 1;
      if (((slot - home) & last) < ((slot - hole) & last)) continue;  // it stands between the hole and its home
      by_mask_[hole] = filed;
      hole = slot;
    }
    by_mask_[hole] = kNoTable;
  }
  void forget_ways(TableNumber number) noexcept {
    for (std::size_t component = 0; component < kComponents; ++component) {
      Edges& ways = edges_[at(number)];
      if (ways.with[component] != kNoTable) edges_[at(ways.with[component])].without[component] = kNoTable;
      if (ways.without[component] != kNoTable) edges_[at(ways.without[component])].with[component] = kNoTable;
    }
    edges_[at(number)] = {};
  }

  // A table that has retired is empty and filed nowhere: there are just as many files as others.
  [[nodiscard]] bool is_filed_right(TableNumber number) const {
    const Table& table = tables_[at(number)];
    if (pairs_.is_retired(number)) return table.size() == 0;
    return find(table.mask(), pairs_.of(number)) == number;
  }

  [[nodiscard]] bool leads_right(std::size_t table, std::size_t component) const {
    const Bits& mask = tables_[table].mask();
    const bool held = mask.test(component);
    const TableNumber known = held ? edges_[table].without[component] : edges_[table].with[component];
    const TableNumber senseless = held ? edges_[table].with[component] : edges_[table].without[component];
    const PairSet set = pairs_.of(static_cast<TableNumber>(table));
    return senseless == kNoTable && (known == kNoTable || is(known, flipped(mask, component), set));
  }

  // Sums count(array) over all arrays, in bytes.
  template <class Count>
  [[nodiscard]] std::size_t bytes(Count count) const {
    const auto of = [&]<class T>(const Vector<T>& array) { return count(array) * sizeof(T); };
    std::size_t sum = of(tables_) + of(edges_) + of(by_mask_) + of(starts_) + of(queries_);
    for (const Matches& query : queries_) sum += of(query.tables);
    return sum;
  }

  std::unique_ptr<Memory> memory_;  // before the tables, which give back to it; its place stays when the graph moves
  Vector<Table> tables_;
  Vector<Edges> edges_;          // by table number
  Vector<TableNumber> by_mask_;  // an open hash map, see slot_of
  Vector<TableNumber> starts_;   // by type number
  Vector<Matches> queries_;      // by type number
  [[no_unique_address]] Pairs pairs_;
};

}  // namespace ecs
