// Interrupt: Ctrl-C and SIGTERM end a run politely the first time and at once the second.
#pragma once

#include <atomic>

namespace ecsbench {

// From now on the first signal only sets a mark and says so; the second has its usual effect.
// SIGPIPE is ignored, so that a reader that has gone shows as an error of write.
void watch_for_interrupts();

[[nodiscard]] bool interrupted();

// The same as a mark to be looked at where a call would be too much: true once interrupted.
[[nodiscard]] const std::atomic<bool>& interrupt_mark();

// 130 for Ctrl-C, 143 for SIGTERM. REQUIRES: interrupted().
[[nodiscard]] int interrupt_exit_code();

}  // namespace ecsbench
