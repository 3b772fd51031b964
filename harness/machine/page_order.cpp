#include "harness/machine/page_order.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <utility>

namespace ecsbench {
namespace {

constexpr std::size_t kRoomForRuns = 4096, kFirstSlots = 2 * kRoomForRuns;

}  // namespace

PageOrder::PageOrder(std::uint64_t line_bytes)
    : line_shift_(static_cast<unsigned>(std::countr_zero(line_bytes))), slots_(kFirstSlots) {
  pages_.reserve(kRoomForRuns * kRunPages);
  assert(std::has_single_bit(line_bytes) && line_bytes >= 64 && line_bytes <= 4096);
}

bool PageOrder::consistent() const {
  return numbers_each_page_once() && lines_of_this_count() <= lines_ && finds_every_run();  // given back: counted, gone
}

bool PageOrder::numbers_each_page_once() const {  // (1)
  std::vector<std::uint64_t> numbers;
  for (const Page& page : pages_) {
    if (page.number != kNone) numbers.push_back(page.number);
  }
  std::sort(numbers.begin(), numbers.end());
  return std::adjacent_find(numbers.begin(), numbers.end()) == numbers.end() &&
         (numbers.empty() || numbers.back() < next_page_);
}

std::uint64_t PageOrder::lines_of_this_count() const {  // (2)
  std::uint64_t lines = 0;
  for (const Page& page : pages_) {
    if (page.count == count_) lines += static_cast<std::uint64_t>(std::popcount(page.touched));
  }
  return lines;
}

bool PageOrder::finds_every_run() const {  // (3)
  std::size_t runs = 0;
  for (std::size_t slot = 0; slot < slots_.size(); ++slot) {
    if (slots_[slot].number == kNone) continue;
    ++runs;
    if (slot_of(slots_[slot].number) != slot) return false;
  }
  return runs == pages_.size() / kRunPages && 2 * runs <= slots_.size();
}

void PageOrder::count_anew() {
  lines_ = 0;
  ++count_;
}

void PageOrder::forget(std::uint64_t address, std::uint64_t bytes) {
  const std::uint64_t end = (address + bytes + kOffsetMask) >> kPageShift;
  for (std::uint64_t page = address >> kPageShift; page < end; ++page) {
    const Run& run = slots_[slot_of(page / kRunPages)];
    if (run.number != kNone) pages_[run.first + page % kRunPages] = {};
  }
}

std::size_t PageOrder::slot_of(std::uint64_t run) const {
  constexpr std::uint64_t kGolden = 0x9e37'79b9'7f4a'7c15U;  // spreads neighbours
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = (run * kGolden >> 32U) & mask;
  while (slots_[slot].number != run && slots_[slot].number != kNone) slot = (slot + 1) & mask;
  return slot;
}

PageOrder::Run PageOrder::found_or_made(std::uint64_t run) {
  Run& slot = slots_[slot_of(run)];
  if (slot.number == run) return slot;
  const Run made = slot = {run, pages_.size()};
  pages_.resize(pages_.size() + kRunPages);
  if (pages_.size() / kRunPages > slots_.size() / 2) double_slots();  // (3)
  return made;
}

void PageOrder::double_slots() {
  const std::vector<Run> before = std::exchange(slots_, std::vector<Run>(2 * slots_.size()));
  for (const Run& run : before) {
    if (run.number != kNone) slots_[slot_of(run.number)] = run;
  }
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
