#include "harness/commands/run/replay.hpp"

#include <fmt/format.h>

#include <vector>

#include "harness/commands/printable.hpp"
#include "harness/commands/run/run.hpp"
#include "harness/machine/environment.hpp"
#include "harness/machine/machine.hpp"
#include "harness/machine/version.hpp"

namespace ecsbench {
namespace {

struct ThenAndNow {
  const char* name;
  std::string then, now;
};

// Changes that stand in no revision.
std::string revision_of(const ToolResult& tool) {
  return tool.dirty ? tool.revision + " with changes" : tool.revision;
}

std::string or_unknown(const std::string& text) {
  return text.empty() ? "unknown" : printable(text);
}

}  // namespace

std::string replay_note(const ReplayOptions& options, const ToolResult& tool, const std::string& machine) {
  const std::vector<ThenAndNow> facts = {{"version", options.tool.version, tool.version},
                                         {"revision", revision_of(options.tool), revision_of(tool)},
                                         {"compiler", options.tool.compiler, tool.compiler},
                                         {"flags", options.tool.flags, tool.flags},
                                         {"build type", options.tool.build_type, tool.build_type},
                                         {"machine", options.machine, machine}};
  std::vector<std::string> differing;
  for (const ThenAndNow& fact : facts) {
    if (fact.then == fact.now) continue;
    differing.push_back(fmt::format("{} was {} and is {}", fact.name, or_unknown(fact.then), or_unknown(fact.now)));
  }
  const std::string file = printable(options.result);
  if (!differing.empty()) return fmt::format("note: since {}: {}.", file, fmt::join(differing, "; "));
  const char* const changes = tool.dirty ? " Both were built from changed sources, which may differ." : "";
  return fmt::format("note: version, revision, build and machine are those of {}.{}", file, changes);
}

int replay_command(const ReplayOptions& options, const Catalogue& catalogue, const std::vector<std::string>& words,
                   Console& console) {
  RunOptions run = options.run;
  const std::string machine = read_environment(this_machine()).fingerprint;
  run.notes.insert(run.notes.begin(), replay_note(options, tool_facts(), machine));
  return run_command(run, catalogue, words, console);
}

}  // namespace ecsbench
