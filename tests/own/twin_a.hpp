// One of two headers that define a class of one name (see twin_b.hpp). This one keeps a map.
#pragma once

#include <cstddef>
#include <map>
#include <utility>

#include "strategies/entity.hpp"
#include "strategies/strategy.hpp"

template <class C>
struct TwinStore {
  static constexpr const char* kName = "twin_a";
  static constexpr const char* kUsage = "tuned";
  static constexpr const char* kIds = "run-time";

  // Both of the kind that a linker or loader merges when it may.
  inline static std::size_t asked = 0;
  static std::size_t calls() {
    static std::size_t made = 0;
    return ++made;
  }

  C* insert(ecs::Entity entity, C value) {
    return &values.insert_or_assign(entity.index, std::pair{entity, std::move(value)}).first->second.second;
  }
  bool remove(ecs::Entity entity) { return values.erase(entity.index) != 0; }
  bool has(ecs::Entity entity) { return values.contains(entity.index); }
  C* try_get(ecs::Entity entity) {
    const auto found = values.find(entity.index);
    return found == values.end() ? nullptr : &found->second.second;
  }
  void each(auto&& visitor) {
    for (auto& [index, held] : values) visitor(held.first, held.second);
  }
  ecs::MemoryUse memory() { return {100, ++asked, calls()}; }

  std::map<ecs::Index, std::pair<ecs::Entity, C>> values;
};

template <class C>
using Own = TwinStore<C>;
