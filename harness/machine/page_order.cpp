#include "harness/machine/page_order.hpp"

#include <bit>
#include <cassert>

namespace ecsbench {

PageOrder::PageOrder(std::uint64_t line_bytes) : line_shift_(static_cast<unsigned>(std::countr_zero(line_bytes))) {
  assert(std::has_single_bit(line_bytes) && line_bytes >= 64 && line_bytes <= 4096);
}

void PageOrder::count_anew() {
  lines_ = 0;
  ++count_;
}

void PageOrder::find_run(std::uint64_t run) {
  std::unique_ptr<RunOfPages>& pages = runs_[run];
  if (!pages) pages = std::make_unique<RunOfPages>();
  last_run_ = run;
  last_pages_ = pages.get();
}

void PageOrder::count_lines(Page& page, std::uint64_t offset, std::uint64_t bytes) {
  assert(bytes > 0 && offset + bytes <= kOffsetMask + 1);
  if (page.count != count_) {
    page.count = count_;
    page.touched = 0;
  }
  const std::uint64_t last = (offset + bytes - 1) >> line_shift_;
  for (std::uint64_t line = offset >> line_shift_; line <= last; ++line) {
    const std::uint64_t bit = std::uint64_t{1} << line;
    lines_ += (page.touched & bit) == 0 ? 1U : 0U;
    page.touched |= bit;
  }
}

}  // namespace ecsbench
