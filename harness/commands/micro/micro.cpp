#include "harness/commands/micro/micro.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <optional>
#include <stdexcept>

#include "harness/commands/interrupt.hpp"
#include "harness/commands/micro/micro_select.hpp"
#include "harness/commands/micro/micro_table.hpp"
#include "harness/commands/options/usage_error.hpp"
#include "harness/commands/printable.hpp"
#include "harness/commands/run/estimate.hpp"
#include "harness/commands/run/given_trial.hpp"
#include "harness/machine/environment.hpp"
#include "harness/machine/memory.hpp"
#include "harness/machine/version.hpp"
#include "harness/measure/micro_environment.hpp"
#include "harness/report/output_file.hpp"
#include "harness/report/text.hpp"
#include "strategies/memory.hpp"

namespace ecsbench {
namespace {

HeapReading heap_reading() {
  return {ecs::memory_count.live_bytes, ecs::memory_count.allocations};
}

std::optional<OutputFile> output_file(const std::optional<std::string>& path) {
  if (!path) return std::nullopt;
  try {
    return OutputFile("--gbench-json", *path);
  } catch (const UnusablePath& error) {
    throw UsageError(error.what());
  }
}

class Micro {
 public:
  Micro(const MicroOptions& options, const Catalogue& catalogue, Console& console)
      : options_(options), console_(console) {
    result_.environment = read_environment(machine_);
    result_.tool = tool_facts();
    result_.run.seed = options.seed;
    tasks_ = select_micro(options, catalogue, result_.environment.caches);
  }

  int execute() {
    if (options_.list) return list();
    const std::optional<OutputFile> file = output_file(options_.gbench_json);
    say_dropped_variables();
    leave_out_unfit(kSmallWorld);  // its worlds are then built in this process, to see what they need
    require_memory(largest_worlds(tasks_, options_), memory_available_bytes(machine_));
    leave_out_unfit(std::nullopt);
    if (interrupted()) return interrupt_exit_code();
    if (names_of(tasks_).empty()) return nobody_left();
    tables_ = !(file && file->is_stdout());
    const MicroOutcome outcome = measure();
    console_.erase_progress();
    if (!outcome.is_complete) print_unfinished();
    if (file) write(*file, outcome);
    if (interrupted()) return interrupt_exit_code();
    return all_fit_ ? 0 : 1;
  }

 private:
  struct Place {
    std::size_t task, row;
  };

  void say_dropped_variables() const {
    const auto dropped = static_cast<std::uint64_t>(library_variables_dropped());
    if (dropped == 0) return;
    console_.say(fmt::format("note: not read: {} {}* of the environment; flags of Google Benchmark follow a --.",
                             counted(dropped, "variable"), kLibraryVariables));
  }

  int list() {
    std::string text;
    for (const std::string& name : names_of(tasks_)) text += name + '\n';
    console_.out(text);
    return 0;
  }

  // A given strategy that crashes or hangs must not take this process with it. No number: its largest world.
  void leave_out_unfit(std::optional<std::uint64_t> entities) {
    for (MicroTask& task : tasks_) {
      for (std::size_t i = task.families.size(); i-- > 0;) {
        const MicroFamily& family = task.families[i];
        const std::uint64_t largest = *std::max_element(family.entities.begin(), family.entities.end());
        const Params params{entities.value_or(largest), options_.seed, 1, {}};
        Contest alone{task.workload, family.reference, {}, params, {{task.strategies[i], family.entry}}, ""};
        const std::vector<Dropped> dropped = drop_unfit(alone, params.entities);
        if (dropped.empty()) continue;
        console_.say_always("ecsbench: " + dropped.front().sentence);
        all_fit_ = false;
        task.families.erase(task.families.begin() + static_cast<std::ptrdiff_t>(i));
        task.strategies.erase(task.strategies.begin() + static_cast<std::ptrdiff_t>(i));
      }
    }
  }

  [[nodiscard]] int nobody_left() const {
    console_.say_always("ecsbench: no strategy is left to measure.");
    return 1;
  }

  MicroOutcome measure() {
    std::vector<MicroFamily> families;
    for (std::size_t task = 0; task < tasks_.size(); ++task) {
      rows_.emplace_back(tasks_[task].families.size());
      for (std::size_t row = 0; row < tasks_[task].families.size(); ++row) {
        places_.push_back({task, row});
        families.push_back(tasks_[task].families[row]);
      }
    }
    try {
      return run_micro(families, settings());
    } catch (const std::invalid_argument& error) {
      throw UsageError(error.what());
    } catch (const std::bad_alloc&) {
      throw std::runtime_error("memory ran out; take fewer --entities.");
    }
  }

  [[nodiscard]] MicroSettings settings() {
    MicroSettings settings;
    settings.seed = options_.seed;
    settings.flags = options_.flags;
    settings.context = {{"ecsbench_version", result_.tool.version},
                        {"ecsbench_revision", result_.tool.revision},
                        {"ecsbench_flags", result_.tool.flags},
                        {"ecsbench_build_type", result_.tool.build_type}};
    settings.heap = heap_reading;
    settings.stop = [this] { return interrupted() || (console_.closed() && tables_ && !options_.gbench_json); };
    settings.on_begin = [this](std::size_t family, std::uint64_t entities) { show(family, entities); };
    settings.on_family = [this](std::size_t family, const std::vector<MicroPoint>& points) { add(family, points); };
    return settings;
  }

  void show(std::size_t family, std::uint64_t entities) const {
    if (!console_.draws_progress()) return;
    const auto [task, row] = places_[family];
    console_.draw_progress(fmt::format("[{}/{}] {} · {} entities", family + 1, places_.size(),
                                       tasks_[task].families[row].name, group_digits(entities)));
  }

  void add(std::size_t family, const std::vector<MicroPoint>& points) {
    const auto [task, row] = places_[family];
    rows_[task][row] = points;
    if (!console_.draws_progress()) {
      const MicroPoint& last = points.back();
      console_.say(fmt::format("[{}/{}] {}, {} entities: {} ns per operation", ++done_, places_.size(),
                               tasks_[task].families[row].name, last.entities, significant(last.ns_per_operation)));
    }
    for (const MicroRow& other : rows_[task]) {
      if (!other) return;
    }
    print(task);
  }

  void print(std::size_t task) {
    if (!tables_) return;
    console_.erase_progress();
    const TableStyle style{console_.width(), console_.colour()};
    if (!has_head_) console_.out(micro_head(result_, style));
    has_head_ = true;
    console_.out(micro_table(tasks_[task], rows_[task], style));
    rows_[task].assign(rows_[task].size(), std::nullopt);
  }

  // Operations whose last strategy was not reached.
  void print_unfinished() {
    for (std::size_t task = 0; task < rows_.size(); ++task) {
      for (const MicroRow& row : rows_[task]) {
        if (!row) continue;
        print(task);
        break;
      }
    }
  }

  void write(const OutputFile& file, const MicroOutcome& outcome) const {
    try {
      file.write_last(outcome.json);
    } catch (const ClosedPipe&) {
      return;
    }
    if (!file.is_stdout()) console_.say("wrote " + printable(file.path()));
  }

  const MicroOptions& options_;
  Console& console_;
  Machine machine_ = this_machine();
  Result result_;
  std::vector<MicroTask> tasks_;
  std::vector<std::vector<MicroRow>> rows_;  // by task and family
  std::vector<Place> places_;                // by family, counted over all tasks
  std::size_t done_ = 0;
  bool tables_ = true, has_head_ = false, all_fit_ = true;
};

}  // namespace

int micro_command(const MicroOptions& options, const Catalogue& catalogue, Console& console) {
  return Micro(options, catalogue, console).execute();
}

}  // namespace ecsbench
