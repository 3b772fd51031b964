// Interrupt: Ctrl-C and SIGTERM end a run politely the first time and at once the second.
#pragma once

namespace ecsbench {

// From now on the first signal only sets a mark and says so; the second has its usual effect.
// SIGPIPE is ignored, so that a reader that has gone shows as an error of write.
void watch_for_interrupts();

[[nodiscard]] bool interrupted();

// 130 for Ctrl-C, 143 for SIGTERM. REQUIRES: interrupted().
[[nodiscard]] int interrupt_exit_code();

}  // namespace ecsbench
