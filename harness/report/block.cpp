#include "harness/report/block.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "harness/report/text.hpp"
#include "harness/statistics/resampling.hpp"

namespace ecsbench {
namespace {

bool belong_together(const CaseResult& a, const CaseResult& b) {
  return a.workload == b.workload && a.entities == b.entities && a.threads == b.threads && a.launch == b.launch &&
         a.params == b.params;
}

double sort_key(const CaseResult* entry) {
  return finite(entry->frame_ns.median).value_or(std::numeric_limits<double>::infinity());
}

std::uint64_t most_rounds(const Block& block) {
  std::uint64_t rounds = 0;
  for (const CaseResult* entry : block.cases) rounds = std::max(rounds, entry->rounds);
  return rounds;
}

std::uint64_t most_launches(const Block& block) {
  std::uint64_t launches = 0;
  for (const CaseResult* entry : block.cases) launches = std::max(launches, entry->launches);
  return launches;
}

// A table's ratios are stated together, its times each for itself.
std::string launches_fact(std::uint64_t launches, std::size_t cases) {
  const std::string count = counted(launches, "launch");
  if (launches < statistics::rounds_needed({0.95, 1})) return count + " (intervals: their range)";
  const bool are_ratios_drawn = launches >= statistics::rounds_needed({0.95, std::max<std::size_t>(cases, 2) - 1});
  return fmt::format("{} (intervals: bootstrap{})", count, are_ratios_drawn ? "" : ", of ratios their range");
}

std::string payload_fact(const Block& block, const EnvironmentResult& environment) {
  const Number payload = payload_bytes(block);
  if (!payload) return "payload n/a (no storage says what it holds)";
  const CacheResult* cache = last_cache(environment);
  if (cache == nullptr) return fmt::format("payload {}, caches unknown", bytes_text(*payload));
  const double ratio = *payload / static_cast<double>(cache->size_bytes);
  const int decimals = ratio < 0.01 ? 3 : ratio < 0.095 ? 2 : ratio < 9.95 ? 1 : 0;
  return fmt::format("payload {} {} L{} ({} ×)", bytes_text(*payload), ratio < 1 ? "fits" : "exceeds", cache->level,
                     fixed(ratio, decimals));
}

}  // namespace

std::vector<Block> blocks_of(const Result& result) {
  std::vector<Block> blocks;
  for (const CaseResult& entry : result.cases) {
    const auto mine = std::find_if(blocks.begin(), blocks.end(),
                                   [&](const Block& block) { return belong_together(block.first(), entry); });
    if (mine == blocks.end()) {
      blocks.push_back({{&entry}});
    } else {
      mine->cases.push_back(&entry);
    }
  }
  for (Block& block : blocks) {
    std::stable_sort(block.cases.begin(), block.cases.end(),
                     [](const CaseResult* a, const CaseResult* b) { return sort_key(a) < sort_key(b); });
  }
  return blocks;
}

bool is_bound(std::string_view strategy) {
  return strategy == "limit" || strategy == "gather";
}

std::string unit_of_work(const Block& block) {
  const std::string& per = block.first().per;
  return per.empty() ? "entity" : per;
}

std::vector<std::string> head_facts(const Block& block, const Result& result) {
  const CaseResult& first = block.first();
  std::vector<std::string> facts = {first.workload, group_digits(first.entities) + " entities"};
  if (first.matched != first.entities) facts.push_back(group_digits(first.matched) + " matched");
  for (const auto& [name, value] : first.params) facts.push_back(name + " " + plain(value));
  facts.push_back(counted(first.threads, "thread"));
  const std::uint64_t launches = most_launches(block);
  if (launches > 1) facts.push_back(launches_fact(launches, block.cases.size()));
  facts.push_back(counted(most_rounds(block), "round") + (launches > 1 ? " each" : ""));
  facts.push_back(payload_fact(block, result.environment));
  return facts;
}

std::vector<std::string> build_facts(const Result& result) {
  const ToolResult& tool = result.tool;
  const std::string& model = result.environment.cpu_model;
  const auto& guest = result.environment.hypervisor;
  const bool is_virtual = guest && *guest != "none" && !guest->empty();
  return {(model.empty() ? "processor unknown" : model) + (is_virtual ? " (virtual)" : ""), tool.compiler, tool.flags,
          fmt::format("seed {}", result.run.seed)};
}

std::optional<std::string> build_alarm(const ToolResult& tool) {
  std::vector<std::string> faults;
  if (!tool.sanitizers.empty()) faults.push_back("sanitizer " + tool.sanitizers);
  if (tool.assertions) faults.push_back("assertions on");
  const bool optimised =
      tool.build_type == "Release" || tool.build_type == "RelWithDebInfo" || tool.build_type == "MinSizeRel";
  if (!optimised) {
    faults.push_back("build type " + (tool.build_type.empty() ? "unknown" : tool.build_type));
  }
  if (faults.empty()) return std::nullopt;
  return fmt::format("NOT A MEASUREMENT: {}. Measure with -DCMAKE_BUILD_TYPE=Release.", fmt::join(faults, ", "));
}

Number payload_bytes(const Block& block) {
  Number least;
  for (const CaseResult* entry : block.cases) {
    const auto known = entry->memory ? entry->memory->payload_bytes : std::nullopt;
    if (!known || *known == 0) continue;
    const auto payload = static_cast<double>(*known);
    least = least ? std::min(*least, payload) : payload;
  }
  return least;
}

const CacheResult* last_cache(const EnvironmentResult& environment) {
  const CacheResult* last = nullptr;
  for (const CacheResult& cache : environment.caches) {
    if (cache.type == "Instruction" || cache.size_bytes == 0) continue;
    if (last == nullptr || cache.level > last->level) last = &cache;
  }
  return last;
}

const ComparisonResult* comparison(const Block& block, const Result& result, std::string_view baseline,
                                   std::string_view contender) {
  const CaseResult& first = block.first();
  for (const ComparisonResult& made : result.comparisons) {
    if (made.baseline == baseline && made.contender == contender && made.workload == first.workload &&
        made.entities == first.entities && made.threads == first.threads && made.params == first.params) {
      return &made;
    }
  }
  return nullptr;
}

}  // namespace ecsbench
