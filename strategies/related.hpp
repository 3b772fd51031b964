// RelatesEntities: what a world with relations can be asked, the same for every storage.
//
//   relate, unrelate, related, target_of, each_target, each_source        relation.hpp says what they mean
//
// The world is the class that derives from it. It keeps lock_, takes this class for a friend, and offers
//   pool(), pairs()                      who is alive, and whose pairs there are (pairs.hpp)
//   make_pair<R>(source, target)         the pair comes to be; may throw, with no effect
//   end_pair<R>(source, target)          it ends; may throw, with no effect
//
// Invariant  (1) stale handles, refusals and the lock are settled here: what a storage is told to do, it does.
// Cost       related: O(the shorter of two lists of pairs); target_of: O(1); relate, unrelate: that and the storage's.
#pragma once

#include <concepts>
#include <cstddef>
#include <utility>

#include "strategies/component.hpp"
#include "strategies/entity.hpp"
#include "strategies/lock.hpp"
#include "strategies/pairs.hpp"
#include "strategies/query.hpp"
#include "strategies/relation.hpp"

namespace ecs {

template <class World, Component... Cs>
class RelatesEntities {
 public:
  static constexpr bool kKeepsPairs = true;

  // False, with no effect, for a stale handle, a pair that stands already, or a circle of an acyclic R. Throws bad_alloc.
  template <RelationAmong<Cs...> R>
  bool relate(Entity source, Entity target) {
    World& world = self();
    if (!world.alive(source) || !world.alive(target)) return false;
    if (!world.pairs().template admits<R>(source.index, target.index)) return false;
    world.lock_.require_open("relate");
    world.template make_pair<R>(source.index, target.index);
    return true;
  }
  // False if there is no such pair.
  template <RelationAmong<Cs...> R>
  bool unrelate(Entity source, Entity target) {
    if (!related<R>(source, target)) return false;
    self().lock_.require_open("unrelate");
    self().template end_pair<R>(source.index, target.index);
    return true;
  }

  template <RelationAmong<Cs...> R>
  [[nodiscard]] bool related(Entity source, Entity target) const {
    return self().alive(source) && self().alive(target) && index<R>().has(source.index, target.index);
  }
  // The first target, null if there is none.
  template <RelationAmong<Cs...> R>
  [[nodiscard]] Entity target_of(Entity source) const {
    if (!self().alive(source) || !index<R>().has_target(source.index)) return kNull;
    return self().pool().handle(index<R>().first_target(source.index));
  }
  // Both call visit(Entity) in order of relating; one that returns bool stops with false. A stale handle has none.
  template <RelationAmong<Cs...> R, std::invocable<Entity> Visit>
  void each_target(Entity source, Visit&& visit) const {
    if (!self().alive(source)) return;
    const LockGuard guard{self().lock_};
    index<R>().each_target(source.index, hand_to(visit));
  }
  template <RelationAmong<Cs...> R, std::invocable<Entity> Visit>
  void each_source(Entity target, Visit&& visit) const {
    if (!self().alive(target)) return;
    const LockGuard guard{self().lock_};
    index<R>().each_source(target.index, hand_to(visit));
  }

 protected:
  // Part of consistent(): the mask of an entity has a relation exactly where it has a target, and the dead have no pairs.
  [[nodiscard]] bool pairs_are_right() const {
    const auto& pool = self().pool();
    return self().pairs().consistent() &&
           self().pairs().tell_of(
               pool.slots(), [&](Index index) { return pool.alive_at(index); },
               [&](Index index, std::size_t number) { return self().mask(pool.handle(index)).test(number); });
  }

 private:
  [[nodiscard]] World& self() { return static_cast<World&>(*this); }
  [[nodiscard]] const World& self() const { return static_cast<const World&>(*this); }
  template <class R>
  [[nodiscard]] const PairIndex& index() const {
    return self().pairs().template of<R>();
  }
  template <class Visit>
  [[nodiscard]] auto hand_to(Visit& visit) const {
    return [&visit, &pool = self().pool()](Index index) {
      return goes_on([&]() -> decltype(auto) { return visit(pool.handle(index)); });
    };
  }
};

}  // namespace ecs
