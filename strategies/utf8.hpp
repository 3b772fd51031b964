// Is a text UTF-8? What is saved as text must be: JSON knows nothing else.
//
//   0xxxxxxx     110xxxxx 10xxxxxx     1110xxxx 10xxxxxx 10xxxxxx     11110xxx 10xxxxxx 10xxxxxx 10xxxxxx
//
// Refused, as The Unicode Standard 15.0, table 3-7 says: longer forms of what has a shorter one, surrogates, more than
// U+10FFFF, stray and missing continuations.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace ecs::utf8 {

struct CharacterForm {
  std::size_t bytes;
  std::uint8_t least_second;
  std::uint8_t most_second;
};

// What must follow this first byte; 0 bytes if it begins nothing.
[[nodiscard]] constexpr CharacterForm form_of(std::uint8_t first) {
  if (first < 0x80) return {1, 0, 0};
  if (first < 0xC2) return {0, 0, 0};
  if (first < 0xE0) return {2, 0x80, 0xBF};
  if (first == 0xE0) return {3, 0xA0, 0xBF};
  if (first == 0xED) return {3, 0x80, 0x9F};
  if (first < 0xF0) return {3, 0x80, 0xBF};
  if (first == 0xF0) return {4, 0x90, 0xBF};
  if (first < 0xF4) return {4, 0x80, 0xBF};
  if (first == 0xF4) return {4, 0x80, 0x8F};
  return {0, 0, 0};
}

// The first byte that belongs to no character, or npos.
[[nodiscard]] constexpr std::size_t first_fault(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
  for (std::size_t i = 0; i < text.size();) {
    const CharacterForm form = form_of(byte(i));
    if (form.bytes == 0 || form.bytes > text.size() - i) return i;
    for (std::size_t k = 1; k < form.bytes; ++k) {
      const std::uint8_t least = k == 1 ? form.least_second : 0x80;
      const std::uint8_t most = k == 1 ? form.most_second : 0xBF;
      if (byte(i + k) < least || byte(i + k) > most) return i;
    }
    i += form.bytes;
  }
  return std::string_view::npos;
}

}  // namespace ecs::utf8
