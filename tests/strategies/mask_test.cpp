// Claims about Mask, on every width it changes shape at.
#include "strategies/mask.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bitset>
#include <cstddef>
#include <iterator>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace ecs {
namespace {

template <class Width>
class MaskOf : public ::testing::Test {};

template <std::size_t kBits>
struct Bits {
  static constexpr std::size_t kNumber = kBits;
  using Held = Mask<kBits>;
  using Model = std::bitset<kBits>;
};
struct WidthName {
  template <class Width>
  static std::string GetName(int) {
    return std::to_string(Width::kNumber);
  }
};
using Widths = ::testing::Types<Bits<1>, Bits<7>, Bits<8>, Bits<9>, Bits<16>, Bits<17>, Bits<32>, Bits<33>, Bits<64>,
                                Bits<65>, Bits<128>, Bits<130>>;
TYPED_TEST_SUITE(MaskOf, Widths, WidthName);

TYPED_TEST(MaskOf, each_bit_is_set_and_reset_alone) {
  for (std::size_t bit = 0; bit < TypeParam::kNumber; ++bit) {
    typename TypeParam::Held mask;
    EXPECT_TRUE(mask.empty());
    mask.set(bit);
    EXPECT_EQ(mask, TypeParam::Held::of(bit));
    EXPECT_EQ(mask.count(), 1u);
    for (std::size_t other = 0; other < TypeParam::kNumber; ++other) EXPECT_EQ(mask.test(other), other == bit);
    mask.reset(bit);
    EXPECT_TRUE(mask.empty());
  }
}

TYPED_TEST(MaskOf, for_each_gives_the_members_lowest_first) {
  typename TypeParam::Held mask;
  std::vector<std::size_t> wanted;
  for (std::size_t bit = 0; bit < TypeParam::kNumber; bit += 3) {
    mask.set(bit);
    wanted.push_back(bit);
  }
  std::vector<std::size_t> seen;
  mask.for_each([&](std::size_t bit) { seen.push_back(bit); });
  EXPECT_EQ(seen, wanted);
}

// Against std::bitset, on random masks, contradictions included (H040).
TYPED_TEST(MaskOf, matches_exactly_what_has_all_required_and_none_excluded) {
  std::mt19937_64 random{42};
  const auto draw = [&](unsigned one_in) {
    std::pair<typename TypeParam::Held, typename TypeParam::Model> drawn;
    for (std::size_t bit = 0; bit < TypeParam::kNumber; ++bit) {
      if (random() % one_in != 0) continue;
      drawn.first.set(bit);
      drawn.second.set(bit);
    }
    return drawn;
  };
  for (int trial = 0; trial < 2000; ++trial) {
    const auto [mask, mask_model] = draw(2);
    const auto [required, required_model] = draw(TypeParam::kNumber < 16 ? 3 : 40);
    const auto [excluded, excluded_model] = draw(TypeParam::kNumber < 16 ? 3 : 40);
    const bool wanted = (mask_model & required_model) == required_model && (mask_model & excluded_model).none();
    EXPECT_EQ(mask.matches(required, excluded), wanted)
        << mask_model << " has " << required_model << " but not " << excluded_model;
  }
}

TYPED_TEST(MaskOf, equal_masks_hash_alike_and_single_bits_mostly_apart) {
  std::vector<std::size_t> hashes;
  for (std::size_t bit = 0; bit < TypeParam::kNumber; ++bit) {
    EXPECT_EQ(TypeParam::Held::of(bit).hash(), TypeParam::Held::of(bit).hash());
    hashes.push_back(TypeParam::Held::of(bit).hash());
  }
  std::sort(hashes.begin(), hashes.end());
  EXPECT_GE(std::unique(hashes.begin(), hashes.end()) - hashes.begin(), std::ssize(hashes) - 2);
}

TEST(Mask, takes_the_smallest_unsigned_type_that_holds_it) {
  static_assert(sizeof(Mask<1>) == 1 && sizeof(Mask<8>) == 1);
  static_assert(sizeof(Mask<9>) == 2 && sizeof(Mask<16>) == 2);
  static_assert(sizeof(Mask<17>) == 4 && sizeof(Mask<32>) == 4);
  static_assert(sizeof(Mask<33>) == 8 && sizeof(Mask<64>) == 8);
  static_assert(sizeof(Mask<65>) == 16 && sizeof(Mask<130>) == 24);
}

TEST(Mask, is_worked_out_when_compiled) {
  constexpr auto mask = Mask<70>::of(0, 69);
  static_assert(mask.test(69) && !mask.test(5) && mask.count() == 2);
  static_assert(mask.matches(Mask<70>::of(69), Mask<70>::of(1)));
  static_assert(!mask.matches(Mask<70>::of(69), Mask<70>::of(69)));
}

}  // namespace
}  // namespace ecs
