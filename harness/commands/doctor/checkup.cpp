#include "harness/commands/doctor/checkup.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <new>
#include <utility>

#include "harness/commands/interrupt.hpp"
#include "harness/commands/options/run_options.hpp"
#include "harness/commands/printable.hpp"
#include "harness/commands/run/contest.hpp"
#include "harness/commands/run/counting.hpp"
#include "harness/commands/run/duration.hpp"
#include "harness/commands/run/progress.hpp"
#include "harness/commands/run/select.hpp"
#include "harness/commands/run/warnings.hpp"
#include "harness/machine/counters.hpp"
#include "harness/machine/environment.hpp"
#include "harness/machine/power.hpp"
#include "harness/machine/probes.hpp"
#include "harness/machine/version.hpp"
#include "harness/measure/clock.hpp"
#include "harness/measure/pace.hpp"
#include "harness/measure/verify.hpp"
#include "harness/report/block.hpp"

namespace ecsbench {
namespace {

constexpr double kNoiseBudgetS = 1.5;

void say_step(const Console& console, std::string_view step) {
  if (console.draws_progress()) console.draw_progress(step);
}

void probe(ProbedLevel& level) {
  const std::uint64_t bytes = level.working_set_bytes;
  level.triad_gb_per_s = triad_gb_per_s(bytes);
  level.update_gb_per_s = update_gb_per_s(bytes);
  level.copy_gb_per_s = copy_gb_per_s(bytes);
  level.random_read_ns = random_read_ns(bytes);
  level.random_reads_ns = random_reads_ns(bytes);
}

std::string small_letters(std::string text) {
  for (char& letter : text) letter = letter == 'L' ? 'l' : letter;
  return text;
}

// "l2_triad_gb_per_s" and so on, as the result file names probes.
void keep(const ProbedLevel& level, Result& result) {
  const std::string name = small_letters(level.name);
  result.probes.emplace_back(name + "_triad_gb_per_s", level.triad_gb_per_s);
  result.probes.emplace_back(name + "_update_gb_per_s", level.update_gb_per_s);
  result.probes.emplace_back(name + "_copy_gb_per_s", level.copy_gb_per_s);
  result.probes.emplace_back(name + "_random_read_ns", level.random_read_ns);
  result.probes.emplace_back(name + "_random_reads_ns", level.random_reads_ns);
}

// What is measured for the noise floor: the default size of a run, one storage, no other beside its copy.
RunOptions noise_options() {
  RunOptions options = run_options({});
  options.strategies = {"archetype"};
  options.workloads = {"move/same-order"};
  options.reference = false;
  options.rounds = kFewestRounds;  // whatever time they take: fewer would leave no interval on a busy machine
  options.time_budget_s = kNoiseBudgetS;
  return options;
}

ContestRules rules_of(const RunOptions& options, const EnvironmentResult& environment) {
  ContestRules rules;
  rules.settings = settings_of(options, 1);
  rules.clock_cost_ns = environment.clock_cost_ns.value_or(0);
  rules.clock_resolution_ns = environment.clock_resolution_ns.value_or(0);
  return rules;
}

void measure_noise(const Catalogue& catalogue, Checkup& checkup, const Console& console) {
  const RunOptions options = noise_options();
  const Selection selection = select(options, catalogue);
  Contest contest = selection.contests.front();
  contest.params.entities = contest.asked.count;
  ProgressLine progress(console, 1, false);
  ContestOutcome outcome = hold(contest, rules_of(options, checkup.result.environment), progress);
  checkup.result.strategies = selection.strategies;
  for (StrategyResult& strategy : checkup.result.strategies) {
    strategy.flags = checkup.result.tool.flags;
    strategy.assertions = checkup.result.tool.assertions;
  }
  checkup.result.cases = std::move(outcome.summary.cases);
  checkup.result.controls = {{contest.workload->name, outcome.summary.control}};
  checkup.result.control = outcome.summary.control;
  checkup.result.warnings.insert(checkup.result.warnings.end(), outcome.warnings.begin(), outcome.warnings.end());
  if (checkup.result.cases.empty()) checkup.no_noise_floor = "interrupted";
}

// A checkup tells what it can: a noise floor that cannot be had is no reason to tell nothing.
void try_noise(const Catalogue& catalogue, Checkup& checkup, const Console& console) {
  try {
    measure_noise(catalogue, checkup, console);
  } catch (const std::bad_alloc&) {
    checkup.no_noise_floor = "memory ran out";
  } catch (const WrongResult& error) {
    checkup.no_noise_floor = printable(error.what());
  }
}

void describe_run(Result& result, const std::vector<std::string>& words) {
  result.tool = tool_facts();
  result.run.argv = {"ecsbench"};
  for (const std::string& word : words) result.run.argv.push_back(printable(word));
  result.run.started_utc = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
  SteadyClock clock;
  const ClockFacts facts = measure_clock(clock);
  result.environment.clock_resolution_ns = facts.resolution_ns;
  result.environment.clock_cost_ns = facts.cost_ns;
}

}  // namespace

std::vector<ProbedLevel> levels_to_probe(const std::vector<CacheResult>& caches) {
  std::vector<ProbedLevel> levels;
  std::uint64_t last_bytes = 0;
  for (const CacheResult& cache : caches) {
    if (cache.type == "Instruction" || cache.size_bytes == 0) continue;
    const std::uint64_t half = std::min(cache.size_bytes / 2, kLargestProbeBytes);
    levels.push_back({fmt::format("L{}", cache.level), half});
    last_bytes = std::max(last_bytes, cache.size_bytes);
  }
  if (last_bytes <= kLargestProbeBytes / 2) {
    const std::uint64_t beyond = last_bytes == 0 ? kLargestProbeBytes : 4 * last_bytes;
    levels.push_back({"memory", std::min(beyond, kLargestProbeBytes)});
  }
  return levels;
}

Checkup check_up(const Catalogue& catalogue, const Machine& machine, const std::vector<std::string>& words,
                 const Console& console) {
  const auto begin = std::chrono::steady_clock::now();
  Checkup checkup;
  Result& result = checkup.result;
  result.environment = read_environment(machine);
  checkup.on_battery = on_battery(machine);
  describe_run(result, words);
  result.warnings = warnings_before(result.tool, result.environment, checkup.on_battery);
  checkup.no_counters = why_not_counted(*this_kernel(), run_options({}).counters);
  if (!checkup.no_counters.empty()) result.warnings.push_back({"W15", counters_missing(checkup.no_counters)});
  if (!build_alarm(result.tool)) result.probes.emplace_back("core_ghz", core_ghz());

  try_noise(catalogue, checkup, console);
  for (ProbedLevel& level : levels_to_probe(result.environment.caches)) {
    if (interrupted()) break;
    say_step(console, "probing " + level.name);
    probe(level);
    keep(level, result);
    checkup.levels.push_back(level);
  }
  console.erase_progress();

  for (Warning& warning : warnings_after(result)) result.warnings.push_back(std::move(warning));
  result.warnings = to_be_said(std::move(result.warnings), {});
  result.environment.load_after = load_average(machine);
  result.run.duration_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  result.partial = interrupted();
  if (interrupted()) result.run.exit_reason = "interrupted";
  return checkup;
}

}  // namespace ecsbench
