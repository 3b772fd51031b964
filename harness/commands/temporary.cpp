#include "harness/commands/temporary.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "harness/report/output_file.hpp"

namespace ecsbench {
namespace {

namespace fs = std::filesystem;

std::string name_to_fill_in() {
  std::error_code unusable;
  const fs::path place = fs::temp_directory_path(unusable);
  if (!unusable) return (place / "ecsbench-XXXXXX").string();
  const char* given = std::getenv("TMPDIR");
  throw WriteError(
      fmt::format("cannot keep anything for the moment in {}: {}. Let TMPDIR name a folder that takes files.",
                  given != nullptr ? given : "/tmp", unusable.message()));
}

[[noreturn]] void cannot_make(std::string_view what, const std::string& path) {
  const std::string why = std::strerror(errno);
  throw WriteError(fmt::format("cannot make a {} in {}: {}. Let TMPDIR name a folder that takes files.", what,
                               fs::path(path).parent_path().string(), why));
}

}  // namespace

TemporaryFile::TemporaryFile() : path_(name_to_fill_in()), descriptor_(::mkstemp(path_.data())) {
  if (descriptor_ < 0) cannot_make("file", path_);
}

TemporaryFile::~TemporaryFile() {
  ::close(descriptor_);
  ::unlink(path_.c_str());
}

void TemporaryFile::write(std::string_view text) const {
  write_all(descriptor_, text, path_);
}

TemporaryFolder::TemporaryFolder() : path_(name_to_fill_in()) {
  if (::mkdtemp(path_.data()) == nullptr) cannot_make("folder", path_);
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code unknown;
  fs::remove_all(path_, unknown);
}

std::string TemporaryFolder::file(const std::string& name) const {
  return (fs::path(path_) / name).string();
}

}  // namespace ecsbench
