#include "harness/commands/run/outputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <system_error>
#include <utility>

#include "harness/commands/options/usage_error.hpp"
#include "harness/commands/printable.hpp"
#include "harness/report/csv.hpp"
#include "harness/report/json.hpp"
#include "harness/report/markdown.hpp"
#include "harness/report/text.hpp"

namespace ecsbench {
namespace {

void open(std::optional<OutputFile>& file, std::string_view option, const std::optional<std::string>& path) {
  if (!path) return;
  try {
    file.emplace(option, *path);
  } catch (const UnusablePath& error) {
    throw UsageError(error.what());
  }
}

// Where a path leads, however it is spelt; as typed where that cannot be told.
std::filesystem::path place_of(const std::string& path) {
  std::error_code unknown;
  const auto place = std::filesystem::weakly_canonical(std::filesystem::absolute(path, unknown), unknown);
  return unknown ? std::filesystem::path(path) : place;
}

// Two documents in one file: the second would be all that is left.
void refuse_one_file_twice(const RunOptions& options) {
  const std::array<std::pair<std::string, const std::optional<std::string>*>, 4> given{
      {{options.label("json"), &options.json},
       {options.label("csv"), &options.csv},
       {options.label("markdown"), &options.markdown},
       {options.label("plot"), &options.plot}}};
  for (std::size_t a = 0; a < given.size(); ++a) {
    for (std::size_t b = a + 1; b < given.size(); ++b) {
      if (!*given[a].second || !*given[b].second) continue;
      const auto first = place_of(**given[a].second);
      const auto second = place_of(**given[b].second);
      if (first == second) {
        throw UsageError(fmt::format("{} and {} both name '{}'. Each needs its own.", given[a].first, given[b].first,
                                     **given[b].second));
      }
    }
  }
}

// What came of the last writing.
struct Finished {
  std::vector<std::string> written;
  std::optional<WriteError> fault;  // the first
};

// The other files are still wanted where one cannot be written, or nobody reads it any more.
void finish_one(const std::optional<OutputFile>& file, std::string_view text, Finished& finished) {
  if (!file) return;
  try {
    file->write_last(text);
    if (!file->is_stdout()) finished.written.push_back(file->path());
  } catch (const ClosedPipe&) {
    return;
  } catch (const WriteError& error) {
    if (!finished.fault) finished.fault = error;
  }
}

}  // namespace

Outputs::Outputs(const RunOptions& options) : samples_(options.samples) {
  refuse_one_file_twice(options);
  open(json_, options.label("json"), options.json);
  open(csv_, options.label("csv"), options.csv);
  open(markdown_, options.label("markdown"), options.markdown);
}

bool Outputs::take_stdout() const {
  const auto is_stdout = [](const std::optional<OutputFile>& file) { return file && file->is_stdout(); };
  return is_stdout(json_) || is_stdout(csv_) || is_stdout(markdown_);
}

bool Outputs::any_file() const {
  return json_ || csv_ || markdown_;
}

void Outputs::rewrite(const Result& result, const Result& summary) {
  constexpr int kTimesLonger = 20;
  const auto begin = std::chrono::steady_clock::now();
  if (begin < rewrite_from_) return;
  if (json_) json_->write(to_json(result, samples_));
  if (csv_) csv_->write(to_csv(result));
  if (markdown_) markdown_->write(to_markdown(summary, ""));
  const auto end = std::chrono::steady_clock::now();
  rewrite_from_ = end + kTimesLonger * (end - begin);
}

std::vector<std::string> Outputs::finish(const Result& result, const Result& summary, std::string_view next) const {
  Finished finished;
  if (json_) finish_one(json_, to_json(result, samples_), finished);
  if (csv_) finish_one(csv_, to_csv(result), finished);
  if (markdown_) finish_one(markdown_, to_markdown(summary, next), finished);
  if (finished.fault) throw *finished.fault;
  return finished.written;
}

std::string written_text(const std::vector<std::string>& files, const std::vector<std::string>& drawn,
                         const std::string& folder) {
  const auto charts = std::count_if(drawn.begin(), drawn.end(), [](const std::string& file) {
    return std::filesystem::path(file).extension() == ".svg";
  });
  std::vector<std::string> parts;
  for (const std::string& file : files) parts.push_back(printable(file));
  if (charts > 0)
    parts.push_back(fmt::format("{} in {}", counted(static_cast<std::uint64_t>(charts), "chart"), printable(folder)));
  if (parts.empty()) return "";
  const std::string last = parts.back();
  parts.pop_back();
  return fmt::format("wrote {}{}{}", fmt::join(parts, ", "), parts.empty() ? "" : " and ", last);
}

}  // namespace ecsbench
