// Model: what a world ought to be, kept in the plainest way there is.
//
//   lives_     ordinal of birth -> the number each component carries, or nothing
//   marks_     ordinal of birth -> when each came and was last written; asked of Health alone, which is tracked
//
// No rows, no handles, no reuse. A question is asked of the model by looking at everyone.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "strategies/component.hpp"
#include "strategies/filter.hpp"
#include "strategies/marks.hpp"
#include "tests/support/components.hpp"
#include "tests/support/counted.hpp"

namespace ecsbench::tests {

inline constexpr std::size_t kModelComponents = 5;
template <class C>
inline constexpr std::size_t kNumberOf = ecs::number_of<C, A, Health, Counted, Text, Frozen>();

using Ordinal = std::size_t;
using Values = std::array<std::optional<int>, kModelComponents>;
using Answer = std::multiset<std::pair<Ordinal, Values>>;

// Which entities a view visits, and which of their components it shows; sets of component numbers as bits.
struct Question {
  unsigned required = 0;
  unsigned excluded = 0;
  unsigned shown = 0;
};
template <class... Cs>
[[nodiscard]] consteval unsigned bits_of() {
  return ((1u << kNumberOf<Cs>) | ... | 0u);
}

class Model {
 public:
  [[nodiscard]] std::size_t size() const { return lives_.size(); }
  [[nodiscard]] const std::map<Ordinal, Values>& lives() const { return lives_; }
  [[nodiscard]] bool alive(Ordinal who) const { return lives_.contains(who); }
  [[nodiscard]] const Values& at(Ordinal who) const { return lives_.at(who); }

  void spawn(Ordinal who, const Values& values) {
    lives_.emplace(who, values);
    marks_[who].fill({tick_, tick_});
  }
  bool despawn(Ordinal who) {
    marks_.erase(who);
    return lives_.erase(who) == 1;
  }
  void clear() {
    lives_.clear();
    marks_.clear();
  }
  // Adds, replaces or, with nothing, removes.
  void set(Ordinal who, std::size_t component, std::optional<int> number) {
    std::optional<int>& held = lives_.at(who)[component];
    ecs::Marks& marks = marks_.at(who)[component];
    marks = {held ? marks.added : tick_, tick_};
    held = number;
  }

  [[nodiscard]] ecs::Tick tick() const { return tick_; }
  void advance() { ++tick_; }
  // Whose component came, or was written, after a tick.
  template <class Marked>
  [[nodiscard]] std::set<Ordinal> touched(std::size_t component, Marked marked) const {
    std::set<Ordinal> found;
    for (const auto& [who, values] : lives_) {
      if (values[component] && marked(marks_.at(who)[component])) found.insert(who);
    }
    return found;
  }

  void remove_all(std::size_t component) {
    for (auto& [who, values] : lives_) values[component] = std::nullopt;
  }

  // The n-th of the living, counted around. REQUIRES: size() > 0
  [[nodiscard]] Ordinal living(std::size_t n) const {
    return std::next(lives_.begin(), static_cast<std::ptrdiff_t>(n % lives_.size()))->first;
  }

  [[nodiscard]] Answer answer(const Question& question) const {
    Answer answer;
    for (const auto& [who, values] : lives_) {
      const unsigned held = held_by(values);
      if ((held & question.required) != question.required || (held & question.excluded) != 0) continue;
      Values seen;
      for (std::size_t c = 0; c < kModelComponents; ++c) {
        if ((question.shown >> c & 1u) != 0) seen[c] = values[c];
      }
      answer.emplace(who, seen);
    }
    return answer;
  }

 private:
  [[nodiscard]] static unsigned held_by(const Values& values) {
    unsigned held = 0;
    for (std::size_t c = 0; c < kModelComponents; ++c) held |= values[c] ? 1u << c : 0u;
    return held;
  }

  std::map<Ordinal, Values> lives_;
  std::map<Ordinal, std::array<ecs::Marks, kModelComponents>> marks_;
  ecs::Tick tick_ = 1;
};

}  // namespace ecsbench::tests
