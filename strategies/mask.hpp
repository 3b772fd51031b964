// Mask: a set of component numbers, one bit each, in the smallest unsigned type that holds them (above 64: words).
//
//   number     3 2 1 0
//   mask       0 1 0 1      components 0 and 2
//
// Cost  1, 2, 4 or 8 bytes up to 64 components, then 8 bytes for each 64. Every operation is a few instructions.
#pragma once

#include <array>
#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace ecs {

template <std::size_t kBits>
class Mask {
  static constexpr std::size_t kWords = kBits <= 64 ? 1 : (kBits + 63) / 64;
  using Word = std::conditional_t<
      kBits <= 8, std::uint8_t,
      std::conditional_t<kBits <= 16, std::uint16_t, std::conditional_t<kBits <= 32, std::uint32_t, std::uint64_t>>>;
  static constexpr std::size_t kWordBits = kWords == 1 ? sizeof(Word) * 8 : 64;

 public:
  constexpr Mask() = default;

  [[nodiscard]] static constexpr Mask of(auto... numbers) {
    Mask mask;
    (mask.set(static_cast<std::size_t>(numbers)), ...);
    return mask;
  }

  constexpr void set(std::size_t bit) { word(bit) = static_cast<Word>(word(bit) | place(bit)); }
  constexpr void reset(std::size_t bit) { word(bit) = static_cast<Word>(word(bit) & static_cast<Word>(~place(bit))); }
  [[nodiscard]] constexpr bool test(std::size_t bit) const { return (words_[bit / kWordBits] & place(bit)) != 0; }

  [[nodiscard]] constexpr bool empty() const { return *this == Mask{}; }

  [[nodiscard]] constexpr std::size_t count() const {
    std::size_t bits = 0;
    for (const Word w : words_) bits += static_cast<std::size_t>(std::popcount(w));
    return bits;
  }

  // All of `required` are here and none of `excluded`: does an entity with this mask match a query?
  [[nodiscard]] constexpr bool matches(const Mask& required, const Mask& excluded) const {
    bool match = true;
    for (std::size_t w = 0; w < kWords; ++w) {
      match &= (words_[w] & required.words_[w]) == required.words_[w];
      match &= (words_[w] & excluded.words_[w]) == 0;
    }
    return match;
  }

  // Calls visit(number) for each member, lowest first.
  template <class Visit>
  constexpr void for_each(Visit visit) const {
    for (std::size_t w = 0; w < kWords; ++w) {
      for (Word rest = words_[w]; rest != 0; rest = static_cast<Word>(rest & (rest - 1))) {
        visit(w * kWordBits + static_cast<std::size_t>(std::countr_zero(rest)));
      }
    }
  }

  [[nodiscard]] constexpr std::size_t hash() const {
    std::uint64_t mixed = 0;
    for (const Word w : words_) mixed = (mixed ^ w) * 0x9E3779B97F4A7C15u;
    return static_cast<std::size_t>(mixed ^ (mixed >> 32));
  }

  friend constexpr bool operator==(const Mask&, const Mask&) = default;
  friend constexpr auto operator<=>(const Mask&, const Mask&) = default;  // any order, to sort by

 private:
  [[nodiscard]] static constexpr Word place(std::size_t bit) { return static_cast<Word>(Word{1} << (bit % kWordBits)); }
  [[nodiscard]] constexpr Word& word(std::size_t bit) { return words_[bit / kWordBits]; }

  std::array<Word, kWords> words_{};
};

}  // namespace ecs
