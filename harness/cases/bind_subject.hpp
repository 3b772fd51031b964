// BoundSubject: joins a world of the four numbered components with the run-time face Subject.
//
// A run-time number becomes a type by walking the four; a set of given values becomes one spawn
// call of that very combination (16 of them), so that the path a user would take is the one that is looked at.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "harness/cases/subject.hpp"
#include "strategies/component.hpp"
#include "strategies/entity.hpp"
#include "strategies/filter.hpp"
#include "strategies/strategy.hpp"

namespace ecsbench {

struct PlainNumber {
  std::int64_t value;
};
struct BoxedNumber {
  std::unique_ptr<std::int64_t> value;
};
struct alignas(64) AlignedNumber {
  std::int64_t value;
};
struct NumberTag {};

template <class C>
[[nodiscard]] C numbered(std::int64_t value) {
  if constexpr (std::is_same_v<C, BoxedNumber>) {
    return {std::make_unique<std::int64_t>(value)};
  } else if constexpr (std::is_same_v<C, NumberTag>) {
    return {};
  } else {
    return {value};
  }
}
[[nodiscard]] inline std::int64_t number_in(const PlainNumber& c) {
  return c.value;
}
[[nodiscard]] inline std::int64_t number_in(const BoxedNumber& c) {
  return *c.value;
}
[[nodiscard]] inline std::int64_t number_in(const AlignedNumber& c) {
  return c.value;
}
[[nodiscard]] inline std::int64_t number_in(const NumberTag&) {
  return 0;
}

template <template <class...> class WorldTemplate>
class BoundSubject final : public Subject {
  using World = WorldTemplate<PlainNumber, BoxedNumber, AlignedNumber, NumberTag>;
  using Numbered = std::tuple<PlainNumber, BoxedNumber, AlignedNumber, NumberTag>;
  template <std::size_t kNumber>
  using ComponentAt = std::tuple_element_t<kNumber, Numbered>;

 public:
  ecs::Entity spawn(std::span<const NumberedValue> given) override {
    std::array<std::optional<std::int64_t>, kSubjectComponents> values{};
    for (const NumberedValue& one : given) values[one.component] = one.value;
    return spawn_from<0>(values);
  }
  bool despawn(ecs::Entity entity) override { return world_.despawn(entity); }
  [[nodiscard]] bool alive(ecs::Entity entity) const override { return world_.alive(entity); }
  [[nodiscard]] std::size_t size() const override { return world_.size(); }

  bool insert(ecs::Entity entity, NumberedValue given) override {
    return with_component(given.component, [&]<class C>(std::type_identity<C>) {
      return world_.insert(entity, numbered<C>(given.value)) != nullptr;
    });
  }
  bool remove(ecs::Entity entity, std::size_t component) override {
    return with_component(component, [&]<class C>(std::type_identity<C>) { return world_.template remove<C>(entity); });
  }
  [[nodiscard]] bool has(ecs::Entity entity, std::size_t component) const override {
    return with_component(component, [&]<class C>(std::type_identity<C>) { return world_.template has<C>(entity); });
  }
  [[nodiscard]] std::optional<std::int64_t> get(ecs::Entity entity, std::size_t component) const override {
    std::optional<std::int64_t> found;
    with_component(component, [&]<class C>(std::type_identity<C>) {
      if (const C* const value = world_.template try_get<C>(entity)) found = number_in(*value);
      return true;
    });
    return found;
  }

  [[nodiscard]] std::optional<std::vector<SubjectMatch>> visits(std::size_t query) override {
    std::optional<std::vector<SubjectMatch>> found;
    [&]<std::size_t... kQueries>(std::index_sequence<kQueries...>) {
      ((kQueries == query ? void(found = visits_of<kQueries>()) : void()), ...);
    }(std::make_index_sequence<kSubjectQueries.size()>{});
    return found;
  }

  [[nodiscard]] std::optional<bool> consistent() const override {
    if constexpr (ecs::Checked<World>) {
      return world_.consistent();
    } else {
      return std::nullopt;
    }
  }
  [[nodiscard]] std::optional<ecs::MemoryUse> memory() const override {
    if constexpr (ecs::Measured<World>) {
      return world_.memory();
    } else {
      return std::nullopt;
    }
  }

 private:
  // Calls use(type_identity<C>) for the component with this number.
  template <class Use>
  static bool with_component(std::size_t component, Use use) {
    return [&]<std::size_t... kNumbers>(std::index_sequence<kNumbers...>) {
      return ((kNumbers == component && use(std::type_identity<ComponentAt<kNumbers>>{})) || ...);
    }(std::make_index_sequence<kSubjectComponents>{});
  }

  template <std::size_t kNumber, class... Chosen>
  ecs::Entity spawn_from(const std::array<std::optional<std::int64_t>, kSubjectComponents>& values, Chosen... chosen) {
    if constexpr (kNumber == kSubjectComponents) {
      return world_.spawn(std::move(chosen)...);
    } else if (values[kNumber]) {
      return spawn_from<kNumber + 1>(values, std::move(chosen)..., numbered<ComponentAt<kNumber>>(*values[kNumber]));
    } else {
      return spawn_from<kNumber + 1>(values, std::move(chosen)...);
    }
  }

  // The components of a set, as a list of types.
  template <ComponentSet kSet, std::size_t kNumber = 0, class... Chosen>
  static constexpr auto listed() {
    if constexpr (kNumber == kSubjectComponents) {
      return ecs::List<Chosen...>{};
    } else if constexpr ((kSet >> kNumber & 1) != 0) {
      return listed<kSet, kNumber + 1, Chosen..., ComponentAt<kNumber>>();
    } else {
      return listed<kSet, kNumber + 1, Chosen...>();
    }
  }

  template <std::size_t kQuery>
  std::optional<std::vector<SubjectMatch>> visits_of() {
    constexpr SubjectQuery kAsked = kSubjectQueries[kQuery];
    return visits_through(listed<kAsked.required>(), listed<kAsked.excluded>());
  }

  template <class... Required, class... Excluded>
  std::optional<std::vector<SubjectMatch>> visits_through(ecs::List<Required...>, ecs::List<Excluded...>) {
    std::vector<SubjectMatch> found;
    const auto visit = [&found](ecs::Entity entity, const Required&... values) {
      found.push_back({entity, {number_in(values)...}});
    };
    if constexpr (sizeof...(Excluded) == 0) {
      world_.template view<const Required...>().each(visit);
    } else if constexpr (ecs::Filtered<WorldTemplate<ecs::ProbeA, ecs::ProbeB>>) {
      world_.template view<const Required...>(ecs::without<Excluded...>).each(visit);
    } else {
      return std::nullopt;
    }
    return found;
  }

  World world_;
};

template <template <class...> class World>
[[nodiscard]] SubjectCase subject_case(std::string strategy) {
  return {std::move(strategy), [] { return std::make_unique<BoundSubject<World>>(); }};
}

}  // namespace ecsbench
