// Outputs: the files of a run, checked before it, rewritten after each contest, finished at its end.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "harness/commands/console.hpp"
#include "harness/commands/run_options.hpp"
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

  // What is complete so far, as valid files. Throws WriteError.
  void rewrite(const Result& result) const;

  // The same for the last time, and "wrote FILE" for each. Throws WriteError. `next` as in closing().
  void finish(const Result& result, std::string_view next, const Console& console) const;

 private:
  std::optional<OutputFile> json_, csv_, markdown_;
  KeptSamples samples_;
};

}  // namespace ecsbench
