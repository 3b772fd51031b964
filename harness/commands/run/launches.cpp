#include "harness/commands/run/launches.hpp"

#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string_view>
#include <utility>

#include "harness/commands/interrupt.hpp"
#include "harness/commands/run/launcher.hpp"
#include "harness/commands/run/progress.hpp"
#include "harness/report/json_reader.hpp"
#include "harness/report/text.hpp"

namespace ecsbench {
namespace {

// What the run itself writes, says or decides; --param is written anew.
bool is_own(std::string_view option) {
  constexpr std::array<std::string_view, 14> kOwn = {"launches", "cache-model", "json",    "csv",     "markdown",
                                                     "plot",     "format",      "samples", "dry-run", "quiet",
                                                     "verbose",  "strict",      "no-warn", "param"};
  return option == "color" || std::find(kOwn.begin(), kOwn.end(), option) != kOwn.end();
}

bool is_flag(std::string_view option) {
  const auto& rows = run_option_rows();
  const auto row = std::find_if(rows.begin(), rows.end(), [&](const OptionRow& one) { return one.name == option; });
  return row != rows.end() && row->value.empty();
}

std::string value_text(const ParamSweep& sweep) {
  std::string text;
  for (const double value : sweep.values) text += (text.empty() ? "" : ",") + plain(value);
  return text;
}

// What a launch has written, or why that cannot be read.
struct Written {
  std::optional<Result> result;
  std::string fault;
};

Written written_in(const std::string& file) {
  try {
    return {read_result(file), ""};
  } catch (const ReadError& error) {
    return {std::nullopt, error.what()};
  }
}

// The first line that it said, without the program's name.
std::string first_sentence(const std::string& said) {
  constexpr std::string_view kName = "ecsbench: ";
  const std::size_t begin = said.find_first_not_of('\n');
  if (begin == std::string::npos) return "";
  const std::string line = said.substr(begin, said.find('\n', begin) - begin);
  return line.starts_with(kName) ? line.substr(kName.size()) : line;
}

// A launch that left out a strategy ends with 1, but complete.
bool is_complete(int status, const std::optional<Result>& result) {
  return result && !result->partial && WIFEXITED(status) && WEXITSTATUS(status) <= 1;
}

}  // namespace

std::vector<std::string> launch_words(const RunOptions& options, std::uint64_t number, const std::string& file,
                                      const std::string& config) {
  std::vector<std::string> words = {"run"};
  for (const auto& [name, value] : options.config) {
    if (is_own(name) || value.empty()) continue;
    if (!is_flag(name)) {
      words.push_back(fmt::format("--{}={}", name, value));
    } else if (value == "true") {
      words.push_back(fmt::format("--{}", name));
    }
  }
  for (const ParamSweep& sweep : options.params) {
    words.push_back(fmt::format("--param={}={}", sweep.name, value_text(sweep)));
  }
  const std::string samples = options.samples == KeptSamples::kAll ? "all" : "summary";
  const std::string cache_model = options.cache_model && number == 1 ? "on" : "off";
  words.insert(words.end(), {"--launches=1", "--cache-model=" + cache_model, "--samples=" + samples, "--quiet",
                             "--config=" + config, "--json=" + file});
  return words;
}

LaunchRunner::LaunchRunner(const RunOptions& options, const Console& console) : options_(options), console_(console) {
  std::ofstream(folder_.file("empty.toml")).close();
}

std::string LaunchRunner::next(Result& all) {
  const std::string file = folder_.file(fmt::format("{}.json", ++begun_));
  say_begin();
  const auto begin = std::chrono::steady_clock::now();
  const ProgramEnd end = run_program(
      {"/proc/self/exe", launch_words(options_, begun_, file, folder_.file("empty.toml")), "ECSBENCH_", true});
  elapsed_s_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  auto [result, unread] = written_in(file);
  std::error_code unknown;
  std::filesystem::remove(file, unknown);
  const bool complete = is_complete(end.status, result);
  if (console_.draws_progress()) console_.erase_progress();
  if (complete && WEXITSTATUS(end.status) == 1) {
    all_fit_ = false;
    console_.say_always(fmt::format("ecsbench: {}: {}", name(), first_sentence(end.said)));
  }
  if (result) {
    say_end(result->cases);
    if (const auto fault = results_.add(std::move(*result), begun_, all)) return *fault;
  }
  if (complete || interrupted()) return "";
  const std::string said = WIFEXITED(end.status) && WEXITSTATUS(end.status) == 0 ? unread : first_sentence(end.said);
  return fmt::format("{} {}{}", name(), ending_of(end.status), said.empty() ? "." : ": " + said);
}

std::string LaunchRunner::name() const {
  return fmt::format("launch {} of {}", begun_, options_.launches);
}

void LaunchRunner::say_begin() const {
  if (!console_.draws_progress()) return;
  const std::uint64_t done = begun_ - 1;
  const double each_s = done > 0 ? elapsed_s_ / static_cast<double>(done) : options_.time_budget_s;
  const double left_s = each_s * static_cast<double>(options_.launches - done);
  console_.draw_progress(join_facts({name(), fmt::format("{:.0f} s left", left_s)}, SIZE_MAX));
}

// One line for each case, as a single launch says them.
void LaunchRunner::say_end(const std::vector<CaseResult>& cases) const {
  if (console_.draws_progress()) return;
  for (const CaseResult& entry : cases) console_.say(fmt::format("[{}] {}", name(), finished_text(entry)));
}

}  // namespace ecsbench
