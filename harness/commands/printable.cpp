#include "harness/commands/printable.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace ecsbench {
namespace {

std::uint32_t byte_at(std::string_view text, std::size_t at) {
  return static_cast<unsigned char>(text[at]);
}

struct ByteForm {
  std::size_t length;   // of the letter in bytes; 0: this byte begins none
  std::uint32_t bits;   // of its code in the first byte
  std::uint32_t least;  // a smaller code has a shorter form
};

ByteForm form_of(std::uint32_t first) {
  if (first < 0x80) return {1, first, 0};
  if (first >= 0xC0 && first < 0xE0) return {2, first & 0x1FU, 0x80};
  if (first >= 0xE0 && first < 0xF0) return {3, first & 0x0FU, 0x800};
  if (first >= 0xF0 && first < 0xF8) return {4, first & 0x07U, 0x10000};
  return {0, 0, 0};
}

// Bytes of the letter that begins here, if it may be printed; else 0.
std::size_t letter_length(std::string_view text, std::size_t at) {
  const ByteForm form = form_of(byte_at(text, at));
  if (form.length == 0 || at + form.length > text.size()) return 0;
  std::uint32_t code = form.bits;
  for (std::size_t next = at + 1; next < at + form.length; ++next) {
    if ((byte_at(text, next) & 0xC0U) != 0x80) return 0;
    code = code << 6U | (byte_at(text, next) & 0x3FU);
  }
  const bool is_control = code < 0x20 || (code >= 0x7F && code < 0xA0);
  const bool is_no_letter = code < form.least || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000);
  return is_control || is_no_letter ? 0 : form.length;
}

std::string escaped(std::string_view text, bool keep_ends_of_lines) {
  std::string clean;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = keep_ends_of_lines && text[at] == '\n' ? 1 : letter_length(text, at);
    clean += length == 0 ? fmt::format("\\x{:02x}", byte_at(text, at)) : std::string(text.substr(at, length));
    at += length == 0 ? 1 : length;
  }
  return clean;
}

}  // namespace

std::string printable(std::string_view text) {
  return escaped(text, false);
}

std::string printable_lines(std::string_view text) {
  return escaped(text, true);
}

Catalogue printable(Catalogue catalogue) {
  for (StrategyInfo& strategy : catalogue.strategies) {
    for (std::string* text : {&strategy.name, &strategy.summary, &strategy.version}) *text = printable(*text);
  }
  for (Case& entry : catalogue.cases) {
    for (std::string* text : {&entry.strategy, &entry.skip_reason}) *text = printable(*text);
  }
  return catalogue;
}

std::string shell_word(const std::string& word) {
  constexpr std::string_view kPlainLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+=,./:%@";
  if (!word.empty() && word.find_first_not_of(kPlainLetters) == std::string::npos) return word;
  const bool is_printable = printable(word) == word;
  std::string quoted;
  for (const char letter : word) {
    const bool must_escape = letter == '\'' || (letter == '\\' && !is_printable);
    quoted += !must_escape ? std::string(1, letter) : is_printable ? "'\\''" : std::string{'\\', letter};
  }
  return is_printable ? "'" + quoted + "'" : "$'" + printable(quoted) + "'";
}

}  // namespace ecsbench
