// A component that can be neither copied nor moved makes no world, and its name is in the message (H135).
// EXPECT: Component
// EXPECT: Rooted
#include <mutex>

#include "strategies/sparse_set.hpp"

struct Rooted {
  Rooted() = default;
#ifdef CORRECTED
  Rooted(Rooted&&) noexcept {}
#endif
  std::mutex mutex;
};

ecs::SparseSetWorld<Rooted> world;
