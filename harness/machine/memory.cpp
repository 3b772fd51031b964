// Reads /proc/meminfo, /proc/self/{cgroup,status,limits} and /sys/fs/cgroup.
#include "harness/machine/memory.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace ecsbench {
namespace {

// Where one version of control groups keeps what we ask.
struct GroupFiles {
  std::string_view mount;
  std::string_view limit;
  std::string_view used;
  std::string_view droppable;  // a key of memory.stat
};

constexpr GroupFiles kVersion1 = {"sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes",
                                  "total_inactive_file"};
constexpr GroupFiles kVersion2 = {"sys/fs/cgroup", "memory.max", "memory.current", "inactive_file"};

using Bytes = std::optional<std::uint64_t>;

Bytes read_field(const Machine& machine, std::string_view path, std::string_view key) {
  const auto text = read_text(machine, path);
  const auto value = text ? field(*text, key) : std::nullopt;
  return value ? parse_bytes(*value) : std::nullopt;
}

// The smaller of two, where an empty one says nothing.
Bytes tighter(Bytes left, Bytes right) {
  if (!left || !right) return left ? left : right;
  return std::min(*left, *right);
}

std::uint64_t minus(std::uint64_t whole, std::uint64_t part) {
  return whole - std::min(whole, part);
}

// What one group still allows. "max", the word for no limit, is no number and so says nothing.
Bytes group_headroom(const Machine& machine, const GroupFiles& files, const std::string& folder) {
  const auto path = [&](std::string_view file) { return folder + "/" + std::string(file); };
  const auto limit = read_number(machine, path(files.limit));
  const auto used = read_number(machine, path(files.used));
  if (!limit || !used) return limit;
  const auto droppable = read_field(machine, path("memory.stat"), files.droppable).value_or(0);
  return minus(*limit, minus(*used, droppable));
}

// The tightest of a group and all above it. A container may be told a path that it cannot see: then
// only what can be seen, at least the mount itself, counts.
Bytes groups_headroom(const Machine& machine, const GroupFiles& files, std::string group) {
  Bytes tightest;
  while (true) {
    const auto folder = std::string(files.mount) + group;
    tightest = tighter(tightest, group_headroom(machine, files, folder));
    const auto slash = group.rfind('/');
    if (slash == std::string::npos) return tightest;
    group.erase(slash);
  }
}

bool lists_memory(std::string_view controllers) {
  const auto at = ("," + std::string(controllers) + ",").find(",memory,");
  return at != std::string::npos;
}

// Lines of /proc/self/cgroup: "0::/user.slice" (version 2), "4:cpu,memory:/box" (version 1).
Bytes all_groups_headroom(const Machine& machine) {
  const auto text = read_text(machine, "proc/self/cgroup").value_or("");
  Bytes tightest;
  std::string_view rest = text;
  while (!rest.empty()) {
    const auto line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    const auto first = line.find(':');
    const auto second = first == std::string_view::npos ? first : line.find(':', first + 1);
    if (second == std::string_view::npos) continue;
    const auto controllers = line.substr(first + 1, second - first - 1);
    const std::string group(line.substr(second + 1));
    if (controllers.empty()) tightest = tighter(tightest, groups_headroom(machine, kVersion2, group));
    if (lists_memory(controllers)) {
      tightest = tighter(tightest, groups_headroom(machine, kVersion1, group));
    }
  }
  return tightest;
}

// "Max address space    unlimited    unlimited    bytes": the soft limit comes first.
Bytes address_space_headroom(const Machine& machine) {
  const auto limits = read_text(machine, "proc/self/limits");
  const auto line = limits ? field(*limits, "Max address space") : std::nullopt;
  const auto limit = line ? parse_bytes(line->substr(0, line->find(' '))) : std::nullopt;
  if (!limit) return std::nullopt;
  return minus(*limit, read_field(machine, "proc/self/status", "VmSize").value_or(0));
}

}  // namespace

Bytes memory_total_bytes(const Machine& machine) {
  return read_field(machine, "proc/meminfo", "MemTotal");
}

Bytes memory_available_bytes(const Machine& machine) {
  auto available = read_field(machine, "proc/meminfo", "MemAvailable");
  if (!available) available = read_field(machine, "proc/meminfo", "MemFree");
  available = tighter(available, all_groups_headroom(machine));
  return tighter(available, address_space_headroom(machine));
}

}  // namespace ecsbench
