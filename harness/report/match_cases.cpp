#include "harness/report/match_cases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "harness/report/text.hpp"

namespace ecsbench {
namespace {

struct Launches {
  CaseKey key;
  std::vector<const CaseResult*> cases;
};

std::vector<Launches> by_key(const Result& result) {
  std::vector<Launches> groups;
  for (const CaseResult& entry : result.cases) {
    const CaseKey key = key_of(entry);
    auto group = std::find_if(groups.begin(), groups.end(), [&](const Launches& one) { return one.key == key; });
    if (group == groups.end()) group = groups.insert(group, {key, {}});
    group->cases.push_back(&entry);
  }
  for (Launches& group : groups) {
    std::stable_sort(group.cases.begin(), group.cases.end(),
                     [](const CaseResult* a, const CaseResult* b) { return a->launch < b->launch; });
  }
  return groups;
}

const Launches* find(const std::vector<Launches>& groups, const CaseKey& key) {
  const auto found = std::find_if(groups.begin(), groups.end(), [&](const Launches& one) { return one.key == key; });
  return found == groups.end() ? nullptr : &*found;
}

// A launch that stands in a file twice: which of the two would be meant?
std::optional<std::string> twice_in(const Launches& group, std::string_view file) {
  for (std::size_t at = 1; at < group.cases.size(); ++at) {
    if (group.cases[at]->launch == group.cases[at - 1]->launch) {
      return fmt::format("launch {} of it stands in the {} file twice", group.cases[at]->launch, file);
    }
  }
  return std::nullopt;
}

std::optional<std::string> other_work(const CaseResult& before, const CaseResult& after) {
  if (before.digest != after.digest) {
    return fmt::format("not the same work: digest {} before, {} after", before.digest, after.digest);
  }
  if (before.matched != after.matched) {
    return fmt::format("not the same work: {} matches a frame before, {} after", group_digits(before.matched),
                       group_digits(after.matched));
  }
  if (before.operations != after.operations) {
    return fmt::format("not the same work: {} operations a frame before, {} after", group_digits(before.operations),
                       group_digits(after.operations));
  }
  if (before.per != after.per) {
    return fmt::format("not the same unit: per {} before, per {} after", before.per, after.per);
  }
  return std::nullopt;
}

std::optional<std::string> why_refused(const Launches& before, const Launches& after) {
  if (auto reason = twice_in(before, "old")) return reason;
  if (auto reason = twice_in(after, "new")) return reason;
  for (const Launches* group : {&before, &after}) {
    for (const CaseResult* entry : group->cases) {
      if (auto reason = other_work(*before.cases.front(), *entry)) return reason;
    }
  }
  return std::nullopt;
}

}  // namespace

CaseKey key_of(const CaseResult& entry) {
  CaseKey key{entry.strategy, entry.workload, entry.entities, entry.threads, entry.params};
  std::sort(key.params.begin(), key.params.end());
  return key;
}

std::string key_text(const CaseKey& key) {
  std::string text = fmt::format("{} on {}, {} entities", key.strategy, key.workload, group_digits(key.entities));
  if (key.threads != 1) text += ", " + counted(key.threads, "thread");
  for (const auto& [name, value] : key.params) text += fmt::format(", {} {}", name, plain(value));
  return text;
}

MatchedCases match_cases(const Result& old_result, const Result& new_result) {
  const std::vector<Launches> before = by_key(old_result), after = by_key(new_result);
  MatchedCases found;
  for (const Launches& now : after) {
    const Launches* then = find(before, now.key);
    if (then == nullptr) {
      found.only_new.push_back(now.key);
    } else if (auto reason = why_refused(*then, now)) {
      found.refused.push_back({now.key, *reason});
    } else {
      found.matched.push_back({now.key, then->cases, now.cases});
    }
  }
  for (const Launches& then : before) {
    if (find(after, then.key) == nullptr) found.only_old.push_back(then.key);
  }
  return found;
}

}  // namespace ecsbench
