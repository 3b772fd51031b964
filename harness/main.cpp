// ecsbench: the program as a paragraph. Words become a command; a command becomes text and an exit
// code; what goes wrong becomes a sentence.
#include <exception>
#include <string>
#include <variant>
#include <vector>

#include "harness/cases/given/given.hpp"
#include "harness/cases/trial.hpp"
#include "harness/commands/compare/compare.hpp"
#include "harness/commands/console.hpp"
#include "harness/commands/doctor/doctor.hpp"
#include "harness/commands/guide/completion.hpp"
#include "harness/commands/guide/explain.hpp"
#include "harness/commands/guide/list.hpp"
#include "harness/commands/guide/manual.hpp"
#include "harness/commands/guide/version.hpp"
#include "harness/commands/interrupt.hpp"
#include "harness/commands/micro/micro.hpp"
#include "harness/commands/options/options.hpp"
#include "harness/commands/options/usage_error.hpp"
#include "harness/commands/plot.hpp"
#include "harness/commands/printable.hpp"
#include "harness/commands/run/config.hpp"
#include "harness/commands/run/replay.hpp"
#include "harness/commands/run/run.hpp"
#include "harness/machine/version.hpp"
#include "harness/report/schema.hpp"

namespace ecsbench {
namespace {

enum ExitCode { kFine = 0, kFailed = 1, kUsage = 2 };

// What each command does.
struct Do {
  const std::vector<std::string>& words;

  int operator()(const RunOptions& options) const {
    Console console(options.color, options.quiet);
    return run_command(options, printable(catalogue()), words, console);
  }
  int operator()(const CompletionOptions& options) const {
    return print(completion_text(options.shell, command_tree(), names_of(printable(catalogue()))));
  }
  int operator()(const ConfigOptions& options) const {
    for (const std::string& note : options.notes) Console().say(note);
    return print(config_text(options));
  }
  int operator()(const ExplainOptions& options) const {
    return print(explain_text(options.topic, printable(catalogue()), Console().width()));
  }
  int operator()(const CompareOptions& options) const {
    return compare_command(options, Console(options.color, options.quiet));
  }
  int operator()(const DoctorOptions& options) const {
    Console console(When::kAuto, options.quiet);
    return doctor_command(options, printable(catalogue()), words, console);
  }
  int operator()(const ListOptions& options) const {
    return print(list_text(options, printable(catalogue()), Console().width()));
  }
  int operator()(const ManualOptions&) const { return print(manual_text(command_tree(), tool_facts().version)); }
  int operator()(const MicroOptions& options) const {
    Console console(options.color, options.quiet);
    return micro_command(options, printable(catalogue()), console);
  }
  int operator()(const PlotOptions& options) const { return plot_command(options, Console()); }
  int operator()(const ReplayOptions& options) const {
    Console console(options.run.color, options.run.quiet);
    return replay_command(options, printable(catalogue()), words, console);
  }
  int operator()(const SchemaOptions&) const { return print(result_schema()); }
  int operator()(const VersionOptions& options) const { return print(version_text(tool_facts(), options.json)); }
  int operator()(const HelpOptions& help) const { return print(help.text); }

 private:
  static int print(std::string_view text) {
    Console().out(text);
    return kFine;
  }
};

// What the user or the maker of a given header can put right is usage; all else is a failure.
int exit_code_of(const std::exception& error) {
  const bool is_usage =
      dynamic_cast<const UsageError*>(&error) != nullptr || dynamic_cast<const GivenFault*>(&error) != nullptr;
  return is_usage ? kUsage : kFailed;
}

int program(const std::vector<std::string>& words) {
  try {
    return std::visit(Do{words}, parse_command_line(words));
  } catch (const std::exception& error) {
    Console().say_always(std::string("ecsbench: ") + error.what());
    return exit_code_of(error);
  }
}

}  // namespace
}  // namespace ecsbench

int main(int count, char** words) {
  ecsbench::watch_for_interrupts();
  return ecsbench::program({words + (count > 0 ? 1 : 0), words + count});
}
