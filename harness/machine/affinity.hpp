// Affinity: keeping the measuring thread on one processor, so that no migration empties its caches.
#pragma once

#include <optional>
#include <string>

namespace ecsbench {

// Binds the calling thread, and threads it starts later, to one processor. A sentence when that is
// refused: what was asked, what is allowed, what to type. Read the environment first: a bound
// process sees one core only.
[[nodiscard]] std::optional<std::string> pin_to_processor(unsigned processor);

}  // namespace ecsbench
