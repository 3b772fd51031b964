// A store of one component type: values side by side, found through an index. It is lifted to a world.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "strategies/entity.hpp"

template <class C>
class PackedStore {
 public:
  static constexpr const char* kName = "packed";
  static constexpr const char* kVersion = "1.2";

  C* insert(ecs::Entity entity, C value) {
    if (C* const held = try_get(entity)) {
      std::destroy_at(held);
      return std::construct_at(held, std::move(value));
    }
    if (entity.index >= rows_.size()) rows_.resize(entity.index + std::size_t{1}, kNone);
    C* const place = &values_.emplace_back(entity, std::move(value)).second;
    rows_[entity.index] = values_.size() - 1;  // last: what throws above has changed nothing that can be seen
    return place;
  }

  bool remove(ecs::Entity entity) {
    if (!has(entity)) return false;
    const std::size_t hole = std::exchange(rows_[entity.index], kNone);
    if (hole != values_.size() - 1) {  // the last value moves into the hole
      rows_[values_.back().first.index] = hole;
      std::destroy_at(&values_[hole]);
      std::construct_at(&values_[hole], std::move(values_.back()));
    }
    values_.pop_back();
    return true;
  }

  bool has(ecs::Entity entity) const { return entity.index < rows_.size() && rows_[entity.index] != kNone; }
  C* try_get(ecs::Entity entity) { return has(entity) ? &values_[rows_[entity.index]].second : nullptr; }

  void each(auto&& visitor) {
    for (auto& [entity, value] : values_) visitor(entity, value);
  }
  std::size_t size() const { return values_.size(); }

 private:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  std::vector<std::size_t> rows_;                  // entity index -> place in values_, or kNone
  std::vector<std::pair<ecs::Entity, C>> values_;  // in no order
};

template <class C>
using Own = PackedStore<C>;
