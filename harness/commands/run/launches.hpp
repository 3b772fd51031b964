// Launches: `ecsbench run --launches L`. The program runs itself L times, one launch after another, and keeps what each
// has measured: in each of them memory lies elsewhere.
//
// A launch is a whole run of the same configuration with --launches 1: of the same time budget, precision and seed. Its
// result comes back in a file of a folder that is gone afterwards. It sees neither ecsbench.toml nor ECSBENCH_ variables:
// all that they say stands in the configuration.
// Cost  this program sleeps meanwhile.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/commands/console.hpp"
#include "harness/commands/options/run_options.hpp"
#include "harness/commands/temporary.hpp"
#include "harness/report/launches.hpp"
#include "harness/report/result.hpp"

namespace ecsbench {

// The words of one launch, from 1, which writes its result to `file`; `config`: an empty file in the place of ecsbench.toml.
// Caches are modelled by the first alone: a model knows nothing of where memory lies.
[[nodiscard]] std::vector<std::string> launch_words(const RunOptions& options, std::uint64_t number,
                                                    const std::string& file, const std::string& config);

class LaunchRunner {
 public:
  LaunchRunner(const RunOptions& options, const Console& console);

  [[nodiscard]] bool finished() const { return begun_ == options_.launches; }

  // Runs one more and takes what it completed into `all`. The sentence of what failed, else empty; when interrupted() the
  // launch has ended with what was complete, and nothing failed. Throws std::runtime_error where it cannot be started.
  [[nodiscard]] std::string next(Result& all);

  // `all` with one case for each, over the launches so far.
  [[nodiscard]] Result over(const Result& all) const { return results_.over(all); }

  // False where a given strategy crashed or hung in a launch, which went on without it.
  [[nodiscard]] bool all_fit() const { return all_fit_; }

 private:
  void say_begin() const;
  void say_end(const std::vector<CaseResult>& cases) const;
  [[nodiscard]] std::string name() const;

  const RunOptions& options_;
  const Console& console_;
  TemporaryFolder folder_;
  LaunchedResults results_;
  std::uint64_t begun_ = 0;
  double elapsed_s_ = 0;
  bool all_fit_ = true;
};

}  // namespace ecsbench
