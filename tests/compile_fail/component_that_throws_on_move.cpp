// Rows must move without throwing: a component that may throw on a move makes no world (H035).
// EXPECT: Component
// EXPECT: Risky
#include "strategies/bitset.hpp"

struct Risky {
  Risky() = default;
#ifdef CORRECTED
  Risky(Risky&&) noexcept {}
#else
  Risky(Risky&&) {}
#endif
};

ecs::BitsetWorld<Risky> world;
