// RepeatedTrial: a trial each frame of which is so many frames of another.
//
//   inner                 |..|..|..|
//   RepeatedTrial of 3    |........|  one frame
//
// 103 frames against 100 of the same trial are a slow-down of 3 % that is true by construction: same code, same memory.
// Several may share one inner trial. Price: as the inner one, a virtual call for each group of frames.
#pragma once

#include <cassert>
#include <cstdint>
#include <optional>
#include <string>

#include "harness/cases/trial.hpp"

namespace ecsbench {

class RepeatedTrial final : public Trial {
 public:
  // REQUIRES: times >= 1; the inner trial is built, needs no restoring, and outlives this one.
  RepeatedTrial(Trial& inner, std::uint64_t times) : inner_(inner), times_(times) {
    assert(times >= 1 && !inner.work().is_restored);
  }

  void build() override {}
  Outcome verify() override { return inner_.verify(); }
  [[nodiscard]] std::uint64_t fingerprint(std::uint64_t ordinal) const override { return inner_.fingerprint(ordinal); }
  [[nodiscard]] std::string state_of(std::uint64_t ordinal) const override { return inner_.state_of(ordinal); }
  void prepare() override { inner_.prepare(); }
  void run(std::uint64_t frames) override { inner_.run(frames * times_); }
  std::optional<std::string> check() override { return inner_.check(); }

  // Of one frame of this trial.
  [[nodiscard]] Work work() const override {
    Work work = inner_.work();
    work.matched *= times_;
    work.operations *= times_;
    work.bytes_touched *= static_cast<double>(times_);
    work.cache_lines *= static_cast<double>(times_);
    return work;
  }
  [[nodiscard]] std::optional<MemoryBytes> memory() const override { return inner_.memory(); }
  [[nodiscard]] std::optional<UpkeepTotals> upkeep() const override { return inner_.upkeep(); }
  [[nodiscard]] std::uint64_t large_blocks() const override { return inner_.large_blocks(); }

 private:
  Trial& inner_;
  std::uint64_t times_;
};

}  // namespace ecsbench
