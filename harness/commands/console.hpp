// Console: the two streams of the program, and what each of them is.
//
//   out   results. A full disk or a broken device is an error; a reader that has gone is not.
//   say   everything said beside them: progress, warnings, "wrote FILE". Never an error. It is made printable here,
//         whoever brought the text; what goes to out is made printable where it comes from.
//
// Colour is decided for each stream:  --color > NO_COLOR > FORCE_COLOR > TERM=dumb > is it a terminal?
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "harness/commands/options/run_options.hpp"

namespace ecsbench {

class Console {
 public:
  explicit Console(When color = When::kAuto, bool quiet = false);

  // Throws WriteError. Once the reader of stdout has gone, nothing more is written and closed() is true.
  void out(std::string_view text);
  [[nodiscard]] bool closed() const { return closed_; }

  // A line on stderr; nothing with --quiet.
  void say(std::string_view line) const;

  // The same whatever --quiet says: for what the user must know.
  void say_always(std::string_view line) const;

  // A line that the next one replaces. REQUIRES: draws_progress().
  void draw_progress(std::string_view line) const;
  void erase_progress() const;
  [[nodiscard]] bool quiet() const { return quiet_; }
  [[nodiscard]] bool draws_progress() const { return !quiet_ && err_is_terminal_; }

  [[nodiscard]] bool colour() const { return colour_; }
  [[nodiscard]] std::size_t width() const { return width_; }

 private:
  bool quiet_;
  bool err_is_terminal_;
  bool colour_;
  std::size_t width_;
  bool closed_ = false;
};

}  // namespace ecsbench
