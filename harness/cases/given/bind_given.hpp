// Binds a given header to every workload: included by the one generated unit of its shared object.
//
//   Own<A, B>   a world            bound as it is
//   Own<A>      a store            lifted to a world (strategies/lift.hpp)
//
// The rules come first: a header that breaks one gets its sentence and no other error.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/cases/given/given.hpp"
#include "harness/cases/given/rules.hpp"
#include "harness/cases/movement/bind_movement.hpp"
#include "harness/cases/operations/bind_operations.hpp"
#include "strategies/lift.hpp"
#include "strategies/strategy.hpp"

namespace ecsbench {

// What the alias stands for: the class that names itself, its rules, and the world to be bound.
template <template <class...> class Own, bool kWorld = OwnIsWorld<Own>>
struct Form {
  using Named = Own<ecs::ProbeA, ecs::ProbeB>;
  using Rules = WorldRules<Named>;
  template <class... Cs>
  using World = Own<Cs...>;
  static constexpr bool kKeepsRules = ecs::Strategy<Own>;
};
template <template <class...> class Own>
struct Form<Own, false> {
  using Named = Own<ecs::ProbeA>;
  using Rules = StoreRules<Named>;
  template <class... Cs>
  using World = typename ecs::Lifted<Own>::template World<Cs...>;
  static constexpr bool kKeepsRules = ecs::SingleStore<Own>;
};

// In this order, so that the first error is about the first thing to do. Instantiating it is the check.
template <template <class...> class Own>
[[nodiscard]] consteval bool keeps_rules() {
  if constexpr (sizeof(OwnRules<Own>) != 0 && kDeclared<Own>) {
    using Is = Form<Own>;
    return sizeof(typename Is::Rules) + sizeof(NameRules<typename Is::Named>) != 0 && Is::kKeepsRules &&
           HasName<typename Is::Named>;
  }
  return false;
}

template <class Named>
[[nodiscard]] StrategyInfo info_of(std::string_view header, std::string_view source_sha256) {
  StrategyInfo info;
  info.name = Named::kName;
  info.origin = "given";
  info.source_sha256 = source_sha256;
  info.summary = "given by " + std::string{header};
  if constexpr (requires { Named::kSummary; }) info.summary = Named::kSummary;
  if constexpr (requires { Named::kVersion; }) info.version = Named::kVersion;
  if constexpr (requires { Named::kUsage; }) info.usage = Named::kUsage;
  if constexpr (requires { Named::kIds; }) info.ids = Named::kIds;
  return info;
}

// Every workload on a given world.
template <template <class...> class World>
[[nodiscard]] std::vector<Case> all_cases(std::string_view strategy) {
  std::vector<Case> cases = movement_cases<World>(strategy);
  for (Case& one : operation_cases<World>(strategy)) cases.push_back(std::move(one));
  return cases;
}

template <template <class...> class Own>
[[nodiscard]] Given bind_given(std::string_view header, std::string_view source_sha256) {
  if constexpr (keeps_rules<Own>()) {
    using Is = Form<Own>;
    return {std::string{header}, info_of<typename Is::Named>(header, source_sha256),
            all_cases<Is::template World>(Is::Named::kName)};
  } else {
    return {};  // never runs: the build of this unit has failed
  }
}

}  // namespace ecsbench
