// RelatedBits: relations of a world that keeps components by entity: a relation is one more component, a tag, and beside it
// the world's pairs.
//
//   mask of b     P . . ChildOf      set exactly while b has a target: with<ChildOf> is a bit like any other
//   pairs_        b -> a             which one: with<ChildOf>(a) walks the sources of a
//
// The world is the class that derives from it (related.hpp); it keeps pool_ and pairs_, and offers
//   put_bit<R>(index)       the entity gets the component R; may throw, with no effect
//   remove<R>(entity)       with end_targets<R>; it loses it, and what pairs there are
//   end(entity)             it dies. REQUIRES: it has no pairs
//
// Invariant  (1) between two operations the bit of R is set exactly for the sources of R (checked by the world).
// Cost       O(1) a pair, here as there.
#pragma once

#include <cstddef>
#include <span>

#include "strategies/component.hpp"
#include "strategies/entity.hpp"
#include "strategies/pairs.hpp"
#include "strategies/related.hpp"
#include "strategies/relation.hpp"

namespace ecs {

// Told of a fall by a world that has to know (reactive.hpp). The mask of who dies is still whole, a lost bit is gone.
struct NobodyWatches {
  template <class Pairs>
  static void prepare(const Pairs&) {}  // may throw: then nobody falls
  static void dies(Index) noexcept {}
  template <class R>
  static void loses(Index) noexcept {}
};

template <class World, Component... Cs>
class RelatedBits : public RelatesEntities<World, Cs...> {
 protected:
  static constexpr bool kRelated = kRelationsAmong<Cs...> != 0;

  // The named that have pairs die, and who falls with them; gives how many. The others are left alone.
  template <class Watcher = NobodyWatches>
  std::size_t fell([[maybe_unused]] std::span<const Entity> named, [[maybe_unused]] Watcher&& watcher = {}) {
    if constexpr (kRelated) {
      World& world = self();
      const Doom doom{pairs(), pool(), named};
      watcher.prepare(pairs());
      pairs().for_each_doomed([&](Index index) { watcher.dies(index); });
      const std::size_t before = world.size();
      pairs().for_each_doomed([&](Index index) {
        part(index, watcher);
        world.end(pool().handle(index));
      });
      return before - world.size();
    } else {
      return 0;
    }
  }
  std::size_t fell(Entity entity) { return fell(std::span{&entity, 1}); }

  // Of remove<R>: the pairs end, the caller takes the bit.
  template <class R>
  void end_targets(Index source) noexcept {
    pairs().template of<R>().remove_targets(source);
  }

  // Brings the matches from the scan of a storage to a sink. Where the query asks for targets, the sources of the first lead.
  template <class Asked, class Scan, class Sink>
  [[gnu::always_inline]] void scan_with_pairs([[maybe_unused]] const Asked& query, Scan&& scan, Sink& sink) {
    if constexpr (Asked::kAsksForTargets) {
      pairs().for_each_with_all(query.filters, pool(), [&](Index index) {
        return !Asked::matches(self().mask(pool().handle(index))) || scan.at(index, sink);
      });
    } else {
      scan.all(sink);
    }
  }

 private:
  friend World;
  friend struct ViewAccess;
  friend class RelatesEntities<World, Cs...>;

  [[nodiscard]] const auto& pool() const { return self().pool_; }
  [[nodiscard]] auto& pairs() { return self().pairs_; }
  [[nodiscard]] const auto& pairs() const { return self().pairs_; }

  template <class R>
  void make_pair(Index source, Index target) {
    World& world = self();
    pairs().template make_room<R>(source, target);
    if (!world.template has<R>(pool().handle(source))) world.template put_bit<R>(source);
    pairs().template relate<R>(source, target);
  }
  template <class R>
  void end_pair(Index source, Index target) noexcept {
    pairs().template of<R>().remove(source, target);
    take_bit_if_last<R>(source);
  }
  // True if the source had no other target.
  template <class R>
  bool take_bit_if_last(Index source) noexcept {
    if (pairs().template of<R>().has_target(source)) return false;
    return self().template remove<R>(pool().handle(source));
  }

  // Every pair of one who dies ends, at both ends.
  template <class Watcher>
  void part(Index dying, Watcher& watcher) noexcept {
    pairs().for_each_relation([&]<class R>(PairIndex& of_relation) {
      while (of_relation.has_source(dying)) {
        const Index source = of_relation.first_source(dying);
        of_relation.remove_first_source(dying);
        const bool loses = take_bit_if_last<R>(source) && !pairs().is_doomed(source);
        if (loses) watcher.template loses<R>(source);
      }
      of_relation.remove_targets(dying);
    });
  }

  [[nodiscard]] World& self() { return static_cast<World&>(*this); }
  [[nodiscard]] const World& self() const { return static_cast<const World&>(*this); }
};

}  // namespace ecs
