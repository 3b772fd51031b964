#include "harness/commands/options/number.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <system_error>

#include "harness/commands/options/usage_error.hpp"

namespace ecsbench {
namespace {

constexpr std::string_view kWholeForms = "Write digits, with k, M or G if you like: 500, 10k, 1M, 1e6";

bool is_digit(char letter) {
  return letter >= '0' && letter <= '9';
}

bool all_digits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_digit);
}

[[noreturn]] void refuse(std::string_view option, std::string_view text, std::string_view why,
                         std::string_view advice) {
  throw UsageError(fmt::format("{}: '{}' {}. {}.", option, text, why, advice));
}

// digits and a power of ten, as written; nothing where the text has another form.
struct Scaled {
  std::string_view digits;
  std::string_view exponent;
};

std::optional<Scaled> split_scale(std::string_view text) {
  if (all_digits(text)) return Scaled{text, "0"};
  if (text.empty()) return std::nullopt;
  const std::string_view head = text.substr(0, text.size() - 1);
  if (all_digits(head)) {
    if (text.back() == 'k') return Scaled{head, "3"};
    if (text.back() == 'M') return Scaled{head, "6"};
    if (text.back() == 'G') return Scaled{head, "9"};
  }
  const std::size_t e = text.find('e');
  if (e == std::string_view::npos) return std::nullopt;
  const Scaled scaled{text.substr(0, e), text.substr(e + 1)};
  if (!all_digits(scaled.digits) || !all_digits(scaled.exponent)) return std::nullopt;
  return scaled;
}

std::optional<std::uint64_t> digits_value(std::string_view digits) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return value;
}

// Nothing: larger than 64 bits hold.
std::optional<std::uint64_t> value_of(const Scaled& scaled) {
  std::optional<std::uint64_t> value = digits_value(scaled.digits);
  if (value == 0U) return value;
  const std::optional<std::uint64_t> exponent = digits_value(scaled.exponent);
  if (!value || !exponent) return std::nullopt;
  for (std::uint64_t i = 0; i < *exponent; ++i) {
    if (*value > UINT64_MAX / 10) return std::nullopt;
    *value *= 10;
  }
  return value;
}

std::string_view why_not_whole(std::string_view text) {
  if (text.size() > 1 && text.front() == '-' && split_scale(text.substr(1))) return "is negative";
  const std::size_t point = text.find('.');
  const bool fraction = point != std::string_view::npos && point > 0 && all_digits(text.substr(0, point));
  return fraction ? "is not whole" : "is not a number";
}

bool is_everything(RealRange range) {
  return range.lowest == kEveryReal.lowest && range.highest == kEveryReal.highest;
}

}  // namespace

std::uint64_t parse_whole(std::string_view option, std::string_view text, WholeRange range) {
  if (text.empty()) throw UsageError(fmt::format("{}: the value is empty. {}.", option, kWholeForms));
  const std::optional<Scaled> scaled = split_scale(text);
  if (!scaled) refuse(option, text, why_not_whole(text), kWholeForms);
  const std::optional<std::uint64_t> value = value_of(*scaled);
  if (!value || *value > range.highest) {
    refuse(option, text, "is too large",
           range.highest == UINT64_MAX ? "It must fit into 64 bits" : fmt::format("The most is {}", range.highest));
  }
  if (*value < range.lowest) {
    refuse(option, text, "is too small", fmt::format("The least is {}", range.lowest));
  }
  return *value;
}

double parse_real(std::string_view option, std::string_view text, RealRange range) {
  const std::string allowed = is_everything(range)
                                  ? "Write any finite number, such as 7 or 0.5"
                                  : fmt::format("Write a number from {} to {}", range.lowest, range.highest);
  if (text.empty()) throw UsageError(fmt::format("{}: the value is empty. {}.", option, allowed));
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc::result_out_of_range) refuse(option, text, "is out of range", allowed);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) {
    refuse(option, text, "is not a number", allowed);
  }
  if (value < range.lowest || value > range.highest) {
    refuse(option, text, "is out of range", allowed);
  }
  return value;
}

std::vector<std::string> split_list(std::string_view option, std::string_view text) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    std::string part(text.substr(begin, end - begin));
    if (part.empty()) {
      throw UsageError(text.empty()
                           ? fmt::format("{}: the value is empty.", option)
                           : fmt::format("{}: '{}' has an empty part. Separate with single commas.", option, text));
    }
    if (std::find(parts.begin(), parts.end(), part) == parts.end()) parts.push_back(std::move(part));
    begin = end + 1;
  }
  return parts;
}

}  // namespace ecsbench
