// ListLine: the list of a query as a line of rows to be split (split.hpp), for a world that keeps such lists (reactive.hpp).
//
//   list   [ 0  2  4  5 | 9  7 ... ]      a part of it is again a list of exactly the matches: the storage walks along it
#pragma once

#include <cstddef>

#include "strategies/index_list.hpp"
#include "strategies/split.hpp"
#include "strategies/view.hpp"

namespace ecs {

template <class Storage, class Asked>
class ListLine {
 public:
  ListLine(Storage& storage, const Asked& query, const IndexList& list)
      : storage_{storage}, query_{query}, list_{list} {}

  [[nodiscard]] std::size_t rows() const { return list_.size; }
  template <class Sink>
  void part(Sink& sink, RowRange range) const {
    const IndexList part{list_.indices + range.first, range.last - range.first, list_.ascending};
    ViewAccess::scan_listed(storage_, query_, part, sink);
  }

 private:
  Storage& storage_;
  const Asked& query_;
  IndexList list_;
};

}  // namespace ecs
