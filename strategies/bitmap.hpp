// Bitmap: a set of indices, one bit each, with a summary bit for each word of 64.
//
//   words    [ 101..  0  0  11.. ]         64 indices a word
//   summary  [ 1001..            ]         bit w: is word w not 0?  One summary word covers 4,096 indices
//
// Invariants (checked by consistent())
//   (1) bit w of the summary is set exactly when word w is not 0;
//   (2) no bit at or above capacity() is set; capacity() is a multiple of 64.
// Cost    set, reset, test: O(1). Memory: 1/8 B an index, and 1/64 of that for the summary.
#pragma once

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>

#include "strategies/entity.hpp"
#include "strategies/memory.hpp"

namespace ecs {

class Bitmap {
 public:
  using Word = std::uint64_t;
  static constexpr std::size_t kWordBits = 64;
  static constexpr Word kFull = ~Word{0};

  [[nodiscard]] static constexpr std::size_t whole_words(std::size_t bits) { return words_for(bits) * kWordBits; }

  [[nodiscard]] std::size_t capacity() const { return words_.size() * kWordBits; }
  [[nodiscard]] std::size_t word_count() const { return words_.size(); }
  [[nodiscard]] const Word* words() const { return words_.data(); }
  [[nodiscard]] const Word* summary() const { return summary_.data(); }

  // REQUIRES: index < capacity(), here and below
  [[nodiscard]] bool test(std::size_t index) const {
    assert(index < capacity());
    return ((words_[index / kWordBits] >> (index % kWordBits)) & 1u) != 0;
  }
  // The same for any index.
  [[nodiscard]] bool test_any(std::size_t index) const { return index / kWordBits < words_.size() && test(index); }
  // A branch spares the summary 63 of 64 times: neighbours set one after another would each wait for the last to write it.
  void set(std::size_t index) {
    assert(index < capacity());
    Word& word = words_[index / kWordBits];
    if (word == 0) [[unlikely]]
      summary_[index / kWordBits / kWordBits] |= bit(index / kWordBits);
    word |= bit(index);
  }
  void reset(std::size_t index) {
    assert(index < capacity());
    Word& word = words_[index / kWordBits];
    word &= ~bit(index);
    if (word == 0) summary_[index / kWordBits / kWordBits] &= ~bit(index / kWordBits);
  }
  // Sets the bits of a mask in one word. REQUIRES: mask != 0
  void set_in_word(std::size_t word, Word mask) {
    words_[word] |= mask;
    summary_[word / kWordBits] |= bit(word);
  }
  // Calls visit(word, mask) for each run of indices that share a word.
  template <class Visit>
  static void for_each_word(std::span<const Index> indices, Visit visit) {
    for (std::size_t i = 0; i < indices.size();) {
      const std::size_t word = indices[i] / kWordBits;
      Word mask = 0;
      for (; i < indices.size() && indices[i] / kWordBits == word; ++i) mask |= bit(indices[i]);
      visit(word, mask);
    }
  }
  void clear() {
    std::fill(words_.begin(), words_.end(), Word{0});
    std::fill(summary_.begin(), summary_.end(), Word{0});
  }

  // Room for indices below n, and for no more than that when it shrinks. Throws bad_alloc and changes nothing.
  // REQUIRES: no bit at or above n is set
  void resize(std::size_t n) {
    Vector<Word> words = resized(words_, words_for(n));
    Vector<Word> summary = resized(summary_, words_for(words.size()));
    words_ = std::move(words);
    summary_ = std::move(summary);
  }

  // Calls visit(first, n) for each run of indices in order, without merging runs across words. O(words + runs).
  template <class Visit>
  void for_each_run(Visit visit) const {
    for (std::size_t w = 0; w < words_.size(); ++w) runs_of(words_[w], w * kWordBits, visit);
  }

  // The same for one word whose lowest bit is index `base`; stops when visit returns false.
  template <class Visit>
  static bool runs_of(Word word, std::size_t base, const Visit& visit) {
    while (word != 0) {
      const auto first = static_cast<std::size_t>(std::countr_zero(word));
      const auto n = static_cast<std::size_t>(std::countr_one(word >> first));
      if (!visit(base + first, n)) return false;
      word &= first + n == kWordBits ? Word{0} : kFull << (first + n);
    }
    return true;
  }

  [[nodiscard]] std::size_t count() const {
    std::size_t bits = 0;
    for (const Word word : words_) bits += static_cast<std::size_t>(std::popcount(word));
    return bits;
  }
  [[nodiscard]] std::size_t owned_bytes() const { return (words_.capacity() + summary_.capacity()) * sizeof(Word); }

  [[nodiscard]] bool consistent() const {
    if (summary_.size() != words_for(words_.size())) return false;
    for (std::size_t w = 0; w < summary_.size() * kWordBits; ++w) {
      const bool marked = ((summary_[w / kWordBits] >> (w % kWordBits)) & 1u) != 0;
      if (marked != (w < words_.size() && words_[w] != 0)) return false;
    }
    return true;
  }

 private:
  [[nodiscard]] static constexpr Word bit(std::size_t index) { return Word{1} << (index % kWordBits); }
  [[nodiscard]] static constexpr std::size_t words_for(std::size_t bits) { return (bits + kWordBits - 1) / kWordBits; }
  [[nodiscard]] static Vector<Word> resized(const Vector<Word>& old, std::size_t n) {
    Vector<Word> fresh;
    fresh.reserve(n);
    fresh.assign(old.begin(), old.begin() + static_cast<std::ptrdiff_t>(std::min(n, old.size())));
    fresh.resize(n, Word{0});
    return fresh;
  }

  Vector<Word> words_;
  Vector<Word> summary_;
};

}  // namespace ecs
