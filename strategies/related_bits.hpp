// RelatedBits: relations of a world that keeps components by entity: a relation is one more component, a tag, and beside it
// the world's pairs.
//
//   mask of b     P . . ChildOf      set exactly while b has a target: with<ChildOf> is a bit like any other
//   pairs_        b -> a             which one: with<ChildOf>(a) walks the sources of a
//
// The world is the class that derives from it (related.hpp); for each relation R it offers besides
//   make_room_for_bit<R>(index)          may throw, with no effect
//   set_bit<R>(index), reset_bit<R>(index), has_bit<R>(index)
//   end(Entity)                          an entity without pairs dies
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
      const Doom doom{world.pairs(), world.pool(), named};
      watcher.prepare(world.pairs());
      world.pairs().for_each_doomed([&](Index index) { watcher.dies(index); });
      const std::size_t before = world.size();
      world.pairs().for_each_doomed([&](Index index) {
        part(index, watcher);
        world.end(world.pool().handle(index));
      });
      return before - world.size();
    } else {
      return 0;
    }
  }
  std::size_t fell(Entity entity) { return fell(std::span{&entity, 1}); }

 private:
  friend World;
  friend class RelatesEntities<World, Cs...>;

  template <class R>
  void make_pair(Index source, Index target) {
    self().template make_room_for_bit<R>(source);
    self().pairs().template make_room<R>(source, target);
    self().pairs().template relate<R>(source, target);
    match_bit<R>(source);
  }
  template <class R>
  void end_pair(Index source, Index target) noexcept {
    self().pairs().template of<R>().remove(source, target);
    match_bit<R>(source);
  }
  template <class R>
  void end_pairs_of(Index source) noexcept {
    self().pairs().template of<R>().remove_targets(source);
    match_bit<R>(source);
  }

  template <class R>
  void match_bit(Index source) noexcept {
    const bool wanted = self().pairs().template of<R>().has_target(source);
    if (wanted == self().template has_bit<R>(source)) return;
    wanted ? self().template set_bit<R>(source) : self().template reset_bit<R>(source);
  }

  // Every pair of one who dies ends, at both ends.
  template <class Watcher>
  void part(Index dying, Watcher& watcher) noexcept {
    self().pairs().for_each_relation([&]<class R>(PairIndex& pairs) {
      while (pairs.has_source(dying)) {
        const Index source = pairs.first_source(dying);
        pairs.remove_first_source(dying);
        match_bit<R>(source);
        const bool loses = !pairs.has_target(source) && !self().pairs().is_doomed(source);
        if (loses) watcher.template loses<R>(source);
      }
      end_pairs_of<R>(dying);
    });
  }

  [[nodiscard]] World& self() { return static_cast<World&>(*this); }
};

}  // namespace ecs
