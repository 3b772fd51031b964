// Recorder: where the accesses of traced code go while a frame is recorded.
//
//   traced code  --__tsan_read4(p)-->  hooks.cpp  -->  Recorder  -->  PageOrder  -->  CacheModel
//
// Off, an access costs a call and a comparison, and leaves no trace.
#pragma once

#include <algorithm>
#include <cstdint>

#include "harness/machine/cache_model.hpp"
#include "harness/machine/page_order.hpp"

namespace ecsbench {

class Recorder {
 public:
  // Both outlive the recorder.
  Recorder(CacheModel& model, PageOrder& pages, std::uint64_t most_accesses)
      : model_(model), pages_(pages), most_accesses_(most_accesses) {}

  // From here on everything is counted from 0. What the caches hold stays.
  void count_anew() {
    model_.count_anew();
    pages_.count_anew();
  }

  // All that lies between two pages is two accesses, as it is for hardware. REQUIRES: bytes > 0.
  void touch(std::uint64_t address, std::uint64_t bytes) {
    is_full_ |= model_.counts().accesses >= most_accesses_;
    if (is_full_) return;
    while (bytes > 0) {
      const std::uint64_t here = std::min(bytes, PageOrder::rest_of_page(address));
      model_.touch(pages_.place(address, here), here);
      address += here;
      bytes -= here;
    }
  }

  // A block that was given back to the system: what comes to lie there is something else.
  void forget(std::uint64_t address, std::uint64_t bytes) { pages_.forget(address, bytes); }

  // More accesses came without count_anew() than were allowed, and none after them was recorded.
  [[nodiscard]] bool is_full() const { return is_full_; }

 private:
  CacheModel& model_;
  PageOrder& pages_;
  std::uint64_t most_accesses_;
  bool is_full_ = false;
};

// What the hooks hand accesses to; null: they are dropped.
void record_with(Recorder* recorder);

}  // namespace ecsbench
