// Pairs: all relations of a world, one index of pairs each (pair_index.hpp), and who falls when a target dies.
//
//   view of the list <Position, ChildOf, Likes>        indices_  [ pairs of ChildOf | pairs of Likes ]
//
//   doom(a)      a dies, and with it whoever cascades:  a -> b -> d -> c      d is a child of b; b, then c, of a
//                depth first, a target before its sources, those in order of relating
//
// The doomed are a chain through an array that relate has made large enough (index_chain.hpp): no recursion, no allocation,
// and a circle of pairs ends where it began.
//
// Invariants (checked by consistent())
//   (1) each index of pairs is consistent in itself, and of an exclusive relation nobody has two targets;
//   (2) between two operations nobody is doomed, and there is a link for every index that may have pairs.
// Cost        touches: O(relations); doom: O(those that fall + their pairs); admits: O(1) for a source without sources of
//             its own or a target without targets, else O(what the target leads to) for an acyclic relation.
// A world without relations has the empty class at the end: nothing is kept, nothing is asked.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <tuple>
#include <type_traits>

#include "strategies/component.hpp"
#include "strategies/entity.hpp"
#include "strategies/entity_pool.hpp"
#include "strategies/index_chain.hpp"
#include "strategies/pair_index.hpp"
#include "strategies/query.hpp"
#include "strategies/relation.hpp"
#include "strategies/strategy.hpp"

namespace ecs {

template <Component... Cs>
class RelatedPairs {
  static constexpr std::size_t kRelations = kRelationsAmong<Cs...>;
  template <class R>
  static constexpr std::size_t kNumber = relation_number_of<R, Cs...>();

 public:
  template <RelationAmong<Cs...> R>
  [[nodiscard]] const PairIndex& of() const {
    return indices_[kNumber<R>];
  }
  template <RelationAmong<Cs...> R>
  [[nodiscard]] PairIndex& of() {
    return indices_[kNumber<R>];
  }
  // Calls visit<R>(pairs of R) for each relation.
  template <class Visit>
  void for_each_relation(const Visit& visit) {
    const auto visit_if_relation = [&]<class C>(List<C>) {
      if constexpr (kIsRelation<C>) visit.template operator()<C>(of<C>());
    };
    (visit_if_relation(List<Cs>{}), ...);
  }

  // Has the entity any pair, at either end?
  [[nodiscard]] bool touches(Index index) const {
    return std::any_of(indices_.begin(), indices_.end(),
                       [&](const PairIndex& pairs) { return pairs.has_target(index) || pairs.has_source(index); });
  }

  // May the pair be made: is it new, and does it close no circle where none may be?
  template <RelationAmong<Cs...> R>
  [[nodiscard]] bool admits(Index source, Index target) {
    if (of<R>().has(source, target)) return false;
    if constexpr (kAcyclic<R>) {
      const bool may_close = of<R>().has_source(source) && of<R>().has_target(target);  // both have links, then: (2)
      return source != target && !(may_close && leads_to<R>(target, source));
    } else {
      return true;
    }
  }
  // Room for a pair between these two, and for their death. Throws bad_alloc; nothing that a caller could see changes.
  template <RelationAmong<Cs...> R>
  void make_room(Index source, Index target) {
    const std::size_t slots = std::max(source, target) + std::size_t{1};
    of<R>().make_room(slots);
    chain_.fit(of<R>().slots());
  }
  // An exclusive source leaves its old target. REQUIRES: admits, and room for it
  template <RelationAmong<Cs...> R>
  void relate(Index source, Index target) noexcept {
    if constexpr (kExclusive<R>) of<R>().remove_targets(source);
    of<R>().add(source, target);
  }

  // --- who falls ---

  // The entity is to die, and all that fall with it.
  void doom(Index root) noexcept {
    if (chain_.has(root)) return;
    chain_.append(root);
    for (Index fallen = root; fallen != IndexChain::kNone; fallen = chain_.next(fallen)) {
      Index place = fallen;
      for (std::size_t r = 0; r < kRelations; ++r) {
        if (!kCascades[r]) continue;
        indices_[r].each_source(fallen, [&](Index source) {
          if (!chain_.has(source)) {
            chain_.insert_after(place, source);
            place = source;
          }
          return true;
        });
      }
    }
  }
  [[nodiscard]] bool is_doomed(Index index) const { return chain_.has(index); }
  template <class Visit>
  void for_each_doomed(Visit visit) const {
    for (Index index = chain_.first(); index != IndexChain::kNone; index = chain_.next(index)) visit(index);
  }
  // Calls visit(source) for each pair that a survivor loses.
  template <class Visit>
  void for_each_loss(Visit visit) const {
    for_each_doomed([&](Index fallen) {
      for (const PairIndex& pairs : indices_) {
        pairs.each_source(fallen, [&](Index source) {
          if (!is_doomed(source)) visit(source);
          return true;
        });
      }
    });
  }
  void spare_all() noexcept { chain_.release(); }

  [[nodiscard]] static bool cascades(std::size_t relation) { return kCascades[relation]; }
  // Every pair of the entity ends, at both ends.
  void part(Index index) noexcept {
    for (PairIndex& pairs : indices_) {
      while (pairs.has_source(index)) pairs.remove_first_source(index);
      pairs.remove_targets(index);
    }
  }

  // --- what a query asks ---

  // Has the entity the pairs that with<R>(target) asks for?
  template <class... Filters>
  [[nodiscard]] bool has_all(const std::tuple<Filters...>& filters, Index index) const {
    const auto has_this = [&]<class Filter>([[maybe_unused]] const Filter& filter) {
      if constexpr (kAsksTarget<Filter>) {
        return of<RelationOf<Filter>>().has(index, filter.target.index);
      } else {
        return true;
      }
    };
    return std::apply([&](const Filters&... each) { return (has_this(each) && ...); }, filters);
  }
  // Calls visit(index) for each entity that has them, in order of relating to the first target, until it answers false.
  // A target that the pool no longer knows has no sources.
  template <class... Filters, class Visit>
  void for_each_with_all(const std::tuple<Filters...>& filters, const EntityPool& pool, Visit visit) const {
    if (!all_targets_live(filters, pool)) return;
    const auto& leader = std::get<kFirstTarget<Filters...>>(filters);
    of<RelationOf<std::remove_cvref_t<decltype(leader)>>>().each_source(
        leader.target.index, [&](Index source) { return !has_all(filters, source) || visit(source); });
  }

  // --- upkeep ---

  void clear() noexcept {
    for (PairIndex& pairs : indices_) pairs.clear();
  }
  void shrink_to_fit() {
    std::size_t slots = 0;
    for (PairIndex& pairs : indices_) {
      pairs.shrink_to_fit();
      slots = std::max(slots, pairs.slots());
    }
    chain_.shrink_to_fit(slots);
  }
  [[nodiscard]] MemoryUse memory() const {
    MemoryUse use{0, chain_.used_bytes(), chain_.owned_bytes() - chain_.used_bytes()};
    for (const PairIndex& pairs : indices_) use += pairs.memory();
    return use;
  }
  [[nodiscard]] bool consistent() const {
    return chain_.consistent() && chain_.empty() && (exclusive_ones_are<Cs>() && ...) &&
           std::all_of(indices_.begin(), indices_.end(), [](const PairIndex& pairs) { return pairs.consistent(); });
  }
  // How many targets has the entity, over all relations? O(that).
  [[nodiscard]] std::size_t targets(Index source) const {
    std::size_t targets = 0;
    for (const PairIndex& pairs : indices_) {
      pairs.each_target(source, [&](Index) { return ++targets != 0; });
    }
    return targets;
  }
  [[nodiscard]] bool has(std::size_t relation, Index source, Index target) const {
    return indices_[relation].has(source, target);
  }
  // Are the entities that `living` denies free of pairs, and has a source the component exactly where `has_bit` says so?
  template <class Living, class HasBit>
  [[nodiscard]] bool tell_of(std::size_t slots, Living living, HasBit has_bit) const {
    for (std::size_t i = 0; i < std::max(slots, most_slots()); ++i) {
      const auto index = static_cast<Index>(i);
      const bool lives = i < slots && living(index);
      if (!lives && touches(index)) return false;
      if (lives && !(bit_is_right<Cs>(index, has_bit) && ...)) return false;
    }
    return true;
  }

 private:
  static constexpr std::array<bool, kRelations> kCascades = [] {
    std::array<bool, kRelations> cascades{};
    ((kIsRelation<Cs> ? void(cascades[kNumber<Cs>] = kOnDespawn<Cs> == OnDespawn::kCascade) : void()), ...);
    return cascades;
  }();

  // Does a way of pairs lead from one to the other? Everything on the way joins the chain for as long as it is searched.
  template <class R>
  [[nodiscard]] bool leads_to(Index from, Index to) noexcept {
    chain_.append(from);
    bool found = from == to;
    for (Index at = from; at != IndexChain::kNone && !found; at = chain_.next(at)) {
      of<R>().each_target(at, [&](Index target) {
        if (!chain_.has(target)) chain_.append(target);
        found = target == to;
        return !found;
      });
    }
    chain_.release();
    return found;
  }

  [[nodiscard]] std::size_t most_slots() const {
    std::size_t slots = 0;
    for (const PairIndex& pairs : indices_) slots = std::max(slots, pairs.slots());
    return slots;
  }
  template <class C>
  [[nodiscard]] bool exclusive_ones_are() const {
    if constexpr (kIsRelation<C> && kExclusive<C>) {
      for (std::size_t i = 0; i < of<C>().slots(); ++i) {
        std::size_t targets = 0;
        of<C>().each_target(static_cast<Index>(i), [&](Index) { return ++targets < 2; });
        if (targets > 1) return false;
      }
    }
    return true;
  }
  template <class C, class HasBit>
  [[nodiscard]] bool bit_is_right(Index index, const HasBit& has_bit) const {
    if constexpr (kIsRelation<C>) {
      return of<C>().has_target(index) == has_bit(index, number_of<C, Cs...>());
    } else {
      return true;
    }
  }

  std::array<PairIndex, kRelations> indices_;
  IndexChain chain_;  // of the doomed, or of those that a search has met
};

// Those of the named that live and have pairs are doomed, and who falls with them, for as long as this object lives.
template <class Pairs>
class Doom {
 public:
  template <class Pool>
  Doom(Pairs& pairs, const Pool& pool, std::span<const Entity> named) : pairs_{pairs} {
    for (const Entity entity : named) {
      if (pool.alive(entity) && pairs.touches(entity.index)) pairs.doom(entity.index);
    }
  }
  Doom(const Doom&) = delete;
  Doom& operator=(const Doom&) = delete;
  ~Doom() { pairs_.spare_all(); }

 private:
  Pairs& pairs_;
};

// Of a world without relations.
class NoPairs {
 public:
  [[nodiscard]] static constexpr bool touches(Index) { return false; }
  static constexpr void clear() noexcept {}
  static constexpr void shrink_to_fit() noexcept {}
  [[nodiscard]] static constexpr MemoryUse memory() { return {}; }
  [[nodiscard]] static constexpr bool consistent() { return true; }
  [[nodiscard]] static constexpr bool tell_of(std::size_t, const auto&, const auto&) { return true; }
};

template <Component... Cs>
using Pairs = std::conditional_t<kRelationsAmong<Cs...> != 0, RelatedPairs<Cs...>, NoPairs>;

}  // namespace ecs
