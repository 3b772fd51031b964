#include "harness/commands/run/cache_modelling.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <system_error>
#include <utility>

#include "harness/commands/interrupt.hpp"
#include "harness/commands/printable.hpp"
#include "harness/commands/run/output_of.hpp"
#include "harness/report/text.hpp"
#include "harness/traced/question.hpp"

namespace ecsbench {
namespace {

// Of one frame: some seconds of modelling. A million entities make 4 to 12 million.
constexpr std::uint64_t kMostAccesses = 200'000'000;
constexpr std::chrono::seconds kPatience{120};  // so many accesses take some ten seconds

ModelledResult none_since(std::string reason) {
  ModelledResult none;
  none.reason = std::move(reason);
  return none;
}

// As data sheets give it: 32 KiB, 1 MiB.
std::string size_text(std::uint64_t bytes) {
  constexpr std::uint64_t kKibi = 1024;
  if (bytes % (kKibi * kKibi) == 0) return fmt::format("{} MiB", bytes / kKibi / kKibi);
  return bytes % kKibi == 0 ? fmt::format("{} KiB", bytes / kKibi) : fmt::format("{} B", bytes);
}

// "L1 32 KiB 8 ways, L2 1 MiB 8 ways (assumed)"
std::string in_words(const std::vector<ModelledLevel>& levels) {
  std::string text;
  for (const ModelledLevel& one : levels) {
    text += fmt::format("{}L{} {} {}{}", text.empty() ? "" : ", ", one.level, size_text(one.geometry.size_bytes),
                        counted(one.geometry.ways, "way"), one.is_assumed ? " (assumed)" : "");
  }
  return text;
}

TracedQuestion question_about(const CacheModelRules& rules, const Case& entry, const Params& params) {
  TracedQuestion question{entry.strategy, entry.workload, params, {}, kMostAccesses};
  for (const ModelledLevel& one : rules.levels) question.caches.push_back(one.geometry);
  return question;
}

std::string why_no_answer(const WhatItSaid& finished) {
  constexpr int kKilledOrNotStarted = 127;
  if (finished.is_given_up && interrupted()) return "the run was interrupted";
  if (finished.is_given_up) return fmt::format("the traced program gave no answer in {} s", kPatience.count());
  if (finished.code == 0) return "the answer of the traced program was not understood: is it of another version?";
  if (finished.code == kKilledOrNotStarted) return "the traced program could not be started, or was ended by a signal";
  return fmt::format("the traced program ended with exit code {}", finished.code);
}

// Why the program cannot answer at all; empty where it may.
std::string fault_of(const std::string& program) {
  const std::string name = std::filesystem::path(program).filename().string();
  if (::access(program.c_str(), F_OK) != 0) return name + " is not there: a sanitizer's build has none";
  return ::access(program.c_str(), X_OK) != 0 ? name + " cannot be executed" : "";
}

ModelledResult counts_of(const TracedAnswer& answer, const CacheModelRules& rules) {
  ModelledResult modelled;
  modelled.available = true;
  modelled.accesses = static_cast<double>(answer.accesses);
  modelled.lines = static_cast<double>(answer.lines);
  for (std::size_t at = 0; at < rules.levels.size(); ++at) {
    const auto misses = static_cast<double>(answer.misses[at]);
    if (rules.levels[at].level == 1) modelled.l1d_misses = misses;
    if (rules.levels[at].level == 2) modelled.l2_misses = misses;
    if (rules.levels[at].level == 3) modelled.l3_misses = misses;
  }
  modelled.caches = in_words(rules.levels);
  return modelled;
}

}  // namespace

CacheModelRules cache_model_rules(const std::vector<CacheResult>& caches) {
  std::error_code unknown;  // leaves the path empty
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", unknown);
  return {true, self.string() + "-traced", modelled_levels(caches)};
}

ModelledResult modelled_frame(const CacheModelRules& rules, const Case& entry, const Params& params,
                              const std::string& digest) {
  if (!rules.is_wanted) return none_since(std::string(kCacheModelOff));
  if (interrupted()) return none_since("the run was interrupted before");
  if (const std::string fault = fault_of(rules.program); !fault.empty()) return none_since(fault);
  std::vector<std::string> words = words_of(question_about(rules, entry, params));
  words.insert(words.begin(), rules.program);
  const WhatItSaid finished = output_of(words, {kPatience, &interrupt_mark()});
  const auto answer = answer_of(finished.output);
  if (finished.code != 0 || !answer) return none_since(why_no_answer(finished));
  if (!answer->reason.empty()) return none_since(printable(answer->reason));
  if (answer->digest != digest) return none_since("the traced build did other work than the timed one");
  if (answer->misses.size() != rules.levels.size()) return none_since("the traced program is of another version");
  return counts_of(*answer, rules);
}

}  // namespace ecsbench
