#include "harness/commands/console.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <optional>

#include "harness/commands/printable.hpp"
#include "harness/report/output_file.hpp"

namespace ecsbench {
namespace {

constexpr std::size_t kFullWidth = 100, kLeastWidth = 60;

std::string_view environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

bool wants_colour(When color, int descriptor) {
  if (color != When::kAuto) return color == When::kAlways;
  if (!environment("NO_COLOR").empty()) return false;
  if (!environment("FORCE_COLOR").empty()) return true;
  if (environment("TERM") == "dumb") return false;
  return ::isatty(descriptor) == 1;
}

std::optional<std::size_t> asked_width() {
  const std::string_view text = environment("COLUMNS");
  std::size_t width = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), width);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return width;
}

std::size_t width_of(int descriptor) {
  std::size_t width = kFullWidth;
  struct winsize size {};
  if (::isatty(descriptor) == 1 && ::ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
    width = size.ws_col;
  }
  return std::clamp(asked_width().value_or(width), kLeastWidth, kFullWidth);
}

void write_err(std::string_view text) {
  try {
    write_all(STDERR_FILENO, text, "standard error");
  } catch (const std::exception&) {
    // There is nobody left to tell.
  }
}

}  // namespace

Console::Console(When color, bool quiet)
    : quiet_(quiet),
      err_is_terminal_(::isatty(STDERR_FILENO) == 1 && environment("TERM") != "dumb"),
      colour_(wants_colour(color, STDOUT_FILENO)),
      width_(width_of(STDOUT_FILENO)) {}

void Console::out(std::string_view text) {
  if (closed_) return;
  try {
    write_all(STDOUT_FILENO, text, "standard output");
  } catch (const ClosedPipe&) {
    closed_ = true;
  }
}

void Console::say(std::string_view line) const {
  if (!quiet_) say_always(line);
}

void Console::say_always(std::string_view line) const {
  write_err(printable_lines(line) + '\n');
}

void Console::draw_progress(std::string_view line) const {
  write_err("\r\x1b[K" + printable(line));
}

void Console::erase_progress() const {
  if (draws_progress()) write_err("\r\x1b[K");
}

}  // namespace ecsbench
