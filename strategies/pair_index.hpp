// PairIndex: the pairs (source, target) of one relation, found from both ends, in order of relating.
//
//   b and c are children of a        pairs_   0: b -> a     1: c -> a
//
//   ends_, by entity index           a        targets: none      sources: first 0, last 1
//                                    b        targets: 0, 0      sources: none
//
//   a pair is a link of two lists    the targets of its source          0
//                                    the sources of its target          0 <-> 1
//
//   remove(0)    both lists close over the gap; the last pair moves to place 0, and its neighbours are told
//
// Invariants (checked by consistent())
//   (1) a pair stands in the list of targets of its source and in the list of sources of its target, once each;
//   (2) those lists are linked both ways, from the first of the ends to the last;
//   (3) no pair stands twice.
// Cost        add, remove, first_target: O(1); find: O(the shorter of the two lists).
// Memory      24 B a pair, and 16 B for each index below the highest that ever had one.
//
// It knows indices alone: who owns it ends the pairs of the dead, so that a slot used again begins without any.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "strategies/entity.hpp"
#include "strategies/memory.hpp"
#include "strategies/strategy.hpp"

namespace ecs {

enum class PairNumber : std::uint32_t {};
inline constexpr PairNumber kNoPair{0xFFFFFFFFu};
[[nodiscard]] constexpr std::size_t at(PairNumber number) {
  return static_cast<std::size_t>(number);
}

class PairIndex {
 public:
  static constexpr Index kNobody = std::numeric_limits<Index>::max();

  [[nodiscard]] std::size_t size() const { return pairs_.size(); }
  // Indices below this may have pairs.
  [[nodiscard]] std::size_t slots() const { return ends_.size(); }

  [[nodiscard]] bool has_target(Index source) const { return first(kTargets, source) != kNoPair; }
  [[nodiscard]] bool has_source(Index target) const { return first(kSources, target) != kNoPair; }
  [[nodiscard]] Index first_target(Index source) const { return other(kTargets, first(kTargets, source)); }
  [[nodiscard]] Index first_source(Index target) const { return other(kSources, first(kSources, target)); }
  [[nodiscard]] bool has(Index source, Index target) const { return find(source, target) != kNoPair; }

  // Calls visit(index) for each until it answers false. `visit` may end no pair.
  template <class Visit>
  void each_target(Index source, Visit visit) const {
    each(kTargets, source, visit);
  }
  template <class Visit>
  void each_source(Index target, Visit visit) const {
    each(kSources, target, visit);
  }

  // Room for one pair more, between indices below `slots`. Throws bad_alloc; what is held stays as it is.
  void make_room(std::size_t slots) {
    if (slots > ends_.size()) ends_.resize(slots);
    if (pairs_.size() == pairs_.capacity()) pairs_.reserve(grown(pairs_.capacity(), 0));
  }
  // REQUIRES: !has(source, target), and room for it
  void add(Index source, Index target) noexcept {
    assert(!has(source, target) && source < slots() && target < slots() && pairs_.size() < pairs_.capacity());
    const auto number = static_cast<PairNumber>(pairs_.size());
    pairs_.push_back({{source, target}, {}});
    for (const Side side : kSides) append(side, number);
  }
  // REQUIRES: has(source, target)
  void remove(Index source, Index target) noexcept { remove(find(source, target)); }
  void remove_targets(Index source) noexcept {
    while (has_target(source)) remove(first(kTargets, source));
  }
  // The oldest pair of a target ends. REQUIRES: has_source(target)
  void remove_first_source(Index target) noexcept { remove(first(kSources, target)); }
  void clear() noexcept {
    pairs_.clear();
    ends_.clear();
  }

  void shrink_to_fit() {
    while (!ends_.empty() && ends_.back() == Ends{}) ends_.pop_back();
    ends_.shrink_to_fit();
    pairs_.shrink_to_fit();
  }
  [[nodiscard]] MemoryUse memory() const {
    const std::size_t used = pairs_.size() * sizeof(Pair) + ends_.size() * sizeof(Ends);
    return {0, used, pairs_.capacity() * sizeof(Pair) + ends_.capacity() * sizeof(Ends) - used};
  }

  [[nodiscard]] bool consistent() const {
    for (const Side side : kSides) {
      std::size_t listed = 0;
      for (std::size_t i = 0; i < ends_.size(); ++i) {
        if (!linked_right(side, static_cast<Index>(i), listed)) return false;
      }
      if (listed != pairs_.size()) return false;
    }
    return std::all_of(pairs_.begin(), pairs_.end(), [&](const Pair& pair) {
      return at(find(pair.who[kTargets], pair.who[kSources])) == static_cast<std::size_t>(&pair - pairs_.data());
    });
  }

 private:
  // A pair is in two lists: of the targets of its source, of the sources of its target. who[side] owns that list.
  enum Side : std::size_t { kTargets, kSources };
  static constexpr std::array kSides{kTargets, kSources};

  struct Link {
    PairNumber previous = kNoPair;
    PairNumber next = kNoPair;
  };
  struct Pair {
    std::array<Index, 2> who;
    std::array<Link, 2> links;
  };
  struct List {
    PairNumber first = kNoPair;
    PairNumber last = kNoPair;
    friend bool operator==(const List&, const List&) = default;
  };
  using Ends = std::array<List, 2>;

  [[nodiscard]] PairNumber first(Side side, Index owner) const {
    return owner < ends_.size() ? ends_[owner][side].first : kNoPair;
  }
  [[nodiscard]] PairNumber next(Side side, PairNumber number) const { return pairs_[at(number)].links[side].next; }
  // Who stands at the other end of a pair of this list.
  [[nodiscard]] Index other(Side side, PairNumber number) const {
    return number == kNoPair ? kNobody : pairs_[at(number)].who[1 - side];
  }

  template <class Visit>
  void each(Side side, Index owner, Visit& visit) const {
    for (PairNumber number = first(side, owner); number != kNoPair; number = next(side, number)) {
      if (!visit(other(side, number))) return;
    }
  }

  // Walks both lists in step: the shorter one decides how long it takes.
  [[nodiscard]] PairNumber find(Index source, Index target) const {
    PairNumber out = first(kTargets, source);
    PairNumber in = first(kSources, target);
    while (out != kNoPair && in != kNoPair) {
      if (other(kTargets, out) == target) return out;
      if (other(kSources, in) == source) return in;
      out = next(kTargets, out);
      in = next(kSources, in);
    }
    return kNoPair;
  }

  void append(Side side, PairNumber number) noexcept {
    List& list = ends_[pairs_[at(number)].who[side]][side];
    pairs_[at(number)].links[side] = {list.last, kNoPair};
    (list.last == kNoPair ? list.first : pairs_[at(list.last)].links[side].next) = number;
    list.last = number;
  }

  void remove(PairNumber number) noexcept {
    assert(number != kNoPair);
    const Pair& pair = pairs_[at(number)];
    for (const Side side : kSides) join(side, pair, pair.links[side].next, pair.links[side].previous);
    const auto last = static_cast<PairNumber>(pairs_.size() - 1);
    if (number != last) move(last, number);
    pairs_.pop_back();
  }
  // What led to a pair from both sides of a list leads to these instead.
  void join(Side side, const Pair& pair, PairNumber from_before, PairNumber from_behind) noexcept {
    const auto [previous, next] = pair.links[side];
    List& list = ends_[pair.who[side]][side];
    (previous == kNoPair ? list.first : pairs_[at(previous)].links[side].next) = from_before;
    (next == kNoPair ? list.last : pairs_[at(next)].links[side].previous) = from_behind;
  }
  void move(PairNumber from, PairNumber to) noexcept {
    for (const Side side : kSides) join(side, pairs_[at(from)], to, to);
    pairs_[at(to)] = pairs_[at(from)];
  }

  [[nodiscard]] bool linked_right(Side side, Index owner, std::size_t& listed) const {
    PairNumber previous = kNoPair;
    for (PairNumber number = first(side, owner); number != kNoPair; number = next(side, number)) {
      if (at(number) >= pairs_.size() || ++listed > pairs_.size()) return false;
      const Pair& pair = pairs_[at(number)];
      if (pair.who[side] != owner || pair.links[side].previous != previous) return false;
      previous = number;
    }
    return ends_[owner][side].last == previous;
  }

  Vector<Pair> pairs_;
  Vector<Ends> ends_;  // by entity index: the list of its targets, and that of its sources
};

}  // namespace ecs
