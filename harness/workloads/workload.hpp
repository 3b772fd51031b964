// What a workload is to the rest of the program, as plain data: its name and axes, what it is built from, what one frame
// does, and what verification found.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ecsbench {

// What a workload is built from. Axes are a workload's own parameters by name (see Axis).
struct Params {
  std::uint64_t entities = 1'000'000;
  std::uint64_t seed = 42;
  std::uint64_t threads = 1;
  std::vector<std::pair<std::string, double>> axes;

  // The value given for an axis, or `otherwise` (the workload's default).
  [[nodiscard]] double axis(std::string_view name, double otherwise) const {
    for (const auto& [given, value] : axes) {
      if (given == name) return value;
    }
    return otherwise;
  }
};

// One parameter of a workload: its name on the command line, what it means, default, and what is allowed.
struct Axis {
  std::string_view name;
  std::string_view meaning;  // with its unit
  double standard;
  double lowest;
  double highest;
  bool whole;  // only whole numbers
};

// What verification found. Equal work means equal outcomes.
struct Outcome {
  std::uint64_t digest = 0;   // sum over ordinals of mix(ordinal, value bits): see workloads/digest.hpp
  std::uint64_t matched = 0;  // visitor calls in one frame
  std::string fault;          // not empty: something that must not change did; a sentence

  friend bool operator==(const Outcome&, const Outcome&) = default;
};

// A digest as 16 lower-case hex digits.
[[nodiscard]] std::string hex_digits(std::uint64_t digest);

// What one frame does, for the units of the report and for the test of impossible numbers.
struct Work {
  std::uint64_t matched = 0;       // visitor calls a frame, summed over systems
  std::uint64_t operations = 0;    // what `per` counts, a frame
  std::string_view per = "match";  // "match", "entity" or "operation"
  double bytes_touched = 0;        // bytes that any implementation must read or write a frame
  double cache_lines = 0;          // of 64 bytes, the same
  std::string note;                // said in the output, for example that the stride was adjusted; may be empty
  bool is_restored = false;        // a frame uses up what Trial::prepare() lays out: it comes before each
};

struct WorkloadInfo {
  std::string name;
  std::string summary;    // one line for `ecsbench list`
  std::string stresses;   // what it puts under load, half a sentence
  bool standard = false;  // belongs to the default selection
  std::vector<Axis> axes;
  bool is_operation = false;     // single operations by handle: `ecsbench micro` times it, too
  bool is_about_misses = false;  // its point is what memory out of order costs: in a cache it costs little
};

}  // namespace ecsbench
