// What view.par_each(executor, visitor) is made of: parts of a scan go to workers, one exception comes back.
//
//   line of the scan   [ part 0 | part 1 | part 2 | part 3 | part 4 ]      split.hpp
//   workers               this     other    this     other    other        executor.hpp
//
// Invariants
//   (1) each row lies in one part, each part is walked by one worker: the visits are those of each;
//   (2) the world's lock is held from before the first part until behind the last;
//   (3) at most one exception reaches the caller, when nobody works any more; parts not begun by then are left out.
// Cost        that of each, shared by the workers, and one run of the executor. A line of one part is walked by each.
#pragma once

#include <concepts>
#include <cstddef>
#include <tuple>
#include <type_traits>

#include "strategies/entity.hpp"
#include "strategies/executor.hpp"
#include "strategies/query.hpp"
#include "strategies/split.hpp"

namespace ecs {

// Calls walk(range) for each part; throws what the first to fail threw.
template <Executor Workers, std::invocable<RowRange> Walk>
void share_out(Workers& executor, const Split& split, const Walk& walk) {
  FirstError error;
  executor.run(split.parts(), [&](std::size_t number) noexcept { error.watch([&] { walk(split[number]); }); });
  error.rethrow();
}

template <class Visitor, class... Arguments>
inline constexpr bool kReturnsBool = false;
template <class Visitor, class... Arguments>
  requires std::invocable<Visitor&, Arguments...>
inline constexpr bool kReturnsBool<Visitor, Arguments...> =
    std::same_as<std::invoke_result_t<Visitor&, Arguments...>, bool>;

// Could a visitor of these terms stop the loop? In whichever form it takes them.
template <class Visitor, class... Terms>
inline constexpr bool kMayStop = []<class... All, class... Untagged>(std::tuple<All...>*, std::tuple<Untagged...>*) {
  return kReturnsBool<Visitor, All...> || kReturnsBool<Visitor, Entity, All...> || kReturnsBool<Visitor, Untagged...> ||
         kReturnsBool<Visitor, Entity, Untagged...>;
}(static_cast<AllArguments<Terms...>*>(nullptr), static_cast<UntaggedArguments<Terms...>*>(nullptr));

}  // namespace ecs
