// FamilyModel: what a world with relations must be like, by lists and loops alone.
//
//   lives_      entity -> the components it holds, as bits
//   pairs_      for each relation: (source, target), in order of relating
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "strategies/component.hpp"
#include "strategies/entity.hpp"
#include "tests/support/portrait.hpp"
#include "tests/support/relations.hpp"

namespace ecsbench::tests {

class FamilyModel {
 public:
  using Entity = ecs::Entity;
  struct Kind {
    bool exclusive;
    bool acyclic;
    bool cascades;
  };
  template <class R>
  static constexpr Kind kKind{ecs::kExclusive<R>, ecs::kAcyclic<R>, ecs::kOnDespawn<R> == ecs::OnDespawn::kCascade};
  static constexpr std::array kKinds{kKind<ChildOf>, kKind<PartOf>, kKind<Bound>, kKind<Rides>, kKind<Likes>};
  static constexpr std::size_t kRelations = kKinds.size();

  void spawn(Entity entity, unsigned bits) { lives_[entity] = bits; }
  [[nodiscard]] bool alive(Entity entity) const { return lives_.contains(entity); }
  [[nodiscard]] std::size_t size() const { return lives_.size(); }
  [[nodiscard]] const std::map<Entity, unsigned, ByIndex>& lives() const { return lives_; }
  void put(Entity entity, unsigned bit) {
    if (alive(entity)) lives_[entity] |= bit;
  }
  void take(Entity entity, unsigned bit) {
    if (alive(entity)) lives_[entity] &= ~bit;
  }

  bool despawn(Entity entity) {
    if (lives_.erase(entity) == 0) return false;
    std::vector<Entity> fall;
    for (std::size_t r = 0; r < kRelations; ++r) {
      if (kKinds[r].cascades) append(fall, sources(r, entity));
      std::erase_if(pairs_[r], [&](const auto& pair) { return pair.first == entity || pair.second == entity; });
    }
    for (const Entity source : fall) despawn(source);
    return true;
  }
  void clear() { *this = {}; }

  bool relate(std::size_t r, Entity source, Entity target) {
    if (!alive(source) || !alive(target) || related(r, source, target)) return false;
    if (kKinds[r].acyclic && leads_to(r, target, source)) return false;
    if (kKinds[r].exclusive) remove(r, source);
    pairs_[r].emplace_back(source, target);
    return true;
  }
  bool unrelate(std::size_t r, Entity source, Entity target) {
    return std::erase(pairs_[r], std::pair{source, target}) != 0;
  }
  bool remove(std::size_t r, Entity source) {
    return std::erase_if(pairs_[r], [&](const auto& pair) { return pair.first == source; }) != 0;
  }
  void remove_all(std::size_t r) { pairs_[r].clear(); }

  [[nodiscard]] bool related(std::size_t r, Entity source, Entity target) const {
    return std::count(pairs_[r].begin(), pairs_[r].end(), std::pair{source, target}) != 0;
  }
  [[nodiscard]] std::vector<Entity> sources(std::size_t r, Entity target) const {
    std::vector<Entity> found;
    for (const auto& [source, other] : pairs_[r]) {
      if (other == target) found.push_back(source);
    }
    return found;
  }
  [[nodiscard]] std::vector<Entity> targets(std::size_t r, Entity source) const {
    std::vector<Entity> found;
    for (const auto& [other, target] : pairs_[r]) {
      if (other == source) found.push_back(target);
    }
    return found;
  }

 private:
  static void append(std::vector<Entity>& all, const std::vector<Entity>& more) {
    all.insert(all.end(), more.begin(), more.end());
  }
  [[nodiscard]] bool leads_to(std::size_t r, Entity from, Entity to) const {
    std::vector<Entity> met{from};
    for (std::size_t i = 0; i < met.size(); ++i) {
      if (met[i] == to) return true;
      for (const Entity target : targets(r, met[i])) {
        if (std::count(met.begin(), met.end(), target) == 0) met.push_back(target);
      }
    }
    return false;
  }

  std::map<Entity, unsigned, ByIndex> lives_;
  std::array<std::vector<std::pair<Entity, Entity>>, kRelations> pairs_;
};

}  // namespace ecsbench::tests
