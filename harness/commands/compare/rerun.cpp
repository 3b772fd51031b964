#include "harness/commands/compare/rerun.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "harness/commands/interrupt.hpp"
#include "harness/commands/run/launcher.hpp"
#include "harness/commands/temporary.hpp"
#include "harness/report/json_reader.hpp"
#include "harness/report/match_cases.hpp"
#include "harness/statistics/resampling.hpp"

namespace ecsbench {
namespace {

// One program of the two, and what its launches have given.
struct Program {
  std::string path;
  std::vector<std::string> words;  // options of run
  std::string file;
  std::optional<Result> result = std::nullopt;  // of all launches
};

// Of a program that makes several launches itself, each stands behind those of the pairs before.
void number_launches(std::vector<CaseResult>& cases, std::uint64_t pair) {
  std::uint64_t most = 1;
  for (const CaseResult& entry : cases) most = std::max(most, entry.launch);
  for (CaseResult& entry : cases) entry.launch = (pair - 1) * most + entry.launch;
}

void launch(Program& program, std::uint64_t pair) {
  ProgramCall call{program.path, {"run"}, "ECSBENCH_LAUNCHES="};
  call.words.insert(call.words.end(), program.words.begin(), program.words.end());
  call.words.insert(call.words.end(), {"--samples", "summary", "--quiet", "--json", program.file});
  const int status = run_program(call).status;
  if (interrupted()) return;
  if (status != 0) {
    throw std::runtime_error(
        fmt::format("{} {} in launch {}: nothing is compared.", program.path, ending_of(status), pair));
  }
  Result result = read_result(program.file);
  number_launches(result.cases, pair);
  if (!program.result) {
    program.result = std::move(result);
    return;
  }
  program.result->partial = program.result->partial || result.partial;
  std::move(result.cases.begin(), result.cases.end(), std::back_inserter(program.result->cases));
}

std::uint64_t pairs_needed(const CompareOptions& options, const Result& before, const Result& after) {
  if (options.launches) return *options.launches;
  const std::size_t cases = std::max<std::size_t>(1, match_cases(before, after).matched.size());
  return statistics::rounds_needed({options.settings.level, cases});
}

}  // namespace

std::optional<Reruns> rerun(const CompareOptions& options, const Console& console) {
  const TemporaryFolder folder;
  Program before{options.old_result, options.run_words, folder.file("old.json")};
  Program after{options.new_result, options.run_words, folder.file("new.json")};
  std::uint64_t pairs = 1;
  for (std::uint64_t pair = 1; pair <= pairs; ++pair) {
    const bool old_first = pair % 2 == 1;
    for (Program* program : {old_first ? &before : &after, old_first ? &after : &before}) {
      launch(*program, pair);
      if (interrupted()) return std::nullopt;
    }
    if (pair == 1) pairs = pairs_needed(options, *before.result, *after.result);
    console.say(fmt::format("pair {} of {} done", pair, pairs));
  }
  return Reruns{std::move(*before.result), std::move(*after.result)};
}

}  // namespace ecsbench
