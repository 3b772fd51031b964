// Williams designs by the cyclic construction: a zigzag first row, shifted once a row.
#include "harness/measure/order.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace ecsbench {
namespace {

// 0 1 S-1 2 S-2 ...: neighbours differ by every amount modulo S, which balances predecessors.
Turns zigzag(std::size_t contestants) {
  Turns row{0};
  std::size_t low = 1;
  std::size_t high = contestants - 1;
  while (low <= high && row.size() < contestants) {
    row.push_back(row.size() % 2 == 1 ? low++ : high--);
  }
  return row;
}

Turns shifted(Turns row, std::size_t by) {
  for (std::size_t& contestant : row) contestant = (contestant + by) % row.size();
  return row;
}

}  // namespace

std::size_t rows_of_square(std::size_t contestants) {
  assert(contestants >= 1);
  return contestants % 2 == 0 || contestants == 1 ? contestants : 2 * contestants;
}

std::size_t up_to_whole_squares(std::size_t rounds, std::size_t contestants) {
  const std::size_t rows = rows_of_square(contestants);
  return (rounds + rows - 1) / rows * rows;
}

std::vector<Turns> williams_square(std::size_t contestants) {
  std::vector<Turns> rows;
  for (std::size_t by = 0; by < contestants; ++by) {
    rows.push_back(shifted(zigzag(contestants), by));
  }
  while (rows.size() < rows_of_square(contestants)) {
    const Turns& original = rows[rows.size() - contestants];
    rows.emplace_back(original.rbegin(), original.rend());
  }
  return rows;
}

std::vector<Turns> shuffled_square(std::size_t contestants, std::mt19937_64& random) {
  std::vector<Turns> rows = williams_square(contestants);
  for (std::size_t unsettled = rows.size(); unsettled > 1; --unsettled) {
    // The remainder favours small numbers by less than one in 2^50.
    std::swap(rows[unsettled - 1], rows[random() % unsettled]);
  }
  return rows;
}

}  // namespace ecsbench
