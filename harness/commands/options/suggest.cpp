#include "harness/commands/options/suggest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <numeric>

namespace ecsbench {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> two_above(b.size() + 1), above(b.size() + 1), row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    two_above.swap(above);
    above.swap(row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({replaced, above[j] + 1, row[j - 1] + 1});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], two_above[j - 2] + 1);
    }
  }
  return row[b.size()];
}

namespace {

std::string lower(std::string_view text) {
  std::string small(text);
  for (char& letter : small) letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  return small;
}

}  // namespace

std::optional<std::string> closest(std::string_view name, const std::vector<std::string>& known) {
  const std::string meant = lower(name);
  const std::size_t allowed = std::max<std::size_t>(2, name.size() / 3);
  std::size_t best = SIZE_MAX;
  std::optional<std::string> found;
  for (const std::string& candidate : known) {
    const std::size_t distance = edit_distance(meant, lower(candidate));
    if (distance < best && distance <= allowed && distance < candidate.size()) {
      best = distance;
      found = candidate;
    }
  }
  return found;
}

std::string unknown_name(std::string_view kind, std::string_view name, const std::vector<std::string>& known) {
  const std::optional<std::string> suggestion = closest(name, known);
  return suggestion ? fmt::format("no {} is called '{}'. Did you mean '{}'?", kind, name, *suggestion)
                    : fmt::format("no {} is called '{}'.", kind, name);
}

}  // namespace ecsbench
