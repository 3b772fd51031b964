// In which order do the contestants of a round run? In a Williams design, with its rows shuffled.
//
//   round   4 contestants   Over the square every contestant stands once in every position, and
//     0       0 1 3 2       follows every other one exactly once. So nobody profits from always
//     1       1 2 0 3       running after one that leaves the caches warm or the processor hot.
//     2       2 3 1 0
//     3       3 0 2 1       An odd number needs 2 S rows, these and their mirror images: then all
//                           of it holds twice.
//
// Only whole squares are balanced. The shuffle is our own, since std::shuffle differs between
// standard libraries: one seed gives one order everywhere.
// Source  E. J. Williams (1949), Experimental designs balanced for the estimation of residual
//         effects of treatments.
// Cost    O(S^2) for a square.
#pragma once

#include <cstddef>
#include <random>
#include <vector>

namespace ecsbench {

using Turns = std::vector<std::size_t>;  // contestants by number, in the order in which they run

// S for even S and for 1, 2 S for other odd S. REQUIRES: contestants >= 1.
[[nodiscard]] std::size_t rows_of_square(std::size_t contestants);

// The smallest number of rounds that makes whole squares and is not below `rounds`.
[[nodiscard]] std::size_t up_to_whole_squares(std::size_t rounds, std::size_t contestants);

// REQUIRES: contestants >= 1.
[[nodiscard]] std::vector<Turns> williams_square(std::size_t contestants);

// The same rows in random order (Fisher-Yates).
[[nodiscard]] std::vector<Turns> shuffled_square(std::size_t contestants, std::mt19937_64& random);

}  // namespace ecsbench
