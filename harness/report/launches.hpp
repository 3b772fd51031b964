// The launches of one run in one result: what the file holds, and what a table is made from.
//
//   file     cases of launch 1, of launch 2, ...   comparisons and controls over all of them
//   table    one case for each, over its launches  the same comparisons and controls
//
// What is said of the machine before a run (load, governor, battery) is said by the run itself, once: a launch would find
// the load that the one before it made.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/report/result.hpp"
#include "harness/report/summarise_launches.hpp"

namespace ecsbench {

class LaunchedResults {
 public:
  // Takes one more launch in, from 1: its cases get its number in `all`, whose comparisons and controls are made anew; warnings
  // that are not there yet get "launch 2: " before them; skips of strategies are joined. A sentence where it did other
  // work than one before; nothing of it is kept then, nor where memory runs out.
  [[nodiscard]] std::optional<std::string> add(Result launch, std::uint64_t number, Result& all);

  // `all` with one case for each, over its launches.
  [[nodiscard]] Result over(const Result& all) const;

 private:
  std::vector<Result> launches_;  // with the medians of their rounds alone
  LaunchesSummary summary_;
};

}  // namespace ecsbench
