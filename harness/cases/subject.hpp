// Subject: the second run-time face of a strategy, for teaching. Operations by component number,
// one at a time; nothing here is timed.
//
//   number   component       what it is good for
//      0     plain number    moves bytewise
//      1     boxed number    owns memory, move-only: a lost or doubled value shows
//      2     aligned number  alignas(64)
//      3     tag             takes no storage; its value reads as 0
//
// Trial (trial.hpp) asks how fast; Subject asks whether it is right, and what the arrays look like.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "strategies/entity.hpp"
#include "strategies/strategy.hpp"

namespace ecsbench {

inline constexpr std::size_t kSubjectComponents = 4;

using ComponentSet = std::uint8_t;  // bit n: component number n

struct NumberedValue {
  std::size_t component;
  std::int64_t value;
};

// A view that a subject can run: which components it requires and which it excludes.
struct SubjectQuery {
  ComponentSet required;
  ComponentSet excluded;
};
inline constexpr std::array<SubjectQuery, 12> kSubjectQueries{{
    {0b0001, 0},
    {0b0010, 0},
    {0b0100, 0},
    {0b1000, 0},
    {0b0011, 0},
    {0b0111, 0},
    {0b1001, 0},
    {0b1111, 0},
    {0b0001, 0b0010},
    {0b0010, 0b1000},
    {0b0101, 0b1010},
    {0b0000, 0b0001},
}};

// One visit of a view: who, and the values of the required components in ascending number.
struct SubjectMatch {
  ecs::Entity entity;
  std::vector<std::int64_t> values;
  friend bool operator==(const SubjectMatch&, const SubjectMatch&) = default;
};

class Subject {
 public:
  Subject() = default;
  Subject(const Subject&) = delete;
  Subject& operator=(const Subject&) = delete;
  virtual ~Subject() = default;

  // REQUIRES: each component at most once
  virtual ecs::Entity spawn(std::span<const NumberedValue> given) = 0;
  virtual bool despawn(ecs::Entity entity) = 0;
  [[nodiscard]] virtual bool alive(ecs::Entity entity) const = 0;
  [[nodiscard]] virtual std::size_t size() const = 0;

  // Adds or replaces; false for a stale handle.
  virtual bool insert(ecs::Entity entity, NumberedValue given) = 0;
  virtual bool remove(ecs::Entity entity, std::size_t component) = 0;
  [[nodiscard]] virtual bool has(ecs::Entity entity, std::size_t component) const = 0;
  [[nodiscard]] virtual std::optional<std::int64_t> get(ecs::Entity entity, std::size_t component) const = 0;

  // Every visit of kSubjectQueries[query], in the strategy's own order; nothing where it cannot run that view.
  [[nodiscard]] virtual std::optional<std::vector<SubjectMatch>> visits(std::size_t query) = 0;

  // Nothing where the strategy does not say.
  [[nodiscard]] virtual std::optional<bool> consistent() const = 0;
  [[nodiscard]] virtual std::optional<ecs::MemoryUse> memory() const = 0;
};

struct SubjectCase {
  std::string strategy;
  std::function<std::unique_ptr<Subject>()> make;
};

// The storages, in teaching order. Defined in subjects/subjects.cpp.
[[nodiscard]] std::vector<SubjectCase> subjects();

}  // namespace ecsbench
