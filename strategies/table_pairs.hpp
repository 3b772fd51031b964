// TablePairs: the pairs that make a table what it is, besides its components; and the tables that a pair has made.
//
//   table 3   {Position, ChildOf}              facts_[3]   [ ChildOf a ]
//   table 4   {Position, ChildOf, Likes}       facts_[4]   [ ChildOf a | Likes b ]
//   table 5   {Position, ChildOf}              facts_[5]   retired: its target died
//
//   firsts_ of ChildOf, by target    a -> 4 -> 3      with<ChildOf>(a) walks these tables and looks at no other
//   firsts_ of Likes                 b -> 4
//   retired_, by mask                {Position, ChildOf} -> 5      the next target's table
//
// When a target dies, nothing can live in its tables any more: they retire. The next new table of the same components is
// one of them under another target, so that targets may come and go for ever.
//
// Invariants (checked by consistent())
//   (1) the pairs of a table are sorted and each stands once; a retired table has none, and one without pairs never retires;
//   (2) a table is linked, both ways, under each of its pairs, and nowhere else;
//   (3) a retired table is in the list of its mask, once.
// Cost        enter, retire: O(pairs of the table), and O(masks that have pairs) comparisons; of, first, next: O(1) and
//             O(pairs of the table). Memory: 16 B a pair of a table, 32 B a table, 4 B for each index that was a target.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "strategies/entity.hpp"
#include "strategies/memory.hpp"

namespace ecs {

enum class TableNumber : std::uint32_t {};
inline constexpr TableNumber kNoTable{0xFFFFFFFFu};
[[nodiscard]] constexpr std::size_t at(TableNumber number) {
  return static_cast<std::size_t>(number);
}

// A pair of every row of a table, by the number of its relation among the relations of the world.
struct TablePair {
  std::uint32_t relation = 0;
  Index target = 0;
  TableNumber previous = kNoTable;  // of the tables with this pair
  TableNumber next = kNoTable;

  friend constexpr bool operator==(const TablePair& a, const TablePair& b) {
    return a.relation == b.relation && a.target == b.target;
  }
  friend constexpr std::strong_ordering operator<=>(const TablePair& a, const TablePair& b) {
    return a.relation != b.relation ? a.relation <=> b.relation : a.target <=> b.target;
  }
};

template <class Bits, std::size_t kRelations>
class TablePairs {
 public:
  using Set = std::span<const TablePair>;
  using Owned = Vector<TablePair>;

  [[nodiscard]] Set of(TableNumber table) const { return facts_[at(table)].pairs; }
  [[nodiscard]] bool is_retired(TableNumber table) const { return facts_[at(table)].retired; }
  [[nodiscard]] bool has(TableNumber table, const TablePair& pair) const {
    const Set set = of(table);
    return std::binary_search(set.begin(), set.end(), pair);
  }
  [[nodiscard]] static bool same(Set a, Set b) { return std::equal(a.begin(), a.end(), b.begin(), b.end()); }
  [[nodiscard]] static std::size_t hash(Set set) {
    std::uint64_t mixed = 0;
    for (const TablePair& pair : set) {
      mixed = (mixed ^ pair.target ^ (std::uint64_t{pair.relation} << 32)) * 0x9E3779B97F4A7C15u;
      mixed ^= mixed >> 29;
    }
    return static_cast<std::size_t>(mixed);
  }

  // The pairs of a table but those that drop(pair) names, and one more. Good until the next call. Throws bad_alloc.
  template <class Drop>
  [[nodiscard]] Set changed(TableNumber from, Drop drop, const TablePair* added) {
    wanted_.clear();
    for (const TablePair& pair : of(from)) {
      if (!drop(pair)) wanted_.push_back({pair.relation, pair.target});
    }
    if (added != nullptr) wanted_.insert(std::lower_bound(wanted_.begin(), wanted_.end(), *added), *added);
    return wanted_;
  }

  // The tables that have a pair, newest first; kNoTable behind the last.
  [[nodiscard]] TableNumber first(std::size_t relation, Index target) const {
    const Vector<TableNumber>& firsts = firsts_[relation];
    return target < firsts.size() ? firsts[target] : kNoTable;
  }
  [[nodiscard]] TableNumber next(TableNumber table, const TablePair& pair) const {
    const Set set = of(table);
    return std::lower_bound(set.begin(), set.end(), pair)->next;
  }

  // A retired table with these components, or kNoTable.
  [[nodiscard]] TableNumber retired(const Bits& mask) const {
    for (const Retired& retired : retired_) {
      if (retired.mask == mask) return retired.first;
    }
    return kNoTable;
  }

  // What a table with these pairs needs when it enters, and later when it retires. Throws bad_alloc; nothing that a
  // caller could see changes.
  [[nodiscard]] Owned prepare(const Bits& mask, Set set) {
    if (facts_.size() == facts_.capacity()) facts_.reserve(grown(facts_.capacity(), 0));
    if (set.empty()) return {};
    for (const TablePair& pair : set) {
      Vector<TableNumber>& firsts = firsts_[pair.relation];
      if (pair.target >= firsts.size()) firsts.resize(pair.target + std::size_t{1}, kNoTable);
    }
    const bool known =
        std::any_of(retired_.begin(), retired_.end(), [&](const Retired& of_mask) { return of_mask.mask == mask; });
    if (!known) retired_.push_back({mask, kNoTable});
    return {set.begin(), set.end()};
  }
  // A new table, or one that was retired(mask). REQUIRES: prepare gave the pairs
  void enter(TableNumber table, const Bits& mask, Owned pairs) noexcept {
    if (at(table) == facts_.size()) {
      facts_.emplace_back();
    } else {
      list_of(mask).first = facts_[at(table)].next_retired;
    }
    facts_[at(table)] = {std::move(pairs)};
    for (TablePair& pair : facts_[at(table)].pairs) link(table, pair);
  }
  // REQUIRES: the table has pairs
  void retire(TableNumber table, const Bits& mask) noexcept {
    assert(!of(table).empty() && !is_retired(table));
    for (const TablePair& pair : of(table)) unlink(pair);
    facts_[at(table)] = {{}, std::exchange(list_of(mask).first, table), true};
  }

  void shrink_to_fit() {
    for (Vector<TableNumber>& firsts : firsts_) {
      while (!firsts.empty() && firsts.back() == kNoTable) firsts.pop_back();
      firsts.shrink_to_fit();
    }
  }
  // Sums count(array) over all arrays, in bytes.
  template <class Count>
  [[nodiscard]] std::size_t bytes(Count count) const {
    const auto of_array = [&]<class T>(const Vector<T>& array) { return count(array) * sizeof(T); };
    std::size_t sum = of_array(facts_) + of_array(retired_) + of_array(wanted_);
    for (const Facts& facts : facts_) sum += of_array(facts.pairs);
    for (const Vector<TableNumber>& firsts : firsts_) sum += of_array(firsts);
    return sum;
  }

  [[nodiscard]] std::size_t retired_tables() const {
    return static_cast<std::size_t>(
        std::count_if(facts_.begin(), facts_.end(), [](const Facts& facts) { return facts.retired; }));
  }
  [[nodiscard]] bool consistent() const {
    std::size_t pairs = 0;
    for (std::size_t t = 0; t < facts_.size(); ++t) {
      const Set set = facts_[t].pairs;
      pairs += set.size();
      if (!std::is_sorted(set.begin(), set.end()) || (facts_[t].retired && !set.empty())) return false;
      if (std::adjacent_find(set.begin(), set.end()) != set.end()) return false;
    }
    return linked() == pairs && listed() == retired_tables();
  }

 private:
  struct Facts {
    Owned pairs;
    TableNumber next_retired = kNoTable;
    bool retired = false;
  };
  struct Retired {
    Bits mask;
    TableNumber first;
  };

  // REQUIRES: the mask was prepared
  [[nodiscard]] Retired& list_of(const Bits& mask) noexcept {
    return *std::find_if(retired_.begin(), retired_.end(),
                         [&](const Retired& of_mask) { return of_mask.mask == mask; });
  }
  [[nodiscard]] TablePair& pair_in(TableNumber table, const TablePair& pair) noexcept {
    Owned& pairs = facts_[at(table)].pairs;
    return *std::lower_bound(pairs.begin(), pairs.end(), pair);
  }
  void link(TableNumber table, TablePair& pair) noexcept {
    TableNumber& first = firsts_[pair.relation][pair.target];
    if (first != kNoTable) pair_in(first, pair).previous = table;
    pair.previous = kNoTable;
    pair.next = std::exchange(first, table);
  }
  void unlink(const TablePair& pair) noexcept {
    (pair.previous == kNoTable ? firsts_[pair.relation][pair.target] : pair_in(pair.previous, pair).next) = pair.next;
    if (pair.next != kNoTable) pair_in(pair.next, pair).previous = pair.previous;
  }

  // How many links there are, each to a table that has the pair and knows the one before it; else none.
  [[nodiscard]] std::size_t linked() const {
    std::size_t links = 0;
    for (std::uint32_t r = 0; r < kRelations; ++r) {
      for (std::size_t target = 0; target < firsts_[r].size(); ++target) {
        const TablePair pair{r, static_cast<Index>(target)};
        TableNumber previous = kNoTable;
        for (TableNumber table = firsts_[r][target]; table != kNoTable; table = next(table, pair)) {
          const Set set = of(table);
          const auto found = std::lower_bound(set.begin(), set.end(), pair);
          if (found == set.end() || *found != pair || found->previous != previous) return 0;
          previous = table;
          ++links;
        }
      }
    }
    return links;
  }
  [[nodiscard]] std::size_t listed() const {
    std::size_t tables = 0;
    for (const Retired& of_mask : retired_) {
      for (TableNumber t = of_mask.first; t != kNoTable && tables <= facts_.size(); t = facts_[at(t)].next_retired) {
        tables += is_retired(t) ? 1u : 0u;
      }
    }
    return tables;
  }

  Vector<Facts> facts_;                                   // by table number
  std::array<Vector<TableNumber>, kRelations> firsts_{};  // by target: the newest table with the pair
  Vector<Retired> retired_;                               // for each mask that ever had pairs
  Owned wanted_;                                          // of the table that is looked for
};

// Of a world without relations: every table is its mask.
struct NoTablePairs {
  struct Set {};
  struct Owned {};
  [[nodiscard]] static constexpr Set of(TableNumber) { return {}; }
  [[nodiscard]] static constexpr bool is_retired(TableNumber) { return false; }
  [[nodiscard]] static constexpr bool same(Set, Set) { return true; }
  [[nodiscard]] static constexpr std::size_t hash(Set) { return 0; }
  [[nodiscard]] static constexpr Owned prepare(const auto&, Set) { return {}; }
  static constexpr void enter(TableNumber, const auto&, Owned) noexcept {}
  static constexpr void shrink_to_fit() noexcept {}
  [[nodiscard]] static constexpr std::size_t bytes(const auto&) { return 0; }
  [[nodiscard]] static constexpr std::size_t retired_tables() { return 0; }
  [[nodiscard]] static constexpr bool consistent() { return true; }
};

}  // namespace ecs
