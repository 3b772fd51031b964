// Gathers the facts and hashes those that decide speed.
#include "harness/machine/environment.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>
#include <system_error>

#include "harness/machine/memory.hpp"
#include "harness/machine/power.hpp"
#include "harness/machine/processor.hpp"

namespace ecsbench {
namespace {

// "Linux 6.1.0-18-amd64".
std::string kernel(const Machine& machine) {
  const auto name = read_line(machine, "proc/sys/kernel/ostype").value_or("");
  const auto release = read_line(machine, "proc/sys/kernel/osrelease").value_or("");
  return std::string(trimmed(name + " " + release));
}

// "always [madvise] never": the word in brackets is in force.
std::optional<std::string> huge_pages(const Machine& machine) {
  const auto choices = read_line(machine, "sys/kernel/mm/transparent_hugepage/enabled");
  if (!choices) return std::nullopt;
  const auto open = choices->find('[');
  const auto close = choices->find(']', open == std::string::npos ? 0 : open);
  if (open == std::string::npos || close == std::string::npos) return std::nullopt;
  return choices->substr(open + 1, close - open - 1);
}

// Whether this very process was started by `setarch -R` or under a debugger that turned it off.
bool switched_off_for_us(const Machine& machine) {
  constexpr std::uint64_t kNoRandomize = 0x0040000;  // ADDR_NO_RANDOMIZE of <sys/personality.h>
  const auto text = read_line(machine, "proc/self/personality").value_or("");
  std::uint64_t bits = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), bits, 16);
  return fault == std::errc{} && (bits & kNoRandomize) != 0;
}

std::optional<bool> address_randomisation(const Machine& machine) {
  const auto mode = read_number(machine, "proc/sys/kernel/randomize_va_space");
  if (!mode) return std::nullopt;
  return *mode != 0 && !switched_off_for_us(machine);
}

std::string hash_of(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char letter : text) {
    hash ^= static_cast<unsigned char>(letter);
    hash *= 0x00000100000001b3U;
  }
  return fmt::format("{:016x}", hash);
}

}  // namespace

Number load_average(const Machine& machine) {
  const auto line = read_line(machine, "proc/loadavg").value_or("");
  double load = 0;
  const auto [end, fault] = std::from_chars(line.data(), line.data() + line.size(), load);
  if (fault != std::errc{} || !(load >= 0)) return std::nullopt;
  return load;
}

std::string environment_fingerprint(const EnvironmentResult& environment) {
  constexpr unsigned kGibibyteShift = 30;
  std::string facts = fmt::format("model={}\ncores={}\n", environment.cpu_model, environment.cores);
  for (const auto& cache : environment.caches) {
    facts += fmt::format("cache={}/{}/{}/{}\n", cache.level, cache.type, cache.size_bytes, cache.line_bytes);
  }
  facts += fmt::format("gib={}\n", environment.memory_bytes >> kGibibyteShift);
  facts += fmt::format("governor={}\n", environment.governor.value_or("?"));
  if (environment.boost) facts += fmt::format("boost={}\n", *environment.boost ? "on" : "off");
  facts += fmt::format("hypervisor={}\n", environment.hypervisor.value_or("?"));
  facts += fmt::format("huge_pages={}\n", environment.huge_pages.value_or("?"));
  facts += fmt::format("aslr={}\n", environment.aslr ? (*environment.aslr ? "on" : "off") : "?");
  return hash_of(facts);
}

EnvironmentResult read_environment(const Machine& machine) {
  EnvironmentResult environment;
  environment.cpu_model = processor_model(machine);
  environment.cores = allowed_processors(machine).size();
  environment.caches = caches(machine);
  environment.memory_bytes = memory_total_bytes(machine).value_or(0);
  environment.governor = governor(machine);
  environment.boost = boost(machine);
  environment.hypervisor = hypervisor(machine);
  environment.kernel = kernel(machine);
  environment.huge_pages = huge_pages(machine);
  environment.aslr = address_randomisation(machine);
  environment.load_before = load_average(machine);
  environment.fingerprint = environment_fingerprint(environment);
  return environment;
}

}  // namespace ecsbench
