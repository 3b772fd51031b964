// Outputs: the files of a run, checked before it, rewritten after each contest, finished at its end.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/commands/options/run_options.hpp"
#include "harness/report/output_file.hpp"
#include "harness/report/result.hpp"

namespace ecsbench {

class Outputs {
 public:
  // Throws UsageError for a path that cannot be written.
  explicit Outputs(const RunOptions& options);

  // Stdout belongs to a file: no table goes there.
  [[nodiscard]] bool take_stdout() const;
  [[nodiscard]] bool any_file() const;
  [[nodiscard]] const std::optional<OutputFile>& json() const { return json_; }

  // What is complete so far, as valid files. Left out until 20 times as long has passed as the last time
  // took: a large result written anew after each contest would make the writing quadratic. Throws WriteError.
  // `summary`: what Markdown is made from where it differs, as over several launches.
  void rewrite(const Result& result, const Result& summary);
  void rewrite(const Result& result) { rewrite(result, result); }

  // The same for the last time. Returns the files that are there now. Throws WriteError, once
  // all have been tried. `next` as in closing().
  [[nodiscard]] std::vector<std::string> finish(const Result& result, const Result& summary,
                                                std::string_view next) const;
  [[nodiscard]] std::vector<std::string> finish(const Result& result, std::string_view next) const {
    return finish(result, result, next);
  }

 private:
  std::optional<OutputFile> json_, csv_, markdown_;
  KeptSamples samples_;
  std::chrono::steady_clock::time_point rewrite_from_;  // not before
};

// "wrote out.json, out.csv and 6 charts in charts"; empty where nothing was written. A chart is a file that ends in .svg,
// whatever else it was written as.
[[nodiscard]] std::string written_text(const std::vector<std::string>& files, const std::vector<std::string>& drawn,
                                       const std::string& folder);

}  // namespace ecsbench
