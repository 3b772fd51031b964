// Ending: how a run ended, and the word for it in the result file.
#pragma once

#include <string>

namespace ecsbench {

enum class Ending { kUnfinished, kComplete, kInterrupted, kUnread, kFailed };

// `fault` is the sentence of what failed.
[[nodiscard]] std::string exit_reason(Ending ending, const std::string& fault);

}  // namespace ecsbench
