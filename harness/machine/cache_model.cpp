#include "harness/machine/cache_model.hpp"

#include <algorithm>
#include <bit>
#include <cassert>

namespace ecsbench {

bool can_be_modelled(const CacheGeometry& geometry) {
  return geometry.ways > 0 && std::has_single_bit(geometry.line_bytes) && geometry.line_bytes >= 64 &&
         geometry.line_bytes <= 4096 && geometry.size_bytes / geometry.line_bytes >= geometry.ways;
}

ModelledCache::ModelledCache(const CacheGeometry& geometry)
    : ways_(geometry.ways), sets_(geometry.size_bytes / (geometry.ways * geometry.line_bytes)) {
  assert(can_be_modelled(geometry));
  is_power_ = std::has_single_bit(sets_);
  lines_.assign(sets_ * ways_, 0);
}

bool ModelledCache::consistent() const {
  for (std::uint64_t set = 0; set < sets_; ++set) {
    const std::span<const std::uint64_t> held{lines_.data() + set * ways_, ways_};
    const auto end = std::find(held.begin(), held.end(), std::uint64_t{0});
    if (std::any_of(end, held.end(), [](std::uint64_t line) { return line != 0; })) return false;  // (3)
    for (auto one = held.begin(); one != end; ++one) {
      if (set_of(*one - 1) != set) return false;                      // (1)
      if (std::find(std::next(one), end, *one) != end) return false;  // (2)
    }
  }
  return true;
}

CacheModel::CacheModel(std::span<const CacheGeometry> levels) : levels_(levels.begin(), levels.end()) {
  assert(!levels.empty());
  assert(std::all_of(levels.begin(), levels.end(),
                     [&](const CacheGeometry& one) { return one.line_bytes == levels.front().line_bytes; }));
  line_shift_ = static_cast<unsigned>(std::countr_zero(levels.front().line_bytes));
  counts_.misses.resize(levels_.size());
}

void CacheModel::count_anew() {
  counts_.accesses = 0;
  std::fill(counts_.misses.begin(), counts_.misses.end(), 0);
}

bool CacheModel::consistent() const {
  return std::all_of(levels_.begin(), levels_.end(), [](const ModelledCache& one) { return one.consistent(); });
}

}  // namespace ecsbench
