#include "harness/report/output_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

namespace ecsbench {
namespace {

namespace fs = std::filesystem;

constexpr int kAnyMode = 0666;  // less the umask

[[noreturn]] void refuse(std::string_view option, const std::string& path, std::string_view why) {
  throw UnusablePath(fmt::format("{}: cannot write {}: {}.", option, path, why));
}

// Owns a descriptor and, until it is kept, the file behind it.
class Scratch {
 public:
  explicit Scratch(const std::string& target)
      : name_(fmt::format("{}.tmp.{}", target, ::getpid())),
        descriptor_(::open(name_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, kAnyMode)) {}
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() {
    if (descriptor_ >= 0) ::close(descriptor_);
    if (!kept_ && created_) ::unlink(name_.c_str());
  }

  [[nodiscard]] bool open() const { return descriptor_ >= 0; }
  [[nodiscard]] int descriptor() const { return descriptor_; }

  // Synced, closed and renamed: false with errno where one of them fails.
  [[nodiscard]] bool become(const std::string& target) {
    struct stat old {};
    if (::stat(target.c_str(), &old) == 0 && ::fchmod(descriptor_, old.st_mode & 07777U) != 0) {
      return false;
    }
    if (::fsync(descriptor_) != 0) return false;
    const int descriptor = std::exchange(descriptor_, -1);
    if (::close(descriptor) != 0) return false;
    if (::rename(name_.c_str(), target.c_str()) != 0) return false;
    kept_ = true;
    return true;
  }

 private:
  std::string name_;
  int descriptor_;
  bool created_ = descriptor_ >= 0;
  bool kept_ = false;
};

// Where a chain of links ends, also one that leads to a file yet to be made; as typed where it has no end.
fs::path end_of_links(fs::path path) {
  constexpr int kMostLinks = 40;  // as many as the kernel follows
  for (int link = 0; link < kMostLinks; ++link) {
    std::error_code no_link;
    const fs::path next = fs::read_symlink(path, no_link);
    if (no_link) break;
    path = path.parent_path() / next;  // an absolute one replaces all before it
  }
  return path;
}

std::string resolved(const std::string& path) {
  std::error_code error;
  const fs::path target = fs::weakly_canonical(end_of_links(path), error);
  return error ? path : target.string();
}

[[noreturn]] void fail(std::string_view name) {
  throw WriteError(fmt::format("cannot write {}: {}.", name, std::strerror(errno)));
}

void replace(const std::string& target, std::string_view text, const std::string& name) {
  Scratch scratch(target);
  if (!scratch.open()) fail(name);
  write_all(scratch.descriptor(), text, name);
  if (!scratch.become(target)) fail(name);
}

void write_special(const std::string& path, std::string_view text) {
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor < 0) fail(path);
  try {
    write_all(descriptor, text, path);
  } catch (...) {
    ::close(descriptor);
    throw;
  }
  if (::close(descriptor) != 0) fail(path);
}

}  // namespace

OutputFile::OutputFile(std::string_view option, std::string path) : path_(std::move(path)) {
  if (path_.empty()) throw UnusablePath(fmt::format("{}: the file name is empty.", option));
  if (is_stdout()) return;
  std::error_code ignored;
  const fs::file_status status = fs::status(path_, ignored);
  replaced_ = !fs::exists(status) || fs::is_regular_file(status);
  target_ = replaced_ ? resolved(path_) : path_;
  if (fs::is_directory(status)) {
    refuse(option, path_, "it is a folder. Name a file in it");
  }
  const fs::path folder = fs::path(target_).parent_path();
  if (!folder.empty() && !fs::is_directory(folder, ignored)) {
    refuse(option, path_, fmt::format("there is no folder {}. Make it first", folder.string()));
  }
  if (fs::exists(status) && ::access(target_.c_str(), W_OK) != 0) {
    refuse(option, path_, std::strerror(errno));
  }
  if (replaced_ && !Scratch(target_).open()) refuse(option, path_, std::strerror(errno));
}

void OutputFile::write(std::string_view text) const {
  if (!replaced_) return;
  try {
    replace(target_, text, path_);
  } catch (const WriteError& error) {
    throw WriteError(fmt::format("{} What was there before is untouched.", error.what()));
  }
}

void OutputFile::write_last(std::string_view text) const {
  if (is_stdout()) {
    write_all(STDOUT_FILENO, text, "standard output");
  } else if (replaced_) {
    write(text);
  } else {
    write_special(target_, text);
  }
}

void write_all(int descriptor, std::string_view text, std::string_view name) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written >= 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno == EPIPE) {
      throw ClosedPipe(fmt::format("the reader of {} has gone", name));
    } else if (errno != EINTR) {
      fail(name);
    }
  }
}

}  // namespace ecsbench
