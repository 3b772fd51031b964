#include "harness/commands/compare/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "harness/commands/compare/rerun.hpp"
#include "harness/commands/interrupt.hpp"
#include "harness/commands/options/usage_error.hpp"
#include "harness/commands/printable.hpp"
#include "harness/report/compare_results.hpp"
#include "harness/report/compare_table.hpp"
#include "harness/report/compare_words.hpp"
#include "harness/report/json_reader.hpp"
#include "harness/report/output_file.hpp"

namespace ecsbench {
namespace {

enum CompareExit { kNoRegression = 0, kRegression = 3, kInconclusive = 4 };

Result read_cases(const std::string& path) {
  Result result = read_result(path);
  if (result.cases.empty()) throw ReadError(path + " holds no results: nothing to compare.");
  return result;
}

Reruns read_both(const CompareOptions& options) {
  return {read_cases(options.old_result), read_cases(options.new_result)};
}

std::optional<OutputFile> json_file(const CompareOptions& options) {
  if (!options.json) return std::nullopt;
  std::error_code unknown;
  for (const std::string* input : {&options.old_result, &options.new_result}) {
    if (std::filesystem::equivalent(*options.json, *input, unknown)) {
      throw UsageError(fmt::format("--json: '{}' is one of the two that are compared. Name another.", *options.json));
    }
  }
  try {
    return OutputFile("--json", *options.json);
  } catch (const UnusablePath& error) {
    throw UsageError(error.what());
  }
}

void make_printable(std::string& text) {
  text = printable(text);
}

void make_printable(CaseKey& key) {
  make_printable(key.strategy);
  make_printable(key.workload);
  for (auto& [name, value] : key.params) make_printable(name);
}

void make_printable(ComparedFile& file) {
  for (std::string* text :
       {&file.name, &file.exit_reason, &file.started_utc, &file.tool.version, &file.tool.revision, &file.tool.compiler,
        &file.tool.flags, &file.tool.build_type, &file.cpu_model, &file.fingerprint}) {
    make_printable(*text);
  }
}

// Names in a file are whoever's who wrote it.
FileComparison printable(FileComparison comparison) {
  make_printable(comparison.old_file);
  make_printable(comparison.new_file);
  for (Warning& label : comparison.labels) make_printable(label.text);
  for (ComparedCase& one : comparison.cases) {
    make_printable(one.key);
    make_printable(one.reason);
  }
  for (RefusedCase& one : comparison.refused) {
    make_printable(one.key);
    make_printable(one.reason);
  }
  for (CaseKey& key : comparison.only_old) make_printable(key);
  for (CaseKey& key : comparison.only_new) make_printable(key);
  return comparison;
}

// No case that can be compared is no case without a regression.
void require_common_cases(const FileComparison& comparison) {
  if (!comparison.cases.empty()) return;
  std::string text = comparison.refused.empty() ? "no case is in both files: nothing can be compared. Run the same "
                                                  "strategies, workloads and sizes with --json twice."
                                                : "no case did the same work in both files: nothing can be compared.";
  constexpr std::size_t kMostLines = 12;
  const std::vector<std::string> lines = left_out(comparison);
  for (std::size_t at = 0; at < std::min(lines.size(), kMostLines); ++at) text += "\n  " + lines[at];
  if (lines.size() > kMostLines) text += fmt::format("\n  and {} more", lines.size() - kMostLines);
  throw UsageError(text);
}

int exit_code_of(const FileComparison& comparison, const CompareOptions& options) {
  if (options.fail_on_slower && count(comparison, Verdict::kSlower) > 0) return kRegression;
  const bool inconclusive = count(comparison, Verdict::kInconclusive) > 0;
  if (options.fail_on_inconclusive && inconclusive) return kInconclusive;
  if (options.strict && (inconclusive || !left_out(comparison).empty())) return kInconclusive;
  return kNoRegression;
}

std::string text_of(const FileComparison& comparison, Format format, int exit_code, const Console& console) {
  if (format == Format::kJson) return compare_json(comparison, exit_code);
  if (format == Format::kMarkdown) return compare_markdown(comparison);
  return compare_table(comparison, {console.width(), console.colour()});
}

void write_json(const OutputFile& file, const std::string& text, const Console& console) {
  try {
    file.write_last(text);
  } catch (const ClosedPipe&) {
    return;
  }
  if (!file.is_stdout()) console.say("wrote " + file.path());
}

}  // namespace

int compare_command(const CompareOptions& options, Console console) {
  const std::optional<OutputFile> file = json_file(options);
  std::optional<Reruns> both = options.rerun ? rerun(options, console) : read_both(options);
  if (!both) return interrupt_exit_code();
  CompareSettings settings = options.settings;
  settings.paired = options.rerun;
  const FileComparison comparison =
      printable(compare_results(both->before, options.old_result, both->after, options.new_result, settings));
  require_common_cases(comparison);
  const int exit_code = exit_code_of(comparison, options);
  for (const std::string& note : options.notes) console.say(note);
  if (!file || !file->is_stdout()) console.out(text_of(comparison, options.format, exit_code, console));
  if (file) write_json(*file, compare_json(comparison, exit_code), console);
  return exit_code;
}

}  // namespace ecsbench
