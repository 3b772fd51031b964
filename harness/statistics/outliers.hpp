// Outliers by Tukey's fences, on logarithms: counted, never dropped.
//
//         severe    mild  |--- Q1 [ middle half ] Q3 ---|  mild    severe
//    <--------------|-----|-----------------------------|-----|-------------->  ln(time)
//            Q1 - 3 IQR  Q1 - 1.5 IQR         Q3 + 1.5 IQR  Q3 + 3 IQR
//
// Times are skewed to the slow side; their logarithms are less so, and the fences then mean the same on both sides.
// Where half of the values are equal the fences fall together, and a value counts only if it is off by more than 1 %:
// a tick of the clock is no outlier.
// Source  J. W. Tukey (1977), Exploratory Data Analysis.
// Cost    O(n) and a copy.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace ecsbench::statistics {

struct Outliers {
  std::size_t mild = 0;    // beyond 1.5 IQR, and within 3
  std::size_t severe = 0;  // beyond 3 IQR
  friend bool operator==(const Outliers&, const Outliers&) = default;
};

// Where the fences stand: of one time, what it is. REQUIRES of judge(): a time that is finite and above zero.
class Fences {
 public:
  enum class Place { kWithin, kMild, kSevere };

  // nullopt for an empty list, and where a time is zero, negative or not finite.
  [[nodiscard]] static std::optional<Fences> around(std::span<const double> times);

  [[nodiscard]] Place judge(double time) const;

 private:
  Fences(double first, double third) : first_(first), third_(third) {}

  double first_, third_;  // quartiles of log time
};

// How many lie beyond. nullopt as for Fences::around.
[[nodiscard]] std::optional<Outliers> outliers(std::span<const double> times);

}  // namespace ecsbench::statistics
