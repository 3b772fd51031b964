// A snapshot as CBOR (RFC 8949) on a stream, in pieces.
//
//   head   | major: 3 bits | n: 5 bits |  n < 24;  24, 25, 26, 27: it follows in 1, 2, 4, 8 bytes, most significant first
//
// Written: integers with the shortest head, a float in 5 bytes, a double in 9, each with its own bits; lengths that are
// known. Read: any head, lengths that are known, no tags, no half floats, nothing but UTF-8 in texts, no byte behind the end.
//
//   save_cbor(world, stream)    load_cbor(world, stream)      throw SnapshotError; open files with std::ios::binary
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <istream>
#include <ostream>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "strategies/entity_id.hpp"
#include "strategies/snapshot.hpp"
#include "strategies/snapshot_load.hpp"
#include "strategies/snapshot_save.hpp"
#include "strategies/snapshot_stream.hpp"

namespace ecs {

namespace cbor {

enum Major : std::uint8_t {
  kNatural = 0x00,
  kNegative = 0x20,
  kBytes = 0x40,
  kText = 0x60,
  kList = 0x80,
  kMap = 0xA0,
  kTag = 0xC0,
  kOther = 0xE0
};
inline constexpr std::uint8_t kFalse = 0xF4, kTrue = 0xF5, kNull = 0xF6, kFloat = 0xFA, kDouble = 0xFB;

}  // namespace cbor

class CborOut {
 public:
  explicit CborOut(std::ostream& stream) : out_{stream} {}

  void begin_map(std::size_t n) { head(cbor::kMap, n); }
  void key(std::string_view name) { text(name); }
  void end_map() {}
  void begin_list(std::size_t n) { head(cbor::kList, n); }
  void end_list() {}

  void text(std::string_view text) {
    require_utf8(text);
    head(cbor::kText, text.size());
    out_.write(text);
  }
  void truth(bool value) { put(static_cast<std::uint8_t>(value ? cbor::kTrue : cbor::kFalse)); }
  void number(std::uint64_t value) { head(cbor::kNatural, value); }
  void number(std::int64_t value) {
    value < 0 ? head(cbor::kNegative, ~static_cast<std::uint64_t>(value))
              : head(cbor::kNatural, static_cast<std::uint64_t>(value));
  }
  void number(float value) {
    put(cbor::kFloat);
    put(std::bit_cast<std::uint32_t>(value));
  }
  void number(double value) {
    put(cbor::kDouble);
    put(std::bit_cast<std::uint64_t>(value));
  }

  // Throws SnapshotError if the stream did not take all.
  void finish() { out_.finish(); }

 private:
  void head(cbor::Major major, std::uint64_t n) {
    if (n < 24) {
      put(static_cast<std::uint8_t>(major | n));
    } else if (n <= 0xFF) {
      put(static_cast<std::uint8_t>(major | 24));
      put(static_cast<std::uint8_t>(n));
    } else if (n <= 0xFFFF) {
      put(static_cast<std::uint8_t>(major | 25));
      put(static_cast<std::uint16_t>(n));
    } else if (n <= 0xFFFF'FFFF) {
      put(static_cast<std::uint8_t>(major | 26));
      put(static_cast<std::uint32_t>(n));
    } else {
      put(static_cast<std::uint8_t>(major | 27));
      put(n);
    }
  }

  template <std::unsigned_integral Word>
  void put(Word word) {
    char bytes[sizeof(Word)];
    for (std::size_t i = 0; i < sizeof(Word); ++i) {
      bytes[i] = static_cast<char>(static_cast<std::uint8_t>(std::uint64_t{word} >> 8 * (sizeof(Word) - 1 - i)));
    }
    out_.write({bytes, sizeof(Word)});
  }

  StreamOut out_;
};

namespace cbor {

// Reads one item after the other and tells a Loader. Lists and maps are counted down on a stack of our own, whose depth the
// Loader bounds.
template <class Loads>
class Parser {
 public:
  Parser(std::istream& stream, Loads& loader) : in_{stream}, loader_{loader} {}

  void parse() {
    do {
      item();
      close_what_is_full();
    } while (!open_.empty());
    in_.require_end();
  }

 private:
  struct Open {
    std::uint64_t left;  // items, a key and its value being two
    bool is_map;
  };

  void item() {
    const std::uint8_t first = in_.byte();
    const auto major = static_cast<Major>(first & 0xE0);
    if (!open_.empty() && open_.back().is_map && open_.back().left % 2 == 0 && major != kText)
      in_.refuse("a key is no text");
    switch (major) {
      case kNatural:
        return loader_.number(number(first));
      case kNegative:
        return negative(number(first));
      case kBytes:
        return loader_.bytes();
      case kText:
        return text(number(first));
      case kList:
        return open(number(first), false);
      case kMap:
        return open(number(first), true);
      case kTag:
        in_.refuse("a tag stands here, which no snapshot has");
      case kOther:
        return other(first);
    }
  }
  void other(std::uint8_t first) {
    if (first == kFalse || first == kTrue) return loader_.truth(first == kTrue);
    if (first == kNull) return loader_.null();
    if (first == kFloat) return loader_.real(static_cast<double>(std::bit_cast<float>(word<std::uint32_t>())));
    if (first == kDouble) return loader_.real(std::bit_cast<double>(word<std::uint64_t>()));
    in_.refuse("byte " + std::to_string(first) + " begins nothing that a snapshot has");
  }
  void negative(std::uint64_t n) {
    if (n >> 63 != 0) in_.refuse("an integer lies below -2^63");
    loader_.number(static_cast<std::int64_t>(~n));
  }
  void text(std::uint64_t size) {
    const bool is_key = !open_.empty() && open_.back().is_map && open_.back().left % 2 == 0;
    in_.read_text(size, text_);
    is_key ? loader_.key(text_) : loader_.text(text_);
  }

  void open(std::uint64_t size, bool is_map) {
    if (size >> 62 != 0) in_.refuse("a list or map of " + std::to_string(size) + " items");
    is_map ? loader_.begin_map() : loader_.begin_list();
    open_.push_back({(is_map ? 2 * size : size) + 1, is_map});  // itself is counted down like an item of it
  }
  void close_what_is_full() {
    while (!open_.empty() && --open_.back().left == 0) {
      open_.back().is_map ? loader_.end_map() : loader_.end_list();
      open_.pop_back();
    }
  }

  [[nodiscard]] std::uint64_t number(std::uint8_t first) {
    const int size = first & 0x1F;
    if (size < 24) return static_cast<std::uint64_t>(size);
    if (size == 24) return in_.byte();
    if (size == 25) return word<std::uint16_t>();
    if (size == 26) return word<std::uint32_t>();
    if (size == 27) return word<std::uint64_t>();
    in_.refuse("a length that is not known beforehand, or no length");
  }
  template <std::unsigned_integral Word>
  [[nodiscard]] Word word() {
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < sizeof(Word); ++i) bits = bits << 8 | in_.byte();
    return static_cast<Word>(bits);
  }

  StreamIn in_;
  Loads& loader_;
  std::vector<Open> open_;
  std::string text_;
};

}  // namespace cbor

template <Identified World>
void save_cbor(World& world, std::ostream& stream) {
  CborOut out{stream};
  save_with(world, out);
  out.finish();
}

template <Identified World>
void load_cbor(World& world, std::istream& stream) {
  load_with(world, [&](auto& loader) { cbor::Parser{stream, loader}.parse(); });
}

}  // namespace ecs
