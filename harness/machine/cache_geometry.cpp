#include "harness/machine/cache_geometry.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace ecsbench {
namespace {

// What a desktop processor of these years has.
constexpr std::array<CacheGeometry, 3> kUsual{{
    {std::uint64_t{32} << 10U, 64, 8},
    {std::uint64_t{1} << 20U, 64, 8},
    {std::uint64_t{32} << 20U, 64, 16},
}};

const CacheResult* data_cache(const std::vector<CacheResult>& caches, int level) {
  const auto found = std::find_if(caches.begin(), caches.end(), [&](const CacheResult& one) {
    return one.level == level && one.type != "Instruction";
  });
  return found == caches.end() ? nullptr : &*found;
}

// The cache with what is missing, or what no model can be made of, as usual.
ModelledLevel completed(const CacheResult& cache, const CacheGeometry& usual, std::uint64_t line_bytes) {
  ModelledLevel made{cache.level, {cache.size_bytes, line_bytes, cache.ways}, cache.ways == 0};
  if (cache.ways == 0) made.geometry.ways = usual.ways;
  if (!can_be_modelled(made.geometry)) return {cache.level, {usual.size_bytes, line_bytes, usual.ways}, true};
  return made;
}

std::vector<ModelledLevel> usual_levels() {
  std::vector<ModelledLevel> levels;
  for (const CacheGeometry& usual : kUsual) levels.push_back({static_cast<int>(levels.size()) + 1, usual, true});
  return levels;
}

std::uint64_t line_of(const CacheResult* first) {
  const CacheGeometry one_line{kUsual[0].size_bytes, first == nullptr ? 0 : first->line_bytes, 1};
  return can_be_modelled(one_line) ? one_line.line_bytes : kUsual[0].line_bytes;
}

}  // namespace

std::vector<ModelledLevel> modelled_levels(const std::vector<CacheResult>& caches) {
  const std::uint64_t line_bytes = line_of(data_cache(caches, 1));
  std::vector<ModelledLevel> levels;
  for (int level = 1; level <= static_cast<int>(kUsual.size()); ++level) {
    const CacheResult* const cache = data_cache(caches, level);
    const CacheGeometry& usual = kUsual[static_cast<std::size_t>(level) - 1];
    if (cache != nullptr) levels.push_back(completed(*cache, usual, line_bytes));
  }
  if (levels.empty()) return usual_levels();
  if (levels.front().level != 1) levels.insert(levels.begin(), {1, {kUsual[0].size_bytes, line_bytes, 8}, true});
  return levels;
}

}  // namespace ecsbench
