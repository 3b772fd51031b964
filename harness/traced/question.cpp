#include "harness/traced/question.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <system_error>

namespace ecsbench {
namespace {

constexpr std::size_t kFixedWords = 7;
constexpr std::string_view kNoAnswer = "n/a ";

template <class Value>
std::optional<Value> whole_text_as(std::string_view text) {
  Value value{};
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (fault != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::vector<std::string_view> parts(std::string_view text, char separator) {
  std::vector<std::string_view> found;
  for (;;) {
    const std::size_t end = text.find(separator);
    found.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return found;
    text.remove_prefix(end + 1);
  }
}

std::optional<CacheGeometry> cache_of(std::string_view text) {
  const std::vector<std::string_view> numbers = parts(text, ':');
  if (numbers.size() != 3) return std::nullopt;
  const auto size = whole_text_as<std::uint64_t>(numbers[0]), line = whole_text_as<std::uint64_t>(numbers[1]),
             ways = whole_text_as<std::uint64_t>(numbers[2]);
  if (!size || !line || !ways) return std::nullopt;
  const CacheGeometry cache{*size, *line, *ways};
  return can_be_modelled(cache) ? std::optional{cache} : std::nullopt;
}

bool read_caches(std::string_view text, std::vector<CacheGeometry>& caches) {
  for (const std::string_view one : parts(text, ',')) {
    const auto cache = cache_of(one);
    if (!cache || (!caches.empty() && caches.front().line_bytes != cache->line_bytes)) return false;
    caches.push_back(*cache);
  }
  return true;
}

bool read_axis(std::string_view text, Params& params) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos) return false;
  const auto value = whole_text_as<double>(text.substr(equals + 1));
  if (value) params.axes.emplace_back(text.substr(0, equals), *value);
  return value.has_value();
}

}  // namespace

std::vector<std::string> words_of(const TracedQuestion& question) {
  std::vector<std::string> caches;
  for (const CacheGeometry& one : question.caches) {
    caches.push_back(fmt::format("{}:{}:{}", one.size_bytes, one.line_bytes, one.ways));
  }
  const Params& params = question.params;
  std::vector<std::string> words{question.strategy,
                                 question.workload,
                                 fmt::format("{}", params.entities),
                                 fmt::format("{}", params.seed),
                                 fmt::format("{}", params.threads),
                                 fmt::format("{}", fmt::join(caches, ",")),
                                 fmt::format("{}", question.most_accesses)};
  for (const auto& [name, value] : params.axes) words.push_back(fmt::format("{}={}", name, value));
  return words;
}

std::optional<TracedQuestion> question_of(const std::vector<std::string>& words) {
  if (words.size() < kFixedWords) return std::nullopt;
  const auto entities = whole_text_as<std::uint64_t>(words[2]), seed = whole_text_as<std::uint64_t>(words[3]),
             threads = whole_text_as<std::uint64_t>(words[4]), most = whole_text_as<std::uint64_t>(words[6]);
  if (!entities || !seed || !threads || !most) return std::nullopt;
  TracedQuestion question{words[0], words[1], {*entities, *seed, *threads, {}}, {}, *most};
  if (!read_caches(words[5], question.caches)) return std::nullopt;
  const bool all_read = std::all_of(words.begin() + kFixedWords, words.end(),
                                    [&](const std::string& word) { return read_axis(word, question.params); });
  return all_read ? std::optional{question} : std::nullopt;
}

std::string text_of(const TracedAnswer& answer) {
  if (!answer.reason.empty()) return fmt::format("{}{}\n", kNoAnswer, answer.reason);
  return fmt::format("digest {} accesses {} lines {} misses {}\n", answer.digest, answer.accesses, answer.lines,
                     fmt::join(answer.misses, " "));
}

std::optional<TracedAnswer> answer_of(std::string_view text) {
  if (text.empty() || text.back() != '\n') return std::nullopt;
  text.remove_suffix(1);
  TracedAnswer answer;
  if (text.substr(0, kNoAnswer.size()) == kNoAnswer) {
    answer.reason = text.substr(kNoAnswer.size());
    return answer.reason.empty() ? std::nullopt : std::optional{answer};
  }
  const std::vector<std::string_view> words = parts(text, ' ');
  if (words.size() < 8 || words[0] != "digest" || words[2] != "accesses" || words[4] != "lines" ||
      words[6] != "misses") {
    return std::nullopt;
  }
  const auto accesses = whole_text_as<std::uint64_t>(words[3]), lines = whole_text_as<std::uint64_t>(words[5]);
  if (!accesses || !lines) return std::nullopt;
  answer.digest = words[1];
  answer.accesses = *accesses;
  answer.lines = *lines;
  for (std::size_t at = 7; at < words.size(); ++at) {
    const auto misses = whole_text_as<std::uint64_t>(words[at]);
    const bool is_possible = misses && (answer.misses.empty() || *misses <= answer.misses.back());
    if (!is_possible) return std::nullopt;  // a level is asked for what the one before it missed, and for nothing else
    answer.misses.push_back(*misses);
  }
  return answer;
}

}  // namespace ecsbench
