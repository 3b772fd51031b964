// A file and a folder of the moment, where TMPDIR says (else /tmp): gone with what they hold when no longer needed.
// A program that is killed leaves its own behind, as ecsbench-XXXXXX.
#pragma once

#include <string>
#include <string_view>

namespace ecsbench {

// Throws WriteError where none can be made.
class TemporaryFile {
 public:
  TemporaryFile();
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile();
  [[nodiscard]] const std::string& path() const { return path_; }
  void write(std::string_view text) const;

 private:
  std::string path_;
  int descriptor_ = -1;
};

// Throws WriteError where none can be made.
class TemporaryFolder {
 public:
  TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder();
  [[nodiscard]] std::string file(const std::string& name) const;

 private:
  std::string path_;
};

}  // namespace ecsbench
