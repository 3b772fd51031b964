// Recorder: where the accesses of traced code go while a frame is recorded.
//
//   traced code  --__tsan_read4(p)-->  hooks.cpp  -->  Recorder  -->  PageOrder  -->  CacheModel
//
// Off, an access costs a call and a comparison, and leaves no trace. The stack begins at another place in each run, to within
// a cache line; it is counted from where recording began, so that it lies alike in all of them.
#pragma once

#include <algorithm>
#include <cstdint>

#include "harness/machine/cache_model.hpp"
#include "harness/machine/page_order.hpp"

namespace ecsbench {

class Recorder {
 public:
  // `stack` is an address in the frame of a function that calls what is traced. Both outlive the recorder.
  Recorder(CacheModel& model, PageOrder& pages, std::uint64_t stack, std::uint64_t most_accesses)
      : model_(model), pages_(pages), stack_(stack), most_accesses_(most_accesses) {}

  // From here on everything is counted from 0. What the caches hold stays.
  void count_anew() {
    model_.count_anew();
    pages_.count_anew();
  }

  // All that lies between two pages is two accesses, as it is for hardware. REQUIRES: bytes > 0.
  void touch(std::uint64_t address, std::uint64_t bytes) {
    is_full_ |= model_.counts().accesses >= most_accesses_;
    if (is_full_) return;
    std::uint64_t from = below_stack(address) ? kStack - (stack_ - address) : address;
    while (bytes > 0) {
      const std::uint64_t here = std::min(bytes, PageOrder::rest_of_page(from));
      model_.touch(pages_.place(from, here), here);
      from += here;
      bytes -= here;
    }
  }

  // More accesses came without count_anew() than were allowed, and none after them was recorded.
  [[nodiscard]] bool is_full() const { return is_full_; }

 private:
  static constexpr std::uint64_t kDeepestStack = std::uint64_t{8} << 20U;
  static constexpr std::uint64_t kStack = std::uint64_t{1} << 60U;  // where no address of a program is

  [[nodiscard]] bool below_stack(std::uint64_t address) const {
    return address < stack_ && stack_ - address < kDeepestStack;
  }

  CacheModel& model_;
  PageOrder& pages_;
  std::uint64_t stack_, most_accesses_;
  bool is_full_ = false;
};

// What the hooks hand accesses to; null: they are dropped.
void record_with(Recorder* recorder);

}  // namespace ecsbench
