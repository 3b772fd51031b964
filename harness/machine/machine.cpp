// Reads small kernel files and takes their few formats apart.
#include "harness/machine/machine.hpp"

#include <charconv>
#include <cstddef>
#include <cstring>
#include <fstream>
#include <limits>
#include <sstream>
#include <system_error>
#include <utility>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace ecsbench {
namespace {

constexpr std::string_view kBlanks = " \t\r\n\v\f";

#if defined(__x86_64__)
// Bit 31 of ecx in leaf 1 says "guest"; leaf 0x40000000 then spells twelve letters in ebx, ecx,
// edx. Source: Intel SDM volume 2, CPUID; the Linux kernel's Documentation/virt/kvm/x86/cpuid.rst.
std::string read_hypervisor_signature() {
  constexpr unsigned kGuestBit = 1U << 31U;
  unsigned eax = 0;
  unsigned letters[3] = {};
  unsigned features = 0;
  if (__get_cpuid(1, &eax, &letters[0], &features, &letters[2]) == 0) return {};
  if ((features & kGuestBit) == 0) return {};
  __cpuid(0x40000000U, eax, letters[0], letters[1], letters[2]);
  char signature[sizeof letters + 1] = {};
  std::memcpy(signature, letters, sizeof letters);
  return std::string(trimmed(signature));
}
#else
std::string read_hypervisor_signature() {
  return {};
}
#endif

// The factor of a unit as sysfs ("K") and procfs ("kB") write it; 0 for an unknown one.
std::uint64_t factor_of(std::string_view unit) {
  if (unit.empty() || unit == "B") return 1;
  if (unit == "K" || unit == "kB" || unit == "KB") return std::uint64_t{1} << 10U;
  if (unit == "M" || unit == "MB") return std::uint64_t{1} << 20U;
  if (unit == "G" || unit == "GB") return std::uint64_t{1} << 30U;
  return 0;
}

// Whether what follows a key without a colon lets the key end there: "cpu" is no key of "cpu family : 25".
bool ends_a_key(std::string_view rest) {
  if (rest.empty()) return true;
  return kBlanks.find(rest.front()) != std::string_view::npos && rest.find(':') == std::string_view::npos;
}

}  // namespace

Machine this_machine() {
  return {"/", read_hypervisor_signature()};
}

std::optional<std::string> read_text(const Machine& machine, std::string_view path) {
  std::ifstream file(machine.root / path);
  if (!file) return std::nullopt;
  std::ostringstream text;
  text << file.rdbuf();  // fails, and does not throw, when nothing comes or a folder is in the way
  if (!text) return std::nullopt;
  return std::move(text).str();
}

std::optional<std::string> read_line(const Machine& machine, std::string_view path) {
  const auto text = read_text(machine, path);
  if (!text) return std::nullopt;
  const auto line = trimmed(std::string_view(*text).substr(0, text->find('\n')));
  if (line.empty()) return std::nullopt;
  return std::string(line);
}

std::optional<std::uint64_t> read_number(const Machine& machine, std::string_view path) {
  const auto line = read_line(machine, path);
  if (!line) return std::nullopt;
  return parse_bytes(*line);
}

std::optional<std::string> field(std::string_view text, std::string_view key) {
  while (!text.empty()) {
    const auto end = text.find('\n');
    const auto line = text.substr(0, end);
    text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
    if (!line.starts_with(key)) continue;
    const auto rest = trimmed(line.substr(key.size()));
    if (rest.starts_with(':')) return std::string(trimmed(rest.substr(1)));
    if (!ends_a_key(line.substr(key.size()))) continue;
    return std::string(rest);
  }
  return std::nullopt;
}

std::optional<std::uint64_t> parse_bytes(std::string_view text) {
  text = trimmed(text);
  std::uint64_t number = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (fault != std::errc{}) return std::nullopt;
  const auto digits = static_cast<std::size_t>(end - text.data());
  const auto factor = factor_of(trimmed(text.substr(digits)));
  if (factor == 0 || number > std::numeric_limits<std::uint64_t>::max() / factor) {
    return std::nullopt;
  }
  return number * factor;
}

std::string_view trimmed(std::string_view text) {
  const auto begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

}  // namespace ecsbench
