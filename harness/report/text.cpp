#include "harness/report/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace ecsbench {

std::size_t display_width(std::string_view text) {
  const auto begins_letter = [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; };
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), begins_letter));
}

namespace {

std::string blanks_for(std::string_view text, std::size_t width) {
  const std::size_t used = display_width(text);
  return std::string(used < width ? width - used : 0, ' ');
}

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  for (std::size_t begin = text.find_first_not_of(' '); begin != std::string_view::npos;) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    words.push_back(text.substr(begin, end - begin));
    begin = text.find_first_not_of(' ', end);
  }
  return words;
}

}  // namespace

std::string pad_left(std::string_view text, std::size_t width) {
  return blanks_for(text, width) + std::string(text);
}

std::string pad_right(std::string_view text, std::size_t width) {
  return std::string(text) + blanks_for(text, width);
}

std::string wrap(std::string_view text, std::size_t width, std::size_t indent) {
  std::string lines;
  std::size_t used = 0;
  for (const std::string_view word : words_of(text)) {
    const std::size_t needed = display_width(word);
    if (used > 0 && used + 1 + needed > width) {
      lines += '\n' + std::string(indent, ' ');
      used = indent;
    } else if (used > 0) {
      lines += ' ';
      ++used;
    }
    lines += word;
    used += needed;
  }
  return lines;
}

std::string join_facts(const std::vector<std::string>& facts, std::size_t width) {
  std::string lines;
  std::size_t used = 0;
  for (const std::string& fact : facts) {
    if (fact.empty()) continue;
    const std::size_t needed = display_width(fact);
    if (used > 0 && used + 3 + needed > width) {
      lines += '\n';
      used = 0;
    } else if (used > 0) {
      lines += " · ";
      used += 3;
    }
    const std::string shown = needed > width ? wrap(fact, width) : fact;
    lines += shown;
    used = needed > width ? display_width(shown.substr(shown.rfind('\n') + 1)) : used + needed;
  }
  return lines;
}

std::string group_digits(std::uint64_t value) {
  std::string digits = fmt::format("{}", value);
  for (std::size_t place = digits.size(); place > 3;) {
    place -= 3;
    digits.insert(place, 1, ' ');
  }
  return digits;
}

std::string bytes_text(double bytes) {
  constexpr std::array<std::string_view, 6> kUnits = {"B", "kB", "MB", "GB", "TB", "PB"};
  std::size_t unit = 0;
  while (bytes >= 999.5 && unit + 1 < kUnits.size()) {
    bytes /= 1000;
    ++unit;
  }
  return fmt::format("{:.{}f} {}", bytes, unit == 0 || bytes >= 99.95 ? 0 : 1, kUnits[unit]);
}

std::string fixed(double value, int decimals) {
  return fmt::format("{:.{}f}", value, decimals);
}

std::string significant(double value) {
  const int magnitude = value > 0 ? static_cast<int>(std::floor(std::log10(value) + 1e-9)) : 0;
  return fixed(value, std::clamp(2 - magnitude, 0, 4));
}

std::string plain(double value) {
  return fmt::format("{}", value);
}

std::string counted(std::uint64_t count, std::string_view noun) {
  const std::string number = group_digits(count);
  if (count == 1) return fmt::format("{} {}", number, noun);
  if (noun.ends_with("ty")) return fmt::format("{} {}ies", number, noun.substr(0, noun.size() - 1));
  return fmt::format("{} {}{}", number, noun, noun.ends_with("ch") ? "es" : "s");
}

std::optional<double> finite(std::optional<double> value) {
  return value && std::isfinite(*value) ? value : std::nullopt;
}

int decimals_for(const std::vector<double>& values) {
  double smallest = INFINITY;
  for (const double value : values) {
    if (value > 0) smallest = std::min(smallest, value);
  }
  if (!std::isfinite(smallest)) return 2;
  return std::clamp(2 - static_cast<int>(std::floor(std::log10(smallest))), 0, 4);
}

}  // namespace ecsbench
