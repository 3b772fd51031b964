// The probes on this machine: finite, plausible, short. No figure is demanded of a busy computer.
#include "harness/machine/probes.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <cstdint>
#include <limits>

namespace ecsbench {
namespace {

constexpr std::uint64_t kKibibyte = std::uint64_t{1} << 10U;
constexpr std::uint64_t kMebibyte = std::uint64_t{1} << 20U;

// From an emulated processor to one that does not exist yet.
void expect_plausible_bandwidth(double gb_per_s) {
  EXPECT_TRUE(std::isfinite(gb_per_s)) << gb_per_s;
  EXPECT_GT(gb_per_s, 0.01);
  EXPECT_LT(gb_per_s, 10'000);
}

TEST(Probes, give_plausible_bandwidths_in_and_out_of_cache) {
  for (const std::uint64_t working_set_bytes : {16 * kKibibyte, 32 * kMebibyte}) {
    expect_plausible_bandwidth(triad_gb_per_s(working_set_bytes));
    expect_plausible_bandwidth(update_gb_per_s(working_set_bytes));
    expect_plausible_bandwidth(copy_gb_per_s(working_set_bytes));
    expect_plausible_bandwidth(ceiling_gb_per_s(working_set_bytes));
  }
}

TEST(Probes, read_dependently_in_a_plausible_time) {
  const double near_ns = random_read_ns(16 * kKibibyte);
  EXPECT_GT(near_ns, 0.1);
  EXPECT_LT(near_ns, 10'000);
}

TEST(Probes, read_independently_no_slower_than_dependently) {
  const double apart_ns = random_reads_ns(32 * kMebibyte);
  EXPECT_GT(apart_ns, 0.05);
  EXPECT_LT(apart_ns, random_read_ns(32 * kMebibyte));
}

TEST(Probes, tell_a_frequency_that_a_core_can_have) {
  const double ghz = core_ghz();
  EXPECT_GT(ghz, 0.1);
  EXPECT_LT(ghz, 10);
}

TEST(Probes, find_memory_slower_than_the_nearest_cache) {
  EXPECT_GT(random_read_ns(128 * kMebibyte), 2 * random_read_ns(16 * kKibibyte));
}

TEST(Probes, hold_absurd_working_sets_to_their_range) {
  expect_plausible_bandwidth(triad_gb_per_s(0));
  expect_plausible_bandwidth(copy_gb_per_s(1));
  EXPECT_TRUE(std::isfinite(random_read_ns(0)));
}

TEST(Probes, end_soon_even_with_the_largest_working_set) {
  const auto begin = std::chrono::steady_clock::now();
  expect_plausible_bandwidth(triad_gb_per_s(std::numeric_limits<std::uint64_t>::max()));
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
}

}  // namespace
}  // namespace ecsbench
