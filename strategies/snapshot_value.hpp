// How one value of a snapshot is read: its tokens, and the reader that makes a component of them.
//
//   [0,[1.5,"ab"]]      tokens   [  0  [  1.5  "ab"  ]  ]
//                       text_    1.5ab                       a number that is no integer keeps its digits: a float is read
//                                                            from them, not from the double between
//
// Tokens are those of one value at a time: what a file holds is never in memory as a whole.
// Cost  O(tokens); the memory of the longest value so far.
#pragma once

#include <bit>
#include <charconv>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "strategies/entity.hpp"
#include "strategies/entity_id.hpp"
#include "strategies/fields.hpp"
#include "strategies/snapshot.hpp"

namespace ecs::snapshot {

enum class TokenKind : std::uint8_t {
  kNull,
  kTruth,
  kNatural,
  kNegative,
  kReal,
  kText,
  kBytes,
  kKey,
  kBeginList,
  kEndList,
  kBeginMap,
  kEndMap
};

struct Token {
  TokenKind kind = TokenKind::kNull;
  std::uint64_t bits = 0;      // of the bool, integer or double
  std::string_view text = {};  // of text and key; the digits of a kReal, empty in CBOR
};

[[nodiscard]] inline std::string described(const Token& token) {
  switch (token.kind) {
    case TokenKind::kNull:
      return "null";
    case TokenKind::kTruth:
      return token.bits != 0 ? "true" : "false";
    case TokenKind::kNatural:
      return std::to_string(token.bits);
    case TokenKind::kNegative:
      return std::to_string(static_cast<std::int64_t>(token.bits));
    case TokenKind::kReal:
      return token.text.empty() ? std::to_string(std::bit_cast<double>(token.bits)) : std::string{token.text};
    case TokenKind::kText:
      return "the text '" + std::string{token.text.substr(0, 40)} + "'";
    case TokenKind::kBytes:
      return "a string of bytes";
    case TokenKind::kKey:
      return "the key '" + std::string{token.text.substr(0, 40)} + "'";
    case TokenKind::kBeginList:
      return "a list";
    case TokenKind::kEndList:
      return "the end of the list";
    case TokenKind::kBeginMap:
      return "a map";
    case TokenKind::kEndMap:
      return "the end of the map";
  }
  return "nothing";
}

// The tokens of one value, which own their texts.
class Tokens {
 public:
  void clear() {
    tokens_.clear();
    text_.clear();
  }
  void add(const Token& token) {
    tokens_.push_back({token, text_.size()});
    text_ += token.text;
  }
  [[nodiscard]] std::size_t size() const { return tokens_.size(); }
  [[nodiscard]] Token operator[](std::size_t i) const {
    Token token = tokens_[i].token;
    token.text = std::string_view{text_}.substr(tokens_[i].text, token.text.size());
    return token;
  }

 private:
  struct Held {
    Token token;       // its view is of the right size, and elsewhere
    std::size_t text;  // where its text begins here
  };
  std::vector<Held> tokens_;
  std::string text_;
};

// Makes a value of type T of tokens. Throws SnapshotError: "x: a float32 is wanted, and 'abc' is given".
// REQUIRES: the tokens are one whole value, so that lists end
template <class World>
class ValueReader {
 public:
  ValueReader(const World& world, const Tokens& tokens) : world_{world}, tokens_{tokens} {}

  template <class T>
  [[nodiscard]] T read() {
    if constexpr (std::same_as<T, bool>) {
      return take(TokenKind::kTruth, "true or false").bits != 0;
    } else if constexpr (std::integral<T>) {
      return integer<T>();
    } else if constexpr (std::floating_point<T>) {
      return real<T>();
    } else if constexpr (std::is_enum_v<T>) {
      return static_cast<T>(read<std::underlying_type_t<T>>());
    } else if constexpr (std::same_as<T, std::string>) {
      return std::string{take(TokenKind::kText, "a text").text};
    } else if constexpr (std::same_as<T, Entity>) {
      return entity();
    } else if constexpr (std::same_as<T, EntityId>) {
      return id();
    } else if constexpr (fields::kIsArray<T>) {
      return array<T>();
    } else if constexpr (fields::kIsVector<T>) {
      return vector<T>();
    } else if constexpr (HasStandIn<T>) {
      return Fields<T>::restore(read<StandIn<T>>());
    } else {
      return listed<T>();
    }
  }

  [[nodiscard]] EntityId id() {
    const Token token = take(TokenKind::kText, "an entity id");
    try {
      return parse_id(token.text);
    } catch (const std::invalid_argument& refused) {
      refuse(refused.what());
    }
  }

 private:
  [[noreturn]] void refuse(const std::string& why) const {
    std::string path;
    for (const std::string_view name : path_) path.append(path.empty() ? "" : ".").append(name);
    throw SnapshotError{path.empty() ? why : path + ": " + why};
  }
  [[noreturn]] void refuse(const Token& given, const std::string& wanted) const {
    refuse(wanted + " is wanted, and " + described(given) + " is given");
  }

  Token next() { return tokens_[at_++]; }
  Token take(TokenKind kind, const char* wanted) {
    const Token token = next();
    if (token.kind != kind) refuse(token, wanted);
    return token;
  }

  template <std::integral T>
  [[nodiscard]] T integer() {
    const Token token = next();
    if (token.kind == TokenKind::kNatural && token.bits <= static_cast<std::uint64_t>(std::numeric_limits<T>::max())) {
      return static_cast<T>(token.bits);
    }
    const auto negative = static_cast<std::int64_t>(token.bits);
    if (token.kind == TokenKind::kNegative && std::is_signed_v<T> &&
        negative >= static_cast<std::int64_t>(std::numeric_limits<T>::min())) {
      return static_cast<T>(negative);
    }
    refuse(token, "an " + fields::shape<T>());
  }

  template <std::floating_point T>
  [[nodiscard]] T real() {
    const Token token = next();
    if (token.kind == TokenKind::kNatural) return static_cast<T>(token.bits);
    if (token.kind == TokenKind::kNegative) return static_cast<T>(static_cast<std::int64_t>(token.bits));
    T value{};
    if (token.kind == TokenKind::kReal && fits(token, value)) return value;
    if (token.kind == TokenKind::kText && is_named(token.text, value)) return value;
    refuse(token, "a " + fields::shape<T>() + " (or 'inf', '-inf', 'nan:BITS')");
  }
  template <std::floating_point T>
  [[nodiscard]] static bool fits(const Token& token, T& value) {
    if (token.text.empty()) {
      const auto given = std::bit_cast<double>(token.bits);
      value = static_cast<T>(given);
      return std::isfinite(value) || !std::isfinite(given);
    }
    const char* const end = token.text.data() + token.text.size();
    const auto [behind, fault] = std::from_chars(token.text.data(), end, value);
    return fault == std::errc{} && behind == end;
  }
  // The inverse of name_of_number.
  template <std::floating_point T>
  [[nodiscard]] static bool is_named(std::string_view name, T& value) {
    value = name == "-inf" ? -std::numeric_limits<T>::infinity() : std::numeric_limits<T>::infinity();
    if (name == "inf" || name == "-inf") return true;
    if (!name.starts_with("nan:")) return false;
    std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t> bits{};
    const char* const end = name.data() + name.size();
    const auto [behind, fault] = std::from_chars(name.data() + 4, end, bits, 16);
    value = std::bit_cast<T>(bits);
    return fault == std::errc{} && behind == end && std::isnan(value);
  }

  // Format (4).
  [[nodiscard]] Entity entity() {
    const EntityId wanted = id();
    const Entity found = find(world_, wanted);
    if (found == kNull && wanted != kNullId) refuse("no entity of this file has the id " + to_string(wanted));
    return found;
  }

  template <class T>
  [[nodiscard]] T array() {
    take(TokenKind::kBeginList, "a list");
    T values{};
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (tokens_[at_].kind == TokenKind::kEndList) refuse_size(i);
      values[i] = read<typename T::value_type>();
    }
    end_list(values.size());
    return values;
  }
  template <class T>
  [[nodiscard]] T vector() {
    take(TokenKind::kBeginList, "a list");
    T values;
    while (tokens_[at_].kind != TokenKind::kEndList) values.push_back(read<typename T::value_type>());
    ++at_;
    return values;
  }

  template <class T>
  [[nodiscard]] T listed() {
    static_assert(
        std::is_default_constructible_v<T>,
        "a type whose fields are listed is made empty and filled: give it a default constructor, or stand_in and "
        "restore (strategies/fields.hpp)");
    T value{};
    take(TokenKind::kBeginList, "a list");
    std::size_t done = 0;
    const auto fill = [&]<class Value>(const FieldOf<T, Value>& one) {
      if (tokens_[at_].kind == TokenKind::kEndList) refuse_size(done);
      path_.push_back(one.name);
      value.*(one.member) = read<Value>();
      path_.pop_back();
      ++done;
    };
    std::apply([&](const auto&... fields) { (fill(fields), ...); }, Fields<T>::kList);
    end_list(done);
    return value;
  }

  void end_list(std::size_t wanted) {
    if (next().kind != TokenKind::kEndList)
      refuse("a list of " + std::to_string(wanted) + " is wanted, and a longer one is given");
  }
  [[noreturn]] void refuse_size(std::size_t given) const {
    refuse("a longer list is wanted than the " + std::to_string(given) + " that are given");
  }

  const World& world_;
  const Tokens& tokens_;
  std::size_t at_ = 0;
  std::vector<std::string_view> path_;
};

}  // namespace ecs::snapshot
