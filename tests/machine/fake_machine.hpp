// A machine made of files in a folder of its own that vanishes with it.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>

#include "harness/machine/machine.hpp"

namespace ecsbench {

class FakeMachine {
 public:
  FakeMachine() {
    std::string pattern = (std::filesystem::temp_directory_path() / "ecsbench-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) {
      throw std::filesystem::filesystem_error("no folder for the fake machine", pattern,
                                              std::error_code(errno, std::generic_category()));
    }
    machine_.root = pattern;
  }
  FakeMachine(const FakeMachine&) = delete;
  FakeMachine& operator=(const FakeMachine&) = delete;
  ~FakeMachine() {
    std::error_code ignored;  // a folder left behind in the temporary folder harms nobody
    std::filesystem::remove_all(machine_.root, ignored);
  }

  FakeMachine& with(std::string_view path, std::string_view text) {
    const auto file = machine_.root / path;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << text;
    return *this;
  }

  FakeMachine& with_cache(int index, std::string_view level, std::string_view type, std::string_view size,
                          std::string_view line = "64\n") {
    const auto folder = "sys/devices/system/cpu/cpu0/cache/index" + std::to_string(index) + "/";
    return with(folder + "level", level)
        .with(folder + "type", type)
        .with(folder + "size", size)
        .with(folder + "coherency_line_size", line)
        .with(folder + "ways_of_associativity", "8\n");
  }

  FakeMachine& signed_by(std::string signature) {
    machine_.hypervisor_signature = std::move(signature);
    return *this;
  }

  [[nodiscard]] const Machine& machine() const { return machine_; }

 private:
  Machine machine_;
};

}  // namespace ecsbench
