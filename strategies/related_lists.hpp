// RelatedLists: relations of a world that stands on a storage and keeps lists of matches beside it: the pairs are the
// storage's, the lists hear of them.
//
//   relate<R>(s, t)      the first target: s enters the lists of with<R>, and leaves those of without<R>
//   despawn(t)           who falls leaves all lists; who loses its last pair of R changes lists as after remove<R>
//
// The world is the class that derives from it; it keeps storage_ (a RelatedBits world), lists_ and lock_.
//
// Invariant  (1) room in the lists is made before the storage changes: what throws has had no effect.
// Cost       that of the storage, and O(lists that name R) for a first or last pair; a fall looks at every list once.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#include "strategies/component.hpp"
#include "strategies/entity.hpp"
#include "strategies/mask.hpp"
#include "strategies/related.hpp"
#include "strategies/relation.hpp"
#include "strategies/view.hpp"

namespace ecs {

template <class World, Component... Cs>
class RelatedLists : public RelatesEntities<World, Cs...> {
  using Bits = Mask<sizeof...(Cs)>;
  template <class C>
  static constexpr std::size_t kNumber = number_of<C, Cs...>();

 protected:
  // Those of the named that have pairs die, and who falls with them; gives how many. The others are left alone.
  std::size_t fell([[maybe_unused]] std::span<const Entity> named) {
    if constexpr (kRelationsAmong<Cs...> != 0) {
      return ViewAccess::fell(self().storage_, named, Watcher{self()});
    } else {
      return 0;
    }
  }

 private:
  friend World;
  friend class RelatesEntities<World, Cs...>;

  [[nodiscard]] const auto& pool() const { return ViewAccess::pool(self().storage_); }
  [[nodiscard]] auto& pairs() { return ViewAccess::pairs(self().storage_); }
  [[nodiscard]] const auto& pairs() const { return ViewAccess::pairs(self().storage_); }

  template <class R>
  void make_pair(Index source, Index target) {
    Bits related = mask_at(source);
    related.set(kNumber<R>);
    change<R>(source, related,
              [&](auto& storage, Entity entity) { storage.template relate<R>(entity, pool().handle(target)); });
  }
  template <class R>
  void end_pair(Index source, Index target) {
    Bits unrelated = mask_at(source);
    unrelated.reset(kNumber<R>);
    change<R>(source, unrelated,
              [&](auto& storage, Entity entity) { storage.template unrelate<R>(entity, pool().handle(target)); });
  }
  // `possible` is the mask that the source may have afterwards.
  template <class R, class Change>
  void change(Index source, const Bits& possible, Change apply) {
    const Bits before = mask_at(source);
    self().lists_.make_room_to_enter(kNumber<R>, source, before, possible);
    apply(self().storage_, pool().handle(source));
    self().lists_.move_between(kNumber<R>, source, before, mask_at(source));
  }

  // Keeps the lists right while entities fall (related_bits.hpp).
  struct Watcher {
    World& world;

    // Whoever loses a pair may enter the lists that exclude a relation.
    template <class Pairs>
    void prepare(const Pairs& pairs) {
      std::size_t losses = 0;
      std::size_t slots = 0;
      pairs.for_each_loss([&](Index source) {
        ++losses;
        slots = std::max(slots, source + std::size_t{1});
      });
      world.lists_.for_each([&](auto& list) {
        const bool may_be_entered = ((kIsRelation<Cs> && list.excluded().test(kNumber<Cs>)) || ...);
        if (losses != 0 && may_be_entered) list.make_room(losses, slots);
      });
    }
    void dies(Index index) noexcept { world.leave_all(world.pool().handle(index)); }
    template <class R>
    void loses(Index index) noexcept {
      const Bits after = world.mask_at(index);
      Bits before = after;
      before.set(kNumber<R>);
      world.lists_.move_between(kNumber<R>, index, before, after);
    }
  };

  [[nodiscard]] Bits mask_at(Index index) const { return self().storage_.mask(pool().handle(index)); }
  [[nodiscard]] World& self() { return static_cast<World&>(*this); }
  [[nodiscard]] const World& self() const { return static_cast<const World&>(*this); }
};

}  // namespace ecs
