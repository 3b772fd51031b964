// Launcher: a program run as a child to its end, while this one sleeps.
//
//   this program   fork ─────────────── sleeps ───────────────── its status, and what it said
//   the child          exec ── its own process group ── measures ── ends
//
// The child has a group of its own, so that a signal from the terminal reaches it once: from here, when it has come here.
// A second signal ends this program at once, and the kernel ends the child with it. While the child runs this program is
// woken by signals and by what the child says, and by nothing else.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ecsbench {

struct ProgramCall {
  std::string path;                  // as typed: looked up like a shell does
  std::vector<std::string> words;    // behind its name
  std::string_view hidden_variable;  // variables whose names begin so are not handed on
  bool is_heard = false;             // what it says on stderr is kept; else it goes where ours goes
};

struct ProgramEnd {
  int status = 0;    // as waitpid gives it
  std::string said;  // on stderr, where it is heard
};

// What it prints on stdout is nobody's. Throws std::runtime_error where it cannot be started.
[[nodiscard]] ProgramEnd run_program(const ProgramCall& call);

// "ended with exit code 7", "was ended by signal 9"
[[nodiscard]] std::string ending_of(int status);

}  // namespace ecsbench
