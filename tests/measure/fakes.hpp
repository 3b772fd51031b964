// A machine whose time a test programs: its clock is moved only by trials and by being read.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/cases/trial.hpp"

namespace ecsbench {

struct FakeClock {
  std::uint64_t time_ns = 1'000;
  std::uint64_t cost_ns = 0;  // of each call

  std::uint64_t now_ns() { return time_ns += cost_ns; }
};

// What happened, in order: who was prepared or run, and for how many frames (0 for a preparation).
struct Event {
  std::string name;
  std::uint64_t frames = 0;
};
using Diary = std::vector<Event>;

// A trial that only moves the clock. Its values are numbers by ordinal.
class FakeTrial final : public Trial {
 public:
  FakeTrial(FakeClock& clock, std::uint64_t frame_ns) : clock_(clock), frame_ns_(frame_ns) {}

  void build() override {}
  Outcome verify() override { return outcome; }
  [[nodiscard]] std::uint64_t fingerprint(std::uint64_t ordinal) const override { return values[ordinal]; }
  [[nodiscard]] std::string state_of(std::uint64_t ordinal) const override {
    return "value (" + std::to_string(values[ordinal]) + ")";
  }
  void prepare() override {
    frames_since_prepare_ = 0;
    ++preparations;
    if (on_prepare) on_prepare();
    clock_.time_ns += prepare_ns;
    if (diary != nullptr) diary->push_back({name, 0});
  }
  void run(std::uint64_t frames) override {
    if (on_run) on_run();
    for (std::uint64_t frame = 0; frame < frames; ++frame) clock_.time_ns += next_frame_ns();
    if (diary != nullptr) diary->push_back({name, frames});
  }
  std::optional<std::string> check() override { return complaint; }
  [[nodiscard]] Work work() const override {
    Work work;
    work.is_restored = is_restored;
    return work;
  }
  [[nodiscard]] std::optional<MemoryBytes> memory() const override { return std::nullopt; }
  [[nodiscard]] std::optional<UpkeepTotals> upkeep() const override { return upkeep_so_far; }
  [[nodiscard]] std::uint64_t large_blocks() const override { return large_blocks_so_far; }

  std::string name;
  Diary* diary = nullptr;
  std::uint64_t prepare_ns = 0;
  bool is_restored = false;
  std::uint64_t cold_frames = 0;                          // after prepare(), so many frames take ten times as long
  std::function<double(std::uint64_t time_ns)> slowdown;  // of the whole machine; empty: none
  std::function<void()> on_run, on_prepare;
  std::uint64_t preparations = 0;
  std::optional<UpkeepTotals> upkeep_so_far;
  std::uint64_t large_blocks_so_far = 0;
  Outcome outcome;
  std::vector<std::uint64_t> values;
  std::optional<std::string> complaint;

 private:
  std::uint64_t next_frame_ns() {
    const std::uint64_t cold = frames_since_prepare_++ < cold_frames ? 10 : 1;
    const double slower = slowdown ? slowdown(clock_.time_ns) : 1.0;
    return static_cast<std::uint64_t>(static_cast<double>(frame_ns_ * cold) * slower);
  }

  FakeClock& clock_;
  std::uint64_t frame_ns_;
  std::uint64_t frames_since_prepare_ = 0;
};

}  // namespace ecsbench
