// Questions: views with several required and excluded sets, each with its description for the model.
#pragma once

#include <cstddef>
#include <unordered_map>
#include <utility>

#include "strategies/entity.hpp"
#include "strategies/filter.hpp"
#include "strategies/query.hpp"
#include "tests/model/model.hpp"
#include "tests/support/components.hpp"
#include "tests/support/counted.hpp"

namespace ecsbench::tests {

using Ordinals = std::unordered_map<ecs::Entity, Ordinal>;

// What a view visits, as the model would say it.
class Listener {
 public:
  explicit Listener(const Ordinals& ordinals) : ordinals_{ordinals} {}

  template <class View>
  [[nodiscard]] Answer listen(const View& view) const {
    Answer answer;
    view.each([&](ecs::Entity entity, auto&&... given) {
      Values seen;
      (note(seen, given), ...);
      answer.emplace(ordinals_.at(entity), seen);
    });
    return answer;
  }

 private:
  template <class Given>
  static void note(Values& seen, const Given& given) {
    seen[kNumberOf<Given>] = value_of(given);
  }
  template <class Given>
  static void note(Values& seen, Given* const& given) {
    if (given != nullptr) note(seen, std::as_const(*given));
  }

  const Ordinals& ordinals_;
};

template <bool kFilters>
inline constexpr std::size_t kQuestions = kFilters ? 12 : 6;

// Calls compare(question, view) for question n. REQUIRES: n < kQuestions<kFilters>
template <bool kFilters, class World, class Compare>
void ask(World& world, std::size_t n, const Compare& compare) {
  using ecs::with, ecs::without, ecs::Optional;
  constexpr unsigned a = bits_of<A>(), health = bits_of<Health>(), counted = bits_of<Counted>(), text = bits_of<Text>(),
                     frozen = bits_of<Frozen>(), all = a | health | counted | text | frozen;
  std::size_t number = 0;
  const auto question = [&](Question asked, const auto& view) {
    if (number++ == n) compare(asked, view);
  };
  question({a, 0, a}, world.template view<const A>());
  question({a | health, 0, a | health}, world.template view<A, const Health>());
  question({text | counted, 0, text | counted}, world.template view<Text, const Counted>());
  question({a | frozen, 0, a | frozen}, world.template view<Frozen, A>());
  question({frozen, 0, frozen}, world.template view<const Frozen>());
  question({all, 0, all}, world.template view<const Health, Frozen, const A, Text, Counted>());
  if constexpr (kFilters) {
    question({a, health, a}, world.template view<A>(without<Health>));
    question({text, a | frozen, text}, world.template view<const Text>(without<A, Frozen>));
    question({0, counted, 0}, world.template view<>(without<Counted>));
    question({health | frozen, text, health}, world.template view<const Health>(with<Frozen>, without<Text>));
    question({counted, frozen, counted | a | text},
             world.template view<Optional<const Text>, const Counted, Optional<A>>(without<Frozen>));
    question({0, 0, a | health | frozen}, world.template view<Optional<A>, Optional<const Health>, Optional<Frozen>>());
  }
}

}  // namespace ecsbench::tests
