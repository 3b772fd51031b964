#include "harness/report/file_labels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "harness/report/block.hpp"
#include "harness/report/text.hpp"

namespace ecsbench {
namespace {

std::string shown(std::string_view text) {
  return text.empty() ? "unknown" : std::string(text);
}

// "compiler GNU 12.2.0 before, Clang 14.0.6 after"; nothing where both are one.
void add_difference(std::vector<std::string>& differences, std::string_view what, std::string_view before,
                    std::string_view after) {
  if (before == after) return;
  differences.push_back(fmt::format("{} {} before, {} after", what, shown(before), shown(after)));
}

std::vector<std::string> build_differences(const ToolResult& before, const ToolResult& after) {
  std::vector<std::string> differences;
  add_difference(differences, "compiler", before.compiler, after.compiler);
  add_difference(differences, "flags", before.flags, after.flags);
  add_difference(differences, "build type", before.build_type, after.build_type);
  add_difference(differences, "assertions", before.assertions ? "on" : "off", after.assertions ? "on" : "off");
  add_difference(differences, "sanitizers", before.sanitizers.empty() ? "none" : before.sanitizers,
                 after.sanitizers.empty() ? "none" : after.sanitizers);
  return differences;
}

std::string machine_text(const EnvironmentResult& machine) {
  return fmt::format("{} ({})", machine.cpu_model.empty() ? "processor unknown" : machine.cpu_model,
                     machine.fingerprint.empty() ? "no fingerprint" : machine.fingerprint);
}

void add_partial(std::vector<Warning>& labels, const Result& result, std::string_view which) {
  if (!result.partial) return;
  labels.push_back({"partial", fmt::format("The {} file is partial: its run ended early ({}); only what was complete "
                                           "is compared.",
                                           which, shown(result.run.exit_reason))});
}

void add_alarm(std::vector<Warning>& labels, const Result& result, std::string_view which) {
  if (const auto alarm = build_alarm(result.tool)) {
    labels.push_back({"alarm", fmt::format("The {} file: {}", which, *alarm)});
  }
}

std::string config_of(const Result& result, std::string_view name) {
  for (const auto& [option, value] : result.run.config) {
    if (option == name) return value;
  }
  return "";
}

void add_settings(std::vector<Warning>& labels, const Result& before, const Result& after) {
  std::vector<std::string> differences;
  add_difference(differences, "interleaving", config_of(before, "interleave"), config_of(after, "interleave"));
  add_difference(differences, "seed", fmt::format("{}", before.run.seed), fmt::format("{}", after.run.seed));
  if (!differences.empty()) {
    labels.push_back({"settings", fmt::format("The settings differ: {}.", fmt::join(differences, "; "))});
  }
}

void add_strategies(std::vector<Warning>& labels, const Result& before, const Result& after) {
  for (const StrategyResult& now : after.strategies) {
    const auto then = std::find_if(before.strategies.begin(), before.strategies.end(),
                                   [&](const StrategyResult& one) { return one.name == now.name; });
    if (then == before.strategies.end()) continue;
    std::vector<std::string> differences;
    add_difference(differences, "origin", then->origin, now.origin);
    add_difference(differences, "version", then->version, now.version);
    add_difference(differences, "source", then->source_sha256.substr(0, 12), now.source_sha256.substr(0, 12));
    add_difference(differences, "usage", then->usage, now.usage);
    add_difference(differences, "ids", then->ids, now.ids);
    if (differences.empty()) continue;
    labels.push_back({"strategy", fmt::format("Strategy {}: {}.", now.name, fmt::join(differences, "; "))});
  }
}

}  // namespace

bool machines_differ(const Result& old_result, const Result& new_result) {
  const std::string& before = old_result.environment.fingerprint;
  return before.empty() || before != new_result.environment.fingerprint;
}

bool builds_differ(const ToolResult& before, const ToolResult& after) {
  return !build_differences(before, after).empty();
}

std::vector<Warning> file_labels(const Result& old_result, const Result& new_result) {
  std::vector<Warning> labels;
  add_alarm(labels, old_result, "old");
  add_alarm(labels, new_result, "new");
  if (machines_differ(old_result, new_result)) {
    labels.push_back({"W19", fmt::format("The files come from different machines: {} before, {} after. The verdicts "
                                         "are across machines; run both on one machine to compare the code.",
                                         machine_text(old_result.environment), machine_text(new_result.environment))});
  }
  const std::vector<std::string> builds = build_differences(old_result.tool, new_result.tool);
  if (!builds.empty()) labels.push_back({"build", fmt::format("The builds differ: {}.", fmt::join(builds, "; "))});
  add_partial(labels, old_result, "old");
  add_partial(labels, new_result, "new");
  add_settings(labels, old_result, new_result);
  add_strategies(labels, old_result, new_result);
  return labels;
}

}  // namespace ecsbench
