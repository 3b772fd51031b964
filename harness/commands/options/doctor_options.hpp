// DoctorOptions: what `ecsbench doctor` was asked to look at: this machine, its own engine, or a result file.
#pragma once

#include <optional>
#include <string>

namespace ecsbench {

struct DoctorOptions {
  std::string result;               // a file whose warnings are wanted; empty: this machine
  bool self_test = false;           // does the engine keep its promises?
  std::optional<std::string> json;  // where the checkup goes; "-" is stdout
  bool quiet = false;
};

// What its help begins with.
[[nodiscard]] std::string doctor_description();

// The same options where they go together. Throws UsageError: two things to look at, --json for what is no checkup.
[[nodiscard]] DoctorOptions checked(DoctorOptions options);

}  // namespace ecsbench
