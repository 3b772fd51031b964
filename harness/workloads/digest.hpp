// The digest: one 64-bit number for all values of a world, the same on every strategy that did the same work.
//
//   digest = sum over ordinals of mix(ordinal, bits of the value)          (mod 2^64, so that order does not matter)
//
// mix is the finaliser of SplitMix64 (Steele, Lea, Flood 2014) over the ordinal and the bits: swapping the values of two
// entities, or losing one and doubling another, changes the sum. -0 counts as +0.
#pragma once

#include <bit>
#include <cstdint>

#include "harness/workloads/components.hpp"

namespace ecsbench {

[[nodiscard]] constexpr std::uint64_t mix(std::uint64_t bits) {
  bits += 0x9E3779B97F4A7C15u;
  bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9u;
  bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EBu;
  return bits ^ (bits >> 31);
}

[[nodiscard]] constexpr std::uint32_t bits_of(float value) {
  return value == 0.0f ? 0u : std::bit_cast<std::uint32_t>(value);
}

// One entity's share of the digest.
[[nodiscard]] constexpr std::uint64_t fingerprint(std::uint64_t ordinal, Position position) {
  const std::uint64_t value = (std::uint64_t{bits_of(position.x)} << 32) | bits_of(position.y);
  return mix(mix(ordinal) ^ value);
}

}  // namespace ecsbench
