// NoiseModel: what a machine does to the times of a round, for simulations of the whole method.
//
//   time of contestant c in round r  =  true time of c  x  exp( shared[r] + own[c][r] )
//
//   shared   hits all contestants of a round alike: the clock speeds up or slows down, a neighbour takes bandwidth.
//            Autocorrelated from round to round (AR(1)). Pairing must cancel it.
//   own      hits one block: skewed to the slow side with median 0, (exp(skew n) - 1) / skew for a normal n;
//            and now and then an interruption, exponentially distributed.
//
// Kinds of clock, as standard deviations of a block's log median. On the virtual machine of results/ the default run
// shows 0.1 % (limit on move/ten-percent) to 10 % (sparse_set on move/scattered-heap).
//   quiet    0.4 %     loud    5 %
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "harness/statistics/dice.hpp"

namespace ecsbench::statistics {

struct NoiseModel {
  double own = 0.004;                   // standard deviation of the log time of a block, before skewing
  double skew = 0.5;                    // 0 is normal; 0.5 gives a log-normal of skewness 1.75
  double shared = 0.02;                 // standard deviation of what all blocks of a round share
  double shared_autocorrelation = 0.1;  // of neighbouring rounds
  double interruptions = 0.02;          // share of blocks that are interrupted
  double interruption = 0.2;            // mean of what an interruption adds, in log time
};

inline constexpr NoiseModel kQuietClock{};
inline constexpr NoiseModel kLoudClock{0.05, 0.5, 0.05, 0.1, 0.05, 0.5};

// Normal numbers of standard deviation 1 whose neighbours are correlated: an AR(1) process in its steady state.
// REQUIRES: -1 < autocorrelation < 1
[[nodiscard]] std::vector<double> autocorrelated(std::size_t count, double autocorrelation, Dice& dice);

// A number of median 0, skewed to the right; `standard` itself for skew 0. REQUIRES: skew >= 0
[[nodiscard]] double skewed(double standard, double skew);

// Block medians: for each true time its values, one a round.
[[nodiscard]] std::vector<std::vector<double>> simulate_rounds(const NoiseModel& noise,
                                                               std::span<const double> true_times, std::size_t rounds,
                                                               Dice& dice);

}  // namespace ecsbench::statistics
