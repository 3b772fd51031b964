#include "harness/report/compare_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "harness/report/text.hpp"

namespace ecsbench {
namespace {

// A tolerance beyond this comes from noise, not from what matters.
constexpr double kLoudTolerance = 0.05;

bool uses(const FileComparison& comparison, Method method) {
  return std::any_of(comparison.cases.begin(), comparison.cases.end(),
                     [&](const ComparedCase& one) { return one.method == method; });
}

// "16 rounds", or "16 and 24 rounds" where the files differ; "5 launches" where they are what counts.
std::string counts_fact(const ComparedBlock& block) {
  std::uint64_t before = 0, after = 0;
  const Method method = block.front()->method;
  const bool by_launch = method == Method::kLaunches || method == Method::kPairs;
  for (const ComparedCase* one : block) {
    before = std::max(before, by_launch ? one->old_side.launches : one->old_side.rounds);
    after = std::max(after, by_launch ? one->new_side.launches : one->new_side.rounds);
  }
  const std::string_view noun = by_launch ? "launch" : "round";
  const std::string all = counted(after, noun);
  return before == after ? all : fmt::format("{} and {}", group_digits(before), all);
}

const ComparedCase* farthest(const FileComparison& comparison, Verdict verdict) {
  const ComparedCase* found = nullptr;
  for (const ComparedCase& one : comparison.cases) {
    if (one.verdict != verdict) continue;
    const bool farther = found == nullptr || (verdict == Verdict::kSlower ? *one.ratio.median > *found->ratio.median
                                                                          : *one.ratio.median < *found->ratio.median);
    if (farther) found = &one;
  }
  return found;
}

std::string example(const FileComparison& comparison, Verdict verdict, std::string_view word) {
  const ComparedCase* one = farthest(comparison, verdict);
  if (one == nullptr) return "";
  return fmt::format(" {}: {} takes {} × as long ({} to {}).", word, key_text(one->key),
                     significant(*one->ratio.median), significant(*one->ratio.ci_low),
                     significant(*one->ratio.ci_high));
}

std::string is_or_are(std::uint64_t number) {
  return number == 0 ? "none is" : fmt::format("{} {}", group_digits(number), number == 1 ? "is" : "are");
}

std::string counts_text(const FileComparison& comparison) {
  return fmt::format("Of {} {} slower, {} faster, {} the same within T and {} inconclusive{}.",
                     counted(comparison.cases.size(), "case"), is_or_are(count(comparison, Verdict::kSlower)),
                     group_digits(count(comparison, Verdict::kFaster)), group_digits(count(comparison, Verdict::kSame)),
                     group_digits(count(comparison, Verdict::kInconclusive)),
                     comparison.across_machines ? ", across machines" : "");
}

std::string mean_text(const FileComparison& comparison) {
  if (!comparison.mean.ratio) return "";
  return fmt::format(" The geometric mean of new / old over {} is {}.", counted(comparison.mean.cases, "case"),
                     fixed(*comparison.mean.ratio, 3));
}

// Of what is withheld for want of launches: how to get it.
std::string launch_text(const FileComparison& comparison) {
  double needed = 0;
  for (const ComparedCase& one : comparison.cases) {
    if (one.allowance && one.launches_to_decide) needed = std::max(needed, *one.launches_to_decide);
  }
  if (needed == 0) return "";
  return fmt::format(
      " Too few launches to tell a change from where memory lay: run --launches {:.0f} for both, or compare "
      "--rerun OLDBIN NEWBIN.",
      needed);
}

std::string noise_text(const FileComparison& comparison) {
  double largest = 0;
  for (const ComparedCase& one : comparison.cases) largest = std::max(largest, one.tolerance);
  if (largest <= std::max(kLoudTolerance, comparison.threshold)) return "";
  return fmt::format(" The noise of the two runs hides what is below {}.", percent_text(largest));
}

}  // namespace

bool stand_together(const CaseKey& a, const CaseKey& b) {
  return a.workload == b.workload && a.entities == b.entities && a.threads == b.threads && a.params == b.params;
}

std::string percent_text(double share) {
  return fixed(share * 100, share < 0.0995 ? 1 : 0) + " %";
}

std::string to_string(Method method) {
  switch (method) {
    case Method::kPairs:
      return "pairs";
    case Method::kLaunches:
      return "launches";
    case Method::kRounds:
      return "rounds";
    case Method::kIntervals:
      return "intervals";
    case Method::kNone:
      break;
  }
  return "none";
}

std::uint64_t count(const FileComparison& comparison, Verdict verdict) {
  return static_cast<std::uint64_t>(std::count_if(comparison.cases.begin(), comparison.cases.end(),
                                                  [&](const ComparedCase& one) { return one.verdict == verdict; }));
}

std::vector<ComparedBlock> compared_blocks(const FileComparison& comparison) {
  std::vector<ComparedBlock> blocks;
  for (const ComparedCase& one : comparison.cases) {
    const auto mine = std::find_if(blocks.begin(), blocks.end(), [&](const ComparedBlock& block) {
      return stand_together(block.front()->key, one.key);
    });
    if (mine == blocks.end()) {
      blocks.push_back({&one});
    } else {
      mine->push_back(&one);
    }
  }
  return blocks;
}

std::vector<std::string> compared_facts(const ComparedBlock& block) {
  const CaseKey& key = block.front()->key;
  std::vector<std::string> facts = {key.workload, group_digits(key.entities) + " entities"};
  for (const auto& [name, value] : key.params) facts.push_back(name + " " + plain(value));
  facts.push_back(counted(key.threads, "thread"));
  facts.push_back(counts_fact(block));
  facts.push_back("T " + percent_text(block.front()->tolerance));
  return facts;
}

std::vector<std::string> file_facts(const ComparedFile& file, std::string_view which) {
  const std::string revision = file.tool.revision + (file.tool.dirty ? " with changes" : "");
  return {fmt::format("{}: {}", which, file.name), fmt::format("ecsbench {} {}", file.tool.version, revision),
          file.started_utc, file.noise_floor.empty() ? "" : "noise floor " + file.noise_floor};
}

std::string method_text(const FileComparison& comparison) {
  std::string text = comparison.paired
                         ? "Paired: launches of both programs alternate, so that a drift of the machine hits both."
                         : "Unpaired, drift not controlled.";
  if (uses(comparison, Method::kPairs)) text += " By pairs: sign-test interval of the median ratio.";
  if (uses(comparison, Method::kRounds)) {
    text += fmt::format(" By rounds: cluster bootstrap of the ratio of medians, {} replicates, seed {}.",
                        group_digits(comparison.replicates), comparison.seed);
  }
  const auto few = std::find_if(comparison.cases.begin(), comparison.cases.end(),
                                [](const ComparedCase& one) { return one.allowance.has_value(); });
  if (few != comparison.cases.end()) {
    text += fmt::format(" Below five launches on a side: nothing within {} × is called faster or slower.",
                        significant(1 + *few->allowance));
  }
  if (uses(comparison, Method::kLaunches)) {
    text += " By launches: Hodges-Lehmann shift, exact Mann-Whitney interval.";
  }
  if (uses(comparison, Method::kIntervals)) {
    text +=
        " By intervals, where a file holds no rounds: from the intervals of both files, at 90 % for each case alone.";
  }
  if (uses(comparison, Method::kPairs) || uses(comparison, Method::kRounds) || uses(comparison, Method::kLaunches)) {
    text += fmt::format(" All intervals hold at once at {} % ({}).", plain(comparison.level * 100),
                        counted(comparison.cases.size(), "case"));
  }
  return text;
}

std::vector<std::string> left_out(const FileComparison& comparison) {
  std::vector<std::string> lines;
  for (const RefusedCase& one : comparison.refused) {
    lines.push_back(fmt::format("refused: {}: {}", key_text(one.key), one.reason));
  }
  for (const CaseKey& key : comparison.only_old) lines.push_back("only in the old file: " + key_text(key));
  for (const CaseKey& key : comparison.only_new) lines.push_back("only in the new file: " + key_text(key));
  return lines;
}

std::string comparison_finding(const FileComparison& comparison) {
  std::string text = counts_text(comparison) + example(comparison, Verdict::kSlower, "Worst") +
                     example(comparison, Verdict::kFaster, "Best") + mean_text(comparison) + launch_text(comparison) +
                     noise_text(comparison);
  const std::size_t left = left_out(comparison).size();
  if (left > 0) text += fmt::format(" {} not compared.", is_or_are(left));
  return text;
}

}  // namespace ecsbench
