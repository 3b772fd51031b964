// Components the tests use, and one way to make and to read any of them.
//
//   make<C>(7)        a component that carries the number 7
//   value_of(c)       the number it carries; 0 for a tag, which carries none
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>

#include "strategies/component.hpp"

namespace ecsbench::tests {

struct Position {
  float x = 0;
  float y = 0;
  friend bool operator==(const Position&, const Position&) = default;
};
struct Velocity {
  float dx = 0;
  float dy = 0;
};

struct A {
  int value = 0;
};
struct B {
  int value = 0;
};
struct C {
  int value = 0;
};
struct Byte {
  std::uint8_t value = 0;
};
struct Frozen {};
struct Player {};

// As many different components as a test wants.
template <std::size_t kNumber>
struct Part {
  int value = 0;
};
template <std::size_t kNumber>
struct Mark {};

struct alignas(64) Aligned64 {
  int value = 0;
};
struct alignas(256) Aligned256 {
  int value = 0;
};

struct ConstMember {
  const int value = 0;
};

struct MoveOnly {
  std::unique_ptr<int> held = std::make_unique<int>(0);

  MoveOnly() = default;
  explicit MoveOnly(int number) : held{std::make_unique<int>(number)} {}
  [[nodiscard]] int read() const { return held == nullptr ? -1 : *held; }
};

// Too long for the buffer inside a string for some numbers, short enough for others: both kinds of move.
struct Text {
  std::string text = "0";

  Text() = default;
  explicit Text(int number) : text{std::string(number % 2 == 0 ? 0 : 40, '0') + std::to_string(number)} {}
  [[nodiscard]] int read() const { return text.empty() ? -1 : std::stoi(text); }
};

// Valid only where it was constructed: a row moved bytewise shows at once.
class SelfPointer {
 public:
  SelfPointer() = default;
  explicit SelfPointer(int number) : value_{number} {}
  SelfPointer(const SelfPointer& other) : value_{other.value_} {}
  SelfPointer(SelfPointer&& other) noexcept : value_{other.value_} {}
  SelfPointer& operator=(const SelfPointer&) = delete;
  ~SelfPointer() = default;
  [[nodiscard]] int read() const { return self_ == this ? value_ : -1; }

 private:
  const SelfPointer* self_ = this;
  int value_ = 0;
};

// These keep marks: a plain number, one that a row moved bytewise would spoil, and a tag.
struct Health {
  int value = 0;
};
class Shield : public SelfPointer {
 public:
  using SelfPointer::SelfPointer;
};
struct Noticed {};

template <class Made>
[[nodiscard]] Made make(int number) {
  if constexpr (std::is_empty_v<Made>) {
    return Made{};
  } else if constexpr (std::is_same_v<Made, Byte>) {
    return Byte{static_cast<std::uint8_t>(number)};
  } else {
    return Made{number};
  }
}

template <class Read>
[[nodiscard]] int value_of(const Read& component) {
  if constexpr (std::is_empty_v<Read>) {
    return 0;
  } else if constexpr (requires { component.read(); }) {
    return component.read();
  } else {
    return static_cast<int>(component.value);
  }
}

}  // namespace ecsbench::tests

template <>
inline constexpr bool ecs::kTracked<ecsbench::tests::Health> = true;
template <>
inline constexpr bool ecs::kTracked<ecsbench::tests::Shield> = true;
template <>
inline constexpr bool ecs::kTracked<ecsbench::tests::Noticed> = true;
