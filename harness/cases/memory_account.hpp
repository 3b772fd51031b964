// MemoryAccount: which of the counting allocator's bytes are one trial's, though the worlds of many trials live.
//
//   live bytes of all     ____/~~~~\_____/~~~~~~~~~~\___      memory_count (strategies/memory.hpp)
//   turns                 | a       | b             | a
//   bytes of a            ____/~~~~\                 ___      what changed during its turns
//
// A turn begins when the trial is built or prepared, and ends when another one's begins or any trial dies: what is run in
// between is the trial's too, and nothing is read or written near a frame for it.
//
// Invariants  (1) at most one account has a turn;
//             (2) outside a turn the sums are what the trial owns; within it, so_far() is.
// Cost        a turn: a few loads and stores.
// A given strategy's shared object has a count of its own, and turns of its own.
#pragma once

#include <algorithm>
#include <cstdint>

#include "strategies/memory.hpp"

namespace ecsbench {

class MemoryAccount {
 public:
  // Of one trial, in bytes.
  struct Sums {
    std::uint64_t owned = 0;
    std::uint64_t peak = 0;      // the most that was ever owned
    std::uint64_t overhead = 0;  // given for what is owned, beyond what was asked
  };

  MemoryAccount() = default;
  MemoryAccount(const MemoryAccount&) = delete;
  MemoryAccount& operator=(const MemoryAccount&) = delete;
  // Before the world dies: what it gives back is then on nobody's account.
  ~MemoryAccount() { end_any_turn(); }

  void begin_turn() {
    end_any_turn();
    turn = this;
    ecs::memory_count.peak_bytes = ecs::memory_count.live_bytes.load();
    opened_ = read();
  }

  [[nodiscard]] Sums so_far() const {
    if (turn != this) return closed_;
    const Sums now = read();
    return {closed_.owned + (now.owned - opened_.owned),  // may be less: unsigned numbers wrap, and come back
            std::max(closed_.peak, closed_.owned + (now.peak - opened_.owned)),
            closed_.overhead + (now.overhead - opened_.overhead)};
  }

 private:
  // Of all worlds.
  [[nodiscard]] static Sums read() {
    return {ecs::memory_count.live_bytes, ecs::memory_count.peak_bytes, ecs::memory_count.overhead_bytes};
  }
  static void end_any_turn() {
    if (turn == nullptr) return;
    turn->closed_ = turn->so_far();
    turn = nullptr;
  }

  inline static MemoryAccount* turn = nullptr;  // whose it is
  Sums opened_;                                 // of all worlds, when the turn began
  Sums closed_;                                 // of this trial, when its last turn ended
};

}  // namespace ecsbench
