// What kept a given header out, as one sentence for the person who gave it.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>
#include <utility>

#include "harness/cases/given/given.hpp"

namespace ecsbench {
namespace {

// Words of the command line and of the output that a strategy cannot be called.
constexpr std::array<std::string_view, 3> kReservedNames{"all", "control", kReferenceName};

std::string whose(const std::vector<Given>& before, std::string_view name) {
  const auto same = std::find_if(before.begin(), before.end(), [&](const Given& one) { return one.info.name == name; });
  return same == before.end() ? "a reference strategy" : same->header;
}

void refuse_taken_name(const Catalogue& all, const std::vector<Given>& before, const Given& given) {
  const std::string& name = given.info.name;
  if (std::find(kReservedNames.begin(), kReservedNames.end(), name) != kReservedNames.end()) {
    throw GivenFault{
        fmt::format("{} calls its strategy '{}', which means something else here: "
                    "choose another kName and build again",
                    given.header, name)};
  }
  if (std::any_of(all.strategies.begin(), all.strategies.end(),
                  [&](const StrategyInfo& one) { return one.name == name; })) {
    throw GivenFault{
        fmt::format("{} calls its strategy '{}', and so does {}: names must differ, "
                    "choose another kName and build again",
                    given.header, name, whose(before, name))};
  }
}

}  // namespace

void admit(Catalogue& all, std::vector<Given> given) {
  std::vector<Given> before;
  for (Given& one : given) {
    refuse_taken_name(all, before, one);
    all.strategies.push_back(one.info);
    std::move(one.cases.begin(), one.cases.end(), std::back_inserter(all.cases));
    before.push_back(std::move(one));
  }
}

}  // namespace ecsbench
