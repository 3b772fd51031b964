#include "harness/commands/doctor/advice.hpp"

#include <fmt/format.h>

#include <string_view>

#include "harness/commands/printable.hpp"
#include "harness/commands/warning_kinds.hpp"
#include "harness/report/text.hpp"

namespace ecsbench {
namespace {

constexpr std::size_t kTextColumn = 7, kReasonColumn = 15;

// wrap() with every line but the first moved to a column.
std::string hanging(std::string_view head, std::string_view text, std::size_t column, std::size_t width) {
  std::string lines = pad_right(head, column);
  for (const char letter : wrap(text, width - column)) {
    lines += letter;
    if (letter == '\n') lines += std::string(column, ' ');
  }
  return lines + '\n';
}

}  // namespace

std::string advice_text(const std::vector<Warning>& warnings, std::size_t width) {
  if (warnings.empty()) return "  Nothing to mend.\n";
  std::string text;
  for (std::size_t at = 0; at < warnings.size(); ++at) {
    const Warning& warning = warnings[at];
    text += hanging("  " + printable(warning.id), printable(warning.text), kTextColumn, width);
    const WarningKind* const kind = find_warning_kind(warning.id);
    const bool more_of_it = at + 1 < warnings.size() && warnings[at + 1].id == warning.id;
    if (kind == nullptr || more_of_it) continue;
    text += hanging("       cause", kind->cause, kReasonColumn, width);
    text += hanging("       remedy", kind->remedy, kReasonColumn, width);
  }
  return text;
}

}  // namespace ecsbench
