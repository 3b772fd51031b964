// Known answers by hand, and random traces against a model that is slow and obvious.
#include "harness/machine/cache_model.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <random>
#include <string>
#include <vector>

namespace ecsbench {
namespace {

constexpr std::uint64_t kLine = 64;

CacheModel one_level(std::uint64_t lines, std::uint64_t ways) {
  return CacheModel(std::array{CacheGeometry{lines * kLine, kLine, ways}});
}

// A load of 4 bytes in each of `lines` lines, in order.
void walk(CacheModel& model, std::uint64_t lines, std::uint64_t stride = 1) {
  for (std::uint64_t at = 0; at < lines; ++at) model.touch(at * stride * kLine, 4);
}

std::uint64_t misses_of(CacheModel& model, const std::vector<std::uint64_t>& lines) {
  model.count_anew();
  for (const std::uint64_t line : lines) model.touch(line * kLine, 4);
  return model.counts().misses.front();
}

TEST(CacheModel, a_walk_that_fits_misses_each_line_once_and_never_again) {
  CacheModel model = one_level(512, 8);
  walk(model, 512);
  EXPECT_EQ(model.counts().misses, (std::vector<std::uint64_t>{512}));
  model.count_anew();
  walk(model, 512);
  EXPECT_EQ(model.counts().misses, (std::vector<std::uint64_t>{0}));
  EXPECT_EQ(model.counts().accesses, 512U);
}

TEST(CacheModel, a_walk_of_twice_the_cache_misses_every_line_every_time) {
  CacheModel model = one_level(512, 8);
  for (int frame = 0; frame < 3; ++frame) {
    model.count_anew();
    walk(model, 1024);
    EXPECT_EQ(model.counts().misses, (std::vector<std::uint64_t>{1024})) << "frame " << frame;
  }
}

// One line too many: the sets that have to hold one more than they can give up just what comes next.
TEST(CacheModel, one_line_too_many_costs_its_whole_set) {
  CacheModel model = one_level(64, 4);  // 16 sets
  walk(model, 65);
  model.count_anew();
  walk(model, 65);
  EXPECT_EQ(model.counts().misses, (std::vector<std::uint64_t>{5}));  // lines 0, 16, 32, 48 and 64
}

TEST(CacheModel, two_lines_a_cache_apart_drive_each_other_out_of_one_way_and_share_two) {
  CacheModel direct = one_level(16, 1);
  EXPECT_EQ(misses_of(direct, {3, 19, 3, 19, 3, 19}), 6U);
  CacheModel paired = one_level(16, 2);
  EXPECT_EQ(misses_of(paired, {3, 19, 3, 19, 3, 19}), 2U);
}

TEST(CacheModel, the_least_recently_used_goes_first) {
  CacheModel model = one_level(3, 3);  // one set
  EXPECT_EQ(misses_of(model, {1, 2, 3}), 3U);
  EXPECT_EQ(misses_of(model, {1}), 0U);     // now 2 is the oldest
  EXPECT_EQ(misses_of(model, {4}), 1U);     // takes its place
  EXPECT_EQ(misses_of(model, {1, 3}), 0U);  // these two stayed
  EXPECT_EQ(misses_of(model, {2}), 1U);
}

// The string of references that textbooks on paging use, three and four frames, LRU: 10 and 8 faults.
TEST(CacheModel, the_textbooks_reference_string) {
  const std::vector<std::uint64_t> belady{1, 2, 3, 4, 1, 2, 5, 1, 2, 3, 4, 5};
  CacheModel three = one_level(3, 3);
  EXPECT_EQ(misses_of(three, belady), 10U);
  CacheModel four = one_level(4, 4);
  EXPECT_EQ(misses_of(four, belady), 8U);
}

TEST(CacheModel, a_stride_of_all_sets_uses_one_set) {
  CacheModel model = one_level(512, 8);  // 64 sets
  walk(model, 8, 64);
  model.count_anew();
  walk(model, 8, 64);
  EXPECT_EQ(model.counts().misses, (std::vector<std::uint64_t>{0}));
  walk(model, 9, 64);
  model.count_anew();
  walk(model, 9, 64);
  EXPECT_EQ(model.counts().misses, (std::vector<std::uint64_t>{9}));
}

TEST(CacheModel, values_of_eight_bytes_in_a_row_miss_an_eighth_of_the_time) {
  CacheModel model = one_level(512, 8);
  for (std::uint64_t at = 0; at < 80'000; ++at) model.touch(at * 8, 8);
  EXPECT_EQ(model.counts().accesses, 80'000U);
  EXPECT_EQ(model.counts().misses, (std::vector<std::uint64_t>{10'000}));
}

TEST(CacheModel, an_access_over_the_edge_of_a_line_touches_both) {
  CacheModel model = one_level(16, 2);
  model.touch(60, 8);
  EXPECT_EQ(model.counts().accesses, 1U);
  EXPECT_EQ(model.counts().misses, (std::vector<std::uint64_t>{2}));
  EXPECT_EQ(misses_of(model, {0, 1}), 0U);
}

// L1 of one set and two ways above L2 of one set and four:
//
//   line   1  2  3  1  2  4  5  1  5
//   L1     m  m  m  m  m  m  m  m  .      holds 1 | 2 1 | 3 2 | 1 3 | 2 1 | 4 2 | 5 4 | 1 5 | 5 1
//   L2     m  m  m  .  .  m  m  .         five lines in four ways; 3 is the oldest when 5 comes
TEST(CacheModel, two_levels_by_hand) {
  CacheModel model(std::array{CacheGeometry{2 * kLine, kLine, 2}, CacheGeometry{4 * kLine, kLine, 4}});
  for (const std::uint64_t line : {1U, 2U, 3U, 1U, 2U, 4U, 5U, 1U, 5U}) model.touch(line * kLine, 4);
  EXPECT_EQ(model.counts().misses, (std::vector<std::uint64_t>{8, 5}));
  model.count_anew();
  model.touch(3 * kLine, 4);
  EXPECT_EQ(model.counts().misses, (std::vector<std::uint64_t>{1, 1}));
}

TEST(CacheModel, sets_need_not_be_a_power_of_two) {
  CacheModel model = one_level(36, 12);  // 3 sets
  walk(model, 36);
  EXPECT_TRUE(model.consistent());
  model.count_anew();
  walk(model, 36);
  EXPECT_EQ(model.counts().misses, (std::vector<std::uint64_t>{0}));
}

// Each set a list of lines, the last used in front; as slow as it is plain.
class SlowModel {
 public:
  explicit SlowModel(std::vector<CacheGeometry> levels) : geometry_(std::move(levels)), misses_(geometry_.size(), 0) {
    for (const CacheGeometry& level : geometry_) sets_.emplace_back(level.size_bytes / level.line_bytes / level.ways);
  }
  void touch(std::uint64_t address, std::uint64_t bytes) {
    for (std::uint64_t byte = address; byte < address + bytes; ++byte) {
      if (byte == address || byte % kLine == 0) touch_line(byte / kLine);
    }
  }
  [[nodiscard]] const std::vector<std::uint64_t>& misses() const { return misses_; }

 private:
  void touch_line(std::uint64_t line) {
    for (std::size_t level = 0; level < geometry_.size(); ++level) {
      std::deque<std::uint64_t>& set = sets_[level][line % sets_[level].size()];
      const auto found = std::find(set.begin(), set.end(), line);
      const bool hit = found != set.end();
      if (hit) set.erase(found);
      set.push_front(line);
      if (set.size() > geometry_[level].ways) set.pop_back();
      if (hit) return;
      ++misses_[level];
    }
  }
  std::vector<CacheGeometry> geometry_;
  std::vector<std::vector<std::deque<std::uint64_t>>> sets_;
  std::vector<std::uint64_t> misses_;
};

TEST(CacheModel, random_traces_miss_as_often_as_in_a_slow_model) {
  const std::uint64_t seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937_64 random(seed);
  const auto below = [&](std::uint64_t end) { return random() % end; };
  for (int trial = 0; trial < 60; ++trial) {
    std::vector<CacheGeometry> levels;
    std::uint64_t sets = 1 + below(9);
    for (std::uint64_t level = 0; level < 1 + below(3); ++level, sets *= 1 + below(4)) {
      const std::uint64_t ways = 1 + below(8);
      levels.push_back({sets * ways * kLine, kLine, ways});
    }
    CacheModel model(levels);
    SlowModel slow(levels);
    const std::uint64_t room = kLine * (1 + below(400));
    for (int at = 0; at < 3000; ++at) {
      const std::uint64_t address = below(4) == 0 ? below(room) : below(room / 4 + 1), bytes = 1 + below(100);
      model.touch(address, bytes);
      slow.touch(address, bytes);
    }
    ASSERT_TRUE(model.consistent());
    ASSERT_EQ(model.counts().misses, slow.misses()) << "trial " << trial;
  }
}

}  // namespace
}  // namespace ecsbench
