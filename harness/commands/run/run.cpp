#include "harness/commands/run/run.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <new>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "harness/commands/interrupt.hpp"
#include "harness/commands/options/usage_error.hpp"
#include "harness/commands/plot.hpp"
#include "harness/commands/printable.hpp"
#include "harness/commands/run/contest.hpp"
#include "harness/commands/run/counting.hpp"
#include "harness/commands/run/dry_run.hpp"
#include "harness/commands/run/duration.hpp"
#include "harness/commands/run/ending.hpp"
#include "harness/commands/run/estimate.hpp"
#include "harness/commands/run/given_trial.hpp"
#include "harness/commands/run/launches.hpp"
#include "harness/commands/run/outputs.hpp"
#include "harness/commands/run/progress.hpp"
#include "harness/commands/run/select.hpp"
#include "harness/commands/run/warnings.hpp"
#include "harness/machine/affinity.hpp"
#include "harness/machine/environment.hpp"
#include "harness/machine/memory.hpp"
#include "harness/machine/power.hpp"
#include "harness/machine/probes.hpp"
#include "harness/machine/version.hpp"
#include "harness/measure/clock.hpp"
#include "harness/measure/verify.hpp"
#include "harness/report/csv.hpp"
#include "harness/report/finding.hpp"
#include "harness/report/markdown.hpp"
#include "harness/report/output_file.hpp"
#include "harness/report/table.hpp"
#include "harness/report/text.hpp"

namespace ecsbench {
namespace {

constexpr std::uint64_t kProbeBytes = 64'000'000;
constexpr std::size_t kWarningsShown = 3;

std::string now_utc() {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
}

// One run from its options to its result.
class Run {
 public:
  Run(const RunOptions& options, const Catalogue& catalogue, const std::vector<std::string>& words, Console& console)
      : options_(options),
        catalogue_(catalogue),
        words_(words),
        console_(console),
        selection_(select(options, catalogue)) {}

  int execute() {
    get_ready();
    if (interrupted()) return interrupt_exit_code();
    if (selection_.contests.empty()) return nobody_left();
    const auto available = memory_available_bytes(machine_);
    require_memory(selection_.contests, available);
    require_room_for_samples(selection_.contests, options_, available);
    if (options_.dry_run) return dry_run();
    Outputs outputs(options_);
    if (options_.plot) prepare_plot_folder(*options_.plot);
    say_notes();
    begin();
    const bool complete = measure_all(outputs);
    end(complete);
    const std::vector<std::string> files = save(outputs);
    if (complete && options_.plot) charts_ = plot_after_run(result_, *options_.plot, console_);
    print_end(outputs);
    say_written(files);
    return exit_code();
  }

 private:
  void get_ready() {
    result_.environment = read_environment(machine_);
    result_.strategies = selection_.strategies;
    try_given_small();
    resolve_entities(selection_.contests, result_.environment.caches);
    if (!options_.cpu) return;
    if (const auto refusal = pin_to_processor(static_cast<unsigned>(*options_.cpu))) {
      throw UsageError(options_.label("cpu") + ": " + *refusal);
    }
  }

  // A refusal is the better for standing alone: notes come after all that may be refused.
  void say_notes() const {
    for (const std::string& note : options_.notes) console_.say(note);
  }

  // A given strategy must not take this process with it when its footprint is found out.
  void try_given_small() {
    for (Contest& contest : selection_.contests) leave_out_unfit(contest, kSmallWorld);
    std::erase_if(selection_.contests, [](const Contest& contest) { return contest.entrants.empty(); });
  }

  [[nodiscard]] int nobody_left() const {
    console_.say_always("ecsbench: no strategy is left to measure.");
    return 1;
  }

  int dry_run() {
    say_notes();
    console_.out(dry_run_text(selection_, options_, memory_available_bytes(machine_)));
    return 0;
  }

  void begin() {
    SteadyClock clock;
    const ClockFacts facts = measure_clock(clock);
    result_.environment.clock_resolution_ns = facts.resolution_ns;
    result_.environment.clock_cost_ns = facts.cost_ns;
    result_.tool = tool_facts();
    result_.partial = true;
    result_.run.argv = {"ecsbench"};
    for (const std::string& word : words_) result_.run.argv.push_back(printable(word));
    for (const auto& [name, value] : options_.config) result_.run.config.emplace_back(name, printable(value));
    result_.run.seed = options_.seed;
    result_.run.started_utc = now_utc();
    set_ending(Ending::kUnfinished);
    for (StrategyResult& strategy : result_.strategies) {
      strategy.flags = result_.tool.flags;
      strategy.assertions = result_.tool.assertions;
    }
    result_.probes = {{"copy_gb_per_s", copy_gb_per_s(kProbeBytes)},
                      {"random_read_ns", random_read_ns(kProbeBytes)},
                      {"random_reads_ns", random_reads_ns(kProbeBytes)},
                      {"core_ghz_before", core_ghz()}};
    result_.warnings = warnings_before(result_.tool, result_.environment, on_battery(machine_));
    warn_of_counters();
  }

  void warn_of_counters() {
    const std::string reason = why_not_counted(*this_kernel(), options_.counters);
    if (!reason.empty()) result_.warnings.push_back({"W15", counters_missing(reason)});
  }

  [[nodiscard]] ContestRules rules() const {
    ContestRules rules;
    rules.settings = settings_of(options_, selection_.contests.size());
    rules.clock_cost_ns = result_.environment.clock_cost_ns.value_or(0);
    rules.clock_resolution_ns = result_.environment.clock_resolution_ns.value_or(0);
    rules.precision = options_.precision_percent / 100;
    rules.counters = options_.counters;
    if (options_.cache_model) rules.cache_model = cache_model_rules(result_.environment.caches);
    return rules;
  }

  void set_ending(Ending ending, const std::string& fault = "") {
    ending_ = ending;
    result_.run.exit_reason = printable(exit_reason(ending, fault));
  }

  // False where the run ended before its last contest: ending_ says why. Whatever fails, what was complete is kept.
  bool measure_all(Outputs& outputs) {
    try {
      return options_.launches > 1 ? launch_all(outputs) : hold_all(outputs);
    } catch (const UsageError&) {
      throw;  // found before anything is measured
    } catch (const std::bad_alloc&) {
      return failed("memory ran out between measurements; take fewer entities, strategies or launches.");
    } catch (const std::runtime_error& error) {
      return failed(error.what());
    }
  }

  bool hold_all(Outputs& outputs) {
    ProgressLine progress(console_, selection_.contests.size(), options_.verbose);
    for (Contest& contest : selection_.contests) {
      if (stopped(outputs)) return false;
      leave_out_unfit(contest, contest.params.entities);
      if (stopped(outputs)) return false;
      if (contest.entrants.empty()) {
        progress.finish({});
        continue;
      }
      try {
        add(contest, hold(contest, rules(), progress));
      } catch (const WrongResult& error) {
        return failed(error.what());
      } catch (const std::bad_alloc&) {
        return failed(fmt::format("memory ran out on {} with {} entities; take fewer entities or strategies.",
                                  contest.workload->name, contest.params.entities));
      }
      print_newest(outputs, progress);
      outputs.rewrite(result_);
    }
    return !stopped(outputs);
  }

  // The same with every contest held anew in each launch.
  bool launch_all(Outputs& outputs) {
    LaunchRunner launches(options_, console_);
    while (!launches.finished()) {
      if (stopped(outputs)) return false;
      const std::string fault = launches.next(result_);
      over_launches_ = launches.over(result_);
      all_fit_ = all_fit_ && launches.all_fit();
      if (!fault.empty()) return failed(fault);
      outputs.rewrite(result_, summary());
    }
    return !stopped(outputs);
  }

  // What tables and verdicts are made from.
  [[nodiscard]] const Result& summary() const { return options_.launches > 1 ? over_launches_ : result_; }

  void leave_out_unfit(Contest& contest, std::uint64_t entities) {
    for (const Dropped& dropped : drop_unfit(contest, entities)) {
      console_.erase_progress();
      console_.say_always("ecsbench: " + dropped.sentence);
      all_fit_ = false;
      for (StrategyResult& strategy : result_.strategies) {
        if (strategy.name == dropped.strategy)
          strategy.skips.push_back({contest.workload->name, printable(dropped.sentence)});
      }
    }
  }

  bool failed(const std::string& sentence) {
    console_.erase_progress();
    console_.say_always("ecsbench: " + sentence);
    set_ending(Ending::kFailed, sentence);
    return false;
  }

  bool stopped(const Outputs& outputs) {
    const bool unread = console_.closed() && !outputs.any_file() && !options_.plot;
    if (interrupted()) {
      set_ending(Ending::kInterrupted);
    } else if (unread) {
      set_ending(Ending::kUnread);
    }
    return interrupted() || unread;
  }

  void add(const Contest& contest, ContestOutcome outcome) {
    GroupSummary& summary = outcome.summary;
    newest_ = summary.cases;
    for (CaseResult& entry : summary.cases) result_.cases.push_back(std::move(entry));
    for (ComparisonResult& made : summary.comparisons) result_.comparisons.push_back(std::move(made));
    for (Warning& warning : outcome.warnings) result_.warnings.push_back(std::move(warning));
    if (newest_.empty()) return;
    result_.controls.emplace_back(contest.workload->name, summary.control);
    if (reach(summary.control) > reach(result_.control)) result_.control = summary.control;
  }

  void print_newest(const Outputs& outputs, ProgressLine& progress) {
    progress.finish(newest_);
    if (newest_.empty() || outputs.take_stdout() || options_.format != Format::kTable) return;
    const std::vector<Block> blocks = blocks_of(result_);
    const bool is_first = blocks.size() == 1;
    console_.out((is_first ? "" : "\n") + table(blocks.back(), result_, style()));
  }

  void end(bool complete) {
    result_.environment.load_after = load_average(machine_);
    result_.probes.emplace_back("core_ghz_after", core_ghz());
    if (options_.launches == 1) {  // else each launch has said its own
      for (Warning& warning : warnings_after(result_)) result_.warnings.push_back(std::move(warning));
      if (const auto found = fitting_payload(result_, catalogue_.workloads)) result_.warnings.push_back(*found);
    }
    result_.run.duration_s = std::chrono::duration<double>(SteadyTime::now() - begin_).count();
    result_.partial = over_launches_.partial = !complete;
    if (complete) set_ending(Ending::kComplete);
  }

  // The files that are there now; a fault that has not been said is said.
  [[nodiscard]] std::vector<std::string> save(const Outputs& outputs) {
    try {
      return outputs.finish(result_, summary(), next_step(outputs));
    } catch (const WriteError& error) {
      saved_ = false;
      if (result_.run.exit_reason != printable(error.what())) failed(error.what());
      return {};
    }
  }

  [[nodiscard]] std::string next_step(const Outputs& outputs) const {
    if (options_.plot) return "the charts are in " + printable(*options_.plot);
    const auto& json = outputs.json();
    if (json && !json->is_stdout()) {
      return fmt::format("to draw it: ecsbench plot {} -o charts", shell_word(json->path()));
    }
    std::string command = "ecsbench";
    for (const std::string& word : words_) command += ' ' + shell_word(word);
    return fmt::format("to draw it: {} --plot charts", command);
  }

  void print_end(const Outputs& outputs) {
    if (!outputs.take_stdout() && !result_.cases.empty()) print_whole(next_step(outputs));
    say_warnings(outputs);
    if (result_.partial && saved_ && outputs.any_file()) {
      console_.say_always("ecsbench: the run did not reach its end; the files hold what was complete");
    }
  }

  void say_warnings(const Outputs& outputs) const {
    const std::vector<Warning> warnings =
        to_be_said(result_.warnings, options_.no_warn, options_.counters_named ? "W15" : "");
    const std::size_t shown = options_.verbose ? warnings.size() : std::min(kWarningsShown, warnings.size());
    for (std::size_t at = 0; at < shown; ++at) {
      console_.say(wrap(fmt::format("{}: {}", warnings[at].id, warnings[at].text), console_.width(), 5));
    }
    const std::size_t more = warnings.size() - shown;
    const auto& json = outputs.json();
    const std::string how = json && !json->is_stdout() ? "ecsbench doctor " + shell_word(json->path()) : "-v";
    if (more > 0) console_.say(fmt::format("{} more: {} shows them", counted(more, "warning"), how));
  }

  // One line; with -v one for each file.
  void say_written(const std::vector<std::string>& files) const {
    if (!options_.verbose) {
      const std::string line = written_text(files, charts_.files, options_.plot.value_or(""));
      if (!line.empty()) console_.say(line);
      return;
    }
    for (const std::string& file : files) console_.say("wrote " + printable(file));
    for (const std::string& file : charts_.files) console_.say("wrote " + printable(file));
  }

  // Those of a single launch have been printed one by one.
  void print_tables_over_launches() {
    if (options_.launches == 1) return;
    bool is_first = true;
    for (const Block& block : blocks_of(summary())) {
      console_.out((std::exchange(is_first, false) ? "" : "\n") + table(block, summary(), style()));
    }
  }

  void print_whole(const std::string& next) {
    switch (options_.format) {
      case Format::kTable:
        print_tables_over_launches();
        console_.out("\n" + table_end(summary(), next, style()));
        break;
      case Format::kMarkdown:
        console_.out(to_markdown(summary(), next));
        break;
      case Format::kCsv:
        console_.out(to_csv(result_));
        break;
      case Format::kJson:
        console_.out(to_json(result_, options_.samples));
        break;
    }
  }

  [[nodiscard]] int exit_code() const {
    if (interrupted()) return interrupt_exit_code();
    if (ending_ == Ending::kUnread) return 0;
    if (ending_ != Ending::kComplete || charts_.failed || !all_fit_) return 1;
    const bool unsure = std::any_of(summary().cases.begin(), summary().cases.end(), [](const CaseResult& entry) {
      return entry.ratio_to_baseline.verdict == Verdict::kInconclusive;
    });
    return options_.strict && unsure ? 4 : 0;
  }

  [[nodiscard]] TableStyle style() const { return {console_.width(), console_.colour(), options_.verbose}; }

  using SteadyTime = std::chrono::steady_clock;

  const RunOptions& options_;
  const Catalogue& catalogue_;
  const std::vector<std::string>& words_;
  Console& console_;
  Selection selection_;
  Machine machine_ = this_machine();
  SteadyTime::time_point begin_ = SteadyTime::now();
  Result result_;
  Result over_launches_;  // of several: one case for each
  std::vector<CaseResult> newest_;
  Ending ending_ = Ending::kUnfinished;
  Charts charts_;
  bool saved_ = true;    // no file is missing
  bool all_fit_ = true;  // no given strategy crashed or hung
};

}  // namespace

int run_command(const RunOptions& options, const Catalogue& catalogue, const std::vector<std::string>& words,
                Console& console) {
  return Run(options, catalogue, words, console).execute();
}

}  // namespace ecsbench
