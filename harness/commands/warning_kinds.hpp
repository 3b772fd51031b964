// WarningKind: every warning this program can give, in words: the one registry of ids.
//
//   id         W02; it never changes its meaning, and no id is used twice
//   condition  when it is given
//   cause      why that harms a number
//   remedy     what to do about it
//
// The table of a run prints the text of an instance ("governed by 'powersave'"); doctor and explain print the kind. An
// id that nothing emits is not listed.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ecsbench {

struct WarningKind {
  std::string_view id;         // "W02"
  std::string_view condition;  // a clause without a full stop
  std::string_view cause;      // whole sentences
  std::string_view remedy;     // whole sentences, imperative
  bool of_compare = false;     // of two results, not of a run
};

// All of them, by id.
[[nodiscard]] std::span<const WarningKind> warning_kinds();

// Null where no warning has this id. Letters are compared exactly.
[[nodiscard]] const WarningKind* find_warning_kind(std::string_view id);

// The ids alone, by id: what a suggestion is chosen from.
[[nodiscard]] std::vector<std::string> warning_ids();

}  // namespace ecsbench
