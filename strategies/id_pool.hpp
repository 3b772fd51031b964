// WithIds: a pool of handles whose entities may have permanent ids. All deaths pass through the pool, and so take their id
// along whoever caused them: despawn, despawn_many, clear, an undone spawn_many.
//
//   Pool     index -> generation, free slots            entity_pool.hpp, slot_pool.hpp
//   ids_     ids of those who were asked for one        id_maps.hpp
//
// Invariants (checked by consistent())
//   (1) only the living have an id.
// Cost        the pool's; where nobody has an id, a despawn pays one test of a size that is 0, which is always foreseen
//             (two instructions: 58.5 -> 60.5 a despawn in bitset, 66.8 -> 68.8 in archetype, none more in spawn or each).
//             The branch behind it is called, not within, so that the loops of the pool keep their registers.
#pragma once

#include <cassert>
#include <cstddef>
#include <span>
#include <utility>

#include "strategies/entity.hpp"
#include "strategies/entity_id.hpp"
#include "strategies/id_maps.hpp"

namespace ecs {

template <class Pool>
class WithIds : public Pool {
 public:
  // --- deaths ---

  // REQUIRES: alive(entity)
  void despawn(Entity entity) noexcept {
    if (!ids_.empty()) [[unlikely]]
      forget(entity.index);
    Pool::despawn(entity);
  }
  std::size_t despawn_many(std::span<const Entity> entities) noexcept {
    if (!ids_.empty()) [[unlikely]]
      forget(entities);
    return Pool::despawn_many(entities);
  }
  void clear() noexcept {
    if (!ids_.empty()) [[unlikely]]
      ids_.clear();
    Pool::clear();
  }
  void undo_spawns(const auto& mark) noexcept {
    if (!ids_.empty()) [[unlikely]]
      this->for_each_since(mark, [&](Index index) { ids_.erase(index); });
    Pool::undo_spawns(mark);
  }

  // --- ids: see entity_id.hpp ---

  // Null for a stale handle. Throws bad_alloc, and as draw_id does.
  EntityId mint(Entity entity) {
    if (!this->alive(entity)) return kNullId;
    if (const EntityId has = known(entity); has != kNullId) return has;
    EntityId fresh = draw_id();
    while (ids_.number_of(fresh) != kNoEntry) fresh = draw_id();
    ids_.insert(entity.index, fresh);
    return fresh;
  }
  // True if the entity has this id afterwards.
  bool assign(Entity entity, const EntityId& id) {
    if (id == kNullId || !this->alive(entity)) return false;
    const EntryNumber holder = ids_.number_of(id);
    if (holder != kNoEntry) return ids_.owner(holder) == entity.index;
    if (ids_.number_of(entity.index) != kNoEntry) return false;
    ids_.insert(entity.index, id);
    return true;
  }
  [[nodiscard]] EntityId known(Entity entity) const {
    const EntryNumber number = number_of(entity);
    return number == kNoEntry ? kNullId : ids_.id(number);
  }
  [[nodiscard]] Entity find(const EntityId& id) const {
    const EntryNumber number = ids_.number_of(id);
    return number == kNoEntry ? kNull : this->handle(ids_.owner(number));
  }
  [[nodiscard]] EntryNumber number_of(Entity entity) const {
    return this->alive(entity) ? ids_.number_of(entity.index) : kNoEntry;
  }
  [[nodiscard]] const IdMaps& id_maps() const { return ids_; }
  void reserve_ids(std::size_t n) { ids_.reserve(n); }

  // --- upkeep ---

  [[nodiscard]] WithIds clone() const {
    WithIds copy;
    static_cast<Pool&>(copy) = Pool::clone();
    copy.ids_ = ids_.clone();
    return copy;
  }
  void shrink_to_fit() {
    Pool::shrink_to_fit();
    ids_.shrink_to_fit();
  }
  [[nodiscard]] std::size_t used_bytes() const { return Pool::used_bytes() + ids_.used_bytes(); }
  [[nodiscard]] std::size_t owned_bytes() const { return Pool::owned_bytes() + ids_.owned_bytes(); }

  [[nodiscard]] bool consistent() const {
    if (!Pool::consistent() || !ids_.consistent()) return false;
    for (EntryNumber number = 0; number < ids_.size(); ++number) {
      const Index owner = ids_.owner(number);
      if (owner >= this->slots() || !this->alive_at(owner)) return false;
    }
    return true;
  }

 private:
  [[gnu::cold]] [[gnu::noinline]] void forget(Index index) noexcept { ids_.erase(index); }
  [[gnu::cold]] [[gnu::noinline]] void forget(std::span<const Entity> entities) noexcept {
    for (const Entity entity : entities) {
      if (this->alive(entity)) ids_.erase(entity.index);
    }
  }

  IdMaps ids_;
};

// What a world shows of its pool: ids can be asked for and given, lives cannot be ended. Entities with an id are numbered
// from 0 to size() - 1, in no order; a death renumbers.
template <class Pool>
class PoolIds {
 public:
  explicit PoolIds(Pool& pool) : pool_{pool} {}

  EntityId of(Entity entity) { return pool_.mint(entity); }
  bool assign(Entity entity, const EntityId& id) { return pool_.assign(entity, id); }
  void reserve(std::size_t n) { pool_.reserve_ids(n); }

  [[nodiscard]] EntityId known(Entity entity) const { return pool_.known(entity); }
  [[nodiscard]] Entity find(const EntityId& id) const { return pool_.find(id); }

  [[nodiscard]] std::size_t size() const { return pool_.id_maps().size(); }
  // REQUIRES: number < size()
  [[nodiscard]] const EntityId& id(EntryNumber number) const { return pool_.id_maps().id(number); }
  [[nodiscard]] Entity entity(EntryNumber number) const { return pool_.handle(pool_.id_maps().owner(number)); }

 private:
  Pool& pool_;
};

}  // namespace ecs
