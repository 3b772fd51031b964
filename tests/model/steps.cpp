// Random steps: weights, names, and the one place that knows RapidCheck.
#include "tests/model/steps.hpp"

#include <rapidcheck.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <ostream>
#include <random>
#include <tuple>
#include <utility>

namespace ecsbench::tests {
namespace {

struct Weighted {
  Kind kind;
  const char* name;
  std::size_t weight;
};
// The births and deaths balance at about 150 entities.
constexpr std::array kKinds{
    Weighted{Kind::kSpawn, "spawn", 30},
    Weighted{Kind::kSpawnMany, "spawn_many", 2},
    Weighted{Kind::kDespawn, "despawn", 15},
    Weighted{Kind::kDespawnMany, "despawn_many", 1},
    Weighted{Kind::kInsert, "insert", 40},
    Weighted{Kind::kRemove, "remove", 30},
    Weighted{Kind::kRemoveAll, "remove_all", 1},
    Weighted{Kind::kClear, "clear", 1},
    Weighted{Kind::kStale, "use of the dead", 8},
    Weighted{Kind::kQuery, "query", 30},
    Weighted{Kind::kPatch, "patch", 10},
    Weighted{Kind::kAdvance, "advance", 5},
    Weighted{Kind::kChanged, "changed since", 8},
    Weighted{Kind::kReserve, "reserve", 1},
    Weighted{Kind::kClone, "clone", 1},
    Weighted{Kind::kShrink, "shrink_to_fit", 2},
    Weighted{Kind::kMoveWorld, "move of the world", 2},
    Weighted{Kind::kDefer, "record", 40},
    Weighted{Kind::kFlush, "flush", 4},
};
static_assert(kKinds.size() == kKindCount);
constexpr unsigned kMostWho = 100000;
constexpr unsigned kMostWhat = 32;
constexpr int kMostValue = 1000;

rc::Gen<Step> any_step() {
  constexpr auto kind = [](const Weighted& weighted) { return std::pair{weighted.weight, weighted.kind}; };
  const auto of = [&]<std::size_t... kAt>(std::index_sequence<kAt...>) {
    return rc::gen::weightedElement<Kind>({kind(kKinds[kAt])...});
  };
  return rc::gen::map(rc::gen::tuple(of(std::make_index_sequence<kKinds.size()>{}), rc::gen::inRange(0u, kMostWho),
                                     rc::gen::inRange(0u, kMostWhat), rc::gen::inRange(0, kMostValue)),
                      [](const std::tuple<Kind, unsigned, unsigned, int>& drawn) {
                        return std::apply([](auto... fields) { return Step{fields...}; }, drawn);
                      });
}

}  // namespace

std::ostream& operator<<(std::ostream& out, const Step& step) {
  const auto* const named = std::ranges::find(kKinds, step.kind, &Weighted::kind);
  return out << named->name << "(who " << step.who << ", what " << step.what << ", value " << step.value << ')';
}

Step random_step(std::mt19937_64& random) {
  static std::discrete_distribution<std::size_t> kinds = [] {
    std::array<double, kKinds.size()> weights{};
    for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = static_cast<double>(kKinds[i].weight);
    return std::discrete_distribution<std::size_t>(weights.begin(), weights.end());
  }();
  return {kKinds[kinds(random)].kind, static_cast<unsigned>(random() % kMostWho),
          static_cast<unsigned>(random() % kMostWhat), static_cast<int>(random() % kMostValue)};
}

bool holds_for_random_steps(const std::function<void(const Steps&)>& check) {
  constexpr double kStepsForEachUnitOfSize = 4;  // sizes go up to 100
  return rc::check("a random program",
                   [&] { check(*rc::gen::scale(kStepsForEachUnitOfSize, rc::gen::container<Steps>(any_step()))); });
}

}  // namespace ecsbench::tests
