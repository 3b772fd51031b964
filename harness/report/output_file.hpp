// OutputFile: a file that is whole or absent, whatever happens while it is written.
//
//   check   before the run: can the folder take a new file?             (a mistake found here costs nothing)
//   write   FILE.tmp.<pid> in the same folder -> fsync -> rename        (a crash leaves the old file or the new one)
//
// "-" is standard output. What is not a plain file (a device, a pipe) cannot be renamed over and is
// written as it is; since it cannot be rewritten either, write_last() is the one write that reaches
// it and standard output.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace ecsbench {

// "cannot write out.json: No space left on device. What was there before is untouched."
class WriteError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// "--json: cannot write charts: it is a folder. Name a file in it." Found before anything is written: the user's mistake.
class UnusablePath : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The reader of standard output has gone. Not an error to report: the program ends quietly.
class ClosedPipe : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class OutputFile {
 public:
  // Checks the path. `option` is named in the sentence. Throws UnusablePath: an empty name, a folder,
  // a folder that does not exist or takes no files, a file that may not be written.
  OutputFile(std::string_view option, std::string path);

  [[nodiscard]] bool is_stdout() const { return path_ == "-"; }
  [[nodiscard]] const std::string& path() const { return path_; }

  // Replaces the file while the run goes on; does nothing where only one write is possible. Throws WriteError.
  void write(std::string_view text) const;

  // The last write. Throws WriteError, ClosedPipe.
  void write_last(std::string_view text) const;

 private:
  std::string path_;
  std::string target_;     // where links lead
  bool replaced_ = false;  // a plain file, or none yet: written aside and renamed
};

// All of the text to a file descriptor. Throws WriteError with `name`, ClosedPipe where the reader has gone.
void write_all(int descriptor, std::string_view text, std::string_view name);

}  // namespace ecsbench
