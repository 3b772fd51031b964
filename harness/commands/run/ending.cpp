#include "harness/commands/run/ending.hpp"

namespace ecsbench {

std::string exit_reason(Ending ending, const std::string& fault) {
  switch (ending) {
    case Ending::kUnfinished:
      return "unfinished";
    case Ending::kComplete:
      return "complete";
    case Ending::kInterrupted:
      return "interrupted";
    case Ending::kUnread:
      return "nobody reads the output";
    case Ending::kFailed:
      return fault;
  }
  return fault;
}

}  // namespace ecsbench
