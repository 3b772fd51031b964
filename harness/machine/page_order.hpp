// PageOrder: pages numbered in the order in which they are first touched, and how many lines of them a frame touches.
//
//   address as it came       0x7f3a 1c42 9040     0x5581 07e0 3048     0x7f3a 1c42 a000
//   page, first touched      0                    1                    2
//   address as numbered      0x0040               0x1048               0x2000
//
// Where the system puts a page differs from run to run; what lies where within a page does not. Numbered in order of first
// touch, the same accesses give the same addresses in every run, and neighbouring pages of the numbering spread evenly over
// the sets of a large cache, as a kernel that colours its pages would have it. Bad luck of placement is so left out.
//
// A page that was given back to the system and is touched again is another page: whether the system hands out the same addresses
// once more differs from run to run as well.
//
// Pages are of 4 KiB, whatever the system uses: the sets of an L1 follow from the place within the page alone, as in hardware.
//
// Invariants
//   (1) page numbers are 0, 1, 2, ... in order of first touch: below pages(), and no two pages share one;
//   (2) lines() is the number of different lines touched since the current count began; those of a page that was given back
//       count again when it comes to life as another;
//   (3) slots_ is an open hash table with linear probing, at most half full.
// Cost        one look-up in a small table a touch. Memory: 24 B a page, for whole runs of 512 pages; room for 8 GB of touched
//             memory is taken at once, so that the heap of who is watched does not feel the watching.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ecsbench {

class PageOrder {
 public:
  static constexpr unsigned kPageShift = 12;

  // REQUIRES: line_bytes a power of two from 64 to 4096.
  explicit PageOrder(std::uint64_t line_bytes);

  // The address in the numbering. `bytes` stay on its page, and their lines are counted.
  std::uint64_t place(std::uint64_t address, std::uint64_t bytes) {
    Page& page = page_of(address >> kPageShift);
    const std::uint64_t offset = address & kOffsetMask;
    count_lines(page, offset, bytes);
    return page.number << kPageShift | offset;
  }

  // Bytes from the address to the end of its page.
  [[nodiscard]] static std::uint64_t rest_of_page(std::uint64_t address) {
    return kOffsetMask + 1 - (address & kOffsetMask);
  }

  // All pages that lie in this block, wholly or in part, are gone.
  void forget(std::uint64_t address, std::uint64_t bytes);

  // From here on lines are counted from 0. The numbering stays.
  void count_anew();

  [[nodiscard]] std::uint64_t lines() const { return lines_; }  // distinct ones
  [[nodiscard]] std::uint64_t pages() const { return next_page_; }

  // The invariants. Cost: O(pages * log pages).
  [[nodiscard]] bool consistent() const;

 private:
  static constexpr std::uint64_t kOffsetMask = (std::uint64_t{1} << kPageShift) - 1;
  static constexpr std::size_t kRunPages = 512;
  static constexpr std::uint64_t kNone = ~std::uint64_t{0};

  struct Page {
    std::uint64_t number = kNone;
    std::uint64_t touched = 0;  // a bit a line
    std::uint64_t count = 0;    // the count that `touched` belongs to
  };
  // Neighbouring pages, behind one another in pages_.
  struct Run {
    std::uint64_t number = kNone;  // page / kRunPages
    std::size_t first = 0;         // its first page
  };

  Page& page_of(std::uint64_t page) {
    if (page / kRunPages != last_.number) last_ = found_or_made(page / kRunPages);
    Page& found = pages_[last_.first + page % kRunPages];
    if (found.number == kNone) found.number = next_page_++;
    return found;
  }
  [[nodiscard]] bool numbers_each_page_once() const;
  [[nodiscard]] std::uint64_t lines_of_this_count() const;
  [[nodiscard]] bool finds_every_run() const;
  [[nodiscard]] std::size_t slot_of(std::uint64_t run) const;  // where it is, or where it belongs
  Run found_or_made(std::uint64_t run);
  void double_slots();
  void count_lines(Page& page, std::uint64_t offset, std::uint64_t bytes);

  unsigned line_shift_;
  std::vector<Run> slots_;   // a power of two of them
  std::vector<Page> pages_;  // of all runs
  Run last_;
  std::uint64_t next_page_ = 0, lines_ = 0, count_ = 0;
};

}  // namespace ecsbench
