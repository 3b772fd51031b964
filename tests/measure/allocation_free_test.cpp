// Replaces this program's operator new, to see that nothing is allocated inside a block.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <optional>
#include <string>

#include "harness/cases/trial.hpp"
#include "harness/measure/rounds.hpp"

namespace {
std::uint64_t allocations = 0;
}  // namespace

// Not inlined: GCC would otherwise see free() meet a pointer of operator new, and warn.
[[gnu::noinline]] void* operator new(std::size_t bytes) {
  ++allocations;
  if (void* memory = std::malloc(bytes)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

namespace ecsbench {
namespace {

// Notes how many allocations there were since the frame before it in the same block.
class Watchful final : public Trial {
 public:
  void build() override {}
  Outcome verify() override { return {}; }
  [[nodiscard]] std::uint64_t fingerprint(std::uint64_t) const override { return 0; }
  [[nodiscard]] std::string state_of(std::uint64_t) const override { return ""; }
  void prepare() override { seen_.reset(); }
  void run(std::uint64_t) override {
    if (seen_) {
      inside_blocks += allocations - *seen_;
      ++frames_watched;
    }
    seen_ = allocations;
    volatile int sink = 0;
    for (int step = 0; step < 1'000; ++step) sink = sink + step;
  }
  std::optional<std::string> check() override { return std::nullopt; }
  [[nodiscard]] Work work() const override { return {}; }
  [[nodiscard]] std::optional<MemoryBytes> memory() const override { return std::nullopt; }

  std::uint64_t inside_blocks = 0;
  std::uint64_t frames_watched = 0;

 private:
  std::optional<std::uint64_t> seen_;
};

TEST(AllocationFree, nothing_is_allocated_between_the_frames_of_a_block) {
  Watchful one, two;
  SteadyClock clock;
  Settings settings;
  settings.rounds = 6;
  const Samples samples = RoundRunner({{"one", &one}, {"two", &two}}, settings, clock, 0.0).run();
  ASSERT_EQ(samples.rounds, 6u);
  EXPECT_GT(one.frames_watched, 100u);
  EXPECT_EQ(one.inside_blocks, 0u);
  EXPECT_EQ(two.inside_blocks, 0u);
}

}  // namespace
}  // namespace ecsbench
