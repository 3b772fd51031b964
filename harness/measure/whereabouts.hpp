// Whereabouts: was the measuring thread pushed aside, or moved to another processor?
//
// Asked before and after each block of frames, never between them: what differs happened within the block. A switch
// away and back costs some microseconds and the caches, a migration all private caches.
// Cost  about half a microsecond a call.
#pragma once

#include <cstdint>

namespace ecsbench {

struct Whereabouts {
  std::uint64_t switches = 0;  // context switches since the thread began
  int processor = 0;           // that it runs on now; -1 where the system does not say
  friend bool operator==(const Whereabouts&, const Whereabouts&) = default;
};

// Of the calling thread. Where the system does not count switches, none are reported.
[[nodiscard]] Whereabouts whereabouts();

}  // namespace ecsbench
