// The words for a verdict, the same in every table and file.
#include "harness/report/result.hpp"

namespace ecsbench {

std::string to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::kNone:
      return "";
    case Verdict::kBaseline:
      return "baseline";
    case Verdict::kFaster:
      return "faster";
    case Verdict::kSlower:
      return "slower";
    case Verdict::kSame:
      return "same";
    case Verdict::kInconclusive:
      return "inconclusive";
  }
  return "";
}

}  // namespace ecsbench
