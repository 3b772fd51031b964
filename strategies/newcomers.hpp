// Newcomers: lets the newborn of one spawn_many into the lists of a reactive world, and out again unless it ends well.
//
//   fill(0) fill(1) ... fill(255)     each notes one      waiting_ [ 7  8  9  ... ]
//                        |
//                        +-- all at once into every list that their components match
//
// While it lives, `under_way` is true: the newborn are alive but not yet listed, and who looks must look for himself.
// Cost    a store for each; a loop for some hundred, list by list.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "strategies/entity.hpp"
#include "strategies/query_list.hpp"

namespace ecs {

template <class Bits, std::size_t kComponents>
class Newcomers {
  using Lists = QueryLists<Bits, kComponents>;
  using Listing = typename Lists::List;

 public:
  // n newborn with these components are to come. Throws bad_alloc and changes nothing.
  Newcomers(const Lists& lists, const Bits& mask, std::size_t n, bool& under_way) : under_way_{under_way}, n_{n} {
    lists.for_each_matching(mask, [&](Listing& list) { entered_.push_back({&list, list.size()}); });
    for (const Entered& entered : entered_) entered.list->make_room(n, 0);
    under_way_ = true;
  }
  Newcomers(const Newcomers&) = delete;
  Newcomers& operator=(const Newcomers&) = delete;
  ~Newcomers() {
    under_way_ = false;
    for (const Entered& entered : entered_) {
      while (entered.list->size() > entered.first) entered.list->leave(entered.list->newest());
    }
  }

  // Newcomer number i of n, in order. Nothing is counted here: what one call stores the next need not wait for
  // (12 -> 8 ns an entity). May throw bad_alloc.
  void note(std::size_t i, Index index) {
    const std::size_t place = i % kMostWait;
    waiting_[place] = index;
    if (place + 1 == kMostWait || i + 1 == n_) enter({waiting_.data(), place + 1}, n_ - i - 1);
  }
  void keep() { entered_.clear(); }

 private:
  static constexpr std::size_t kMostWait = 256;

  struct Entered {
    Listing* list;
    std::size_t first;  // size of the list before
  };

  [[gnu::noinline]] void enter(std::span<const Index> newcomers, std::size_t to_come) {
    const std::size_t slots = *std::max_element(newcomers.begin(), newcomers.end()) + std::size_t{1};
    for (const Entered& entered : entered_) entered.list->make_cells(slots, to_come);
    for (const Entered& entered : entered_) entered.list->enter_many(newcomers);
  }

  bool& under_way_;
  const std::size_t n_;
  std::vector<Entered> entered_;
  std::array<Index, kMostWait> waiting_;
};

}  // namespace ecs
