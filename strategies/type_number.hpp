// type_number: a small number for each type of a family, given out the first time it is asked for.
//
//   family: the queries of a world     view<A> -> 1     view<A, const B> -> 2     view<B>(without<A>) -> 3
//
// A world keeps a vector beside each family, and so finds what belongs to a type by its place: no search and no hash.
//
// Invariants
//   (1) a number stands for the same type until the program ends, and for no other of its family;
//   (2) 0 is nobody's number.
// Cost  one load and one test; the first time also an atomic increment. Safe in any thread and before main: two that
//       ask first at once agree, and waste a number.
#pragma once

#include <atomic>
#include <cstdint>

namespace ecs {

template <class Family>
inline constinit std::atomic<std::uint32_t> type_numbers_given{0};
template <class Family, class Type>
inline constinit std::atomic<std::uint32_t> type_number_given{0};

template <class Family, class Type>
[[gnu::cold]] [[gnu::noinline]] std::uint32_t give_type_number() noexcept {
  const std::uint32_t fresh = type_numbers_given<Family>.fetch_add(1) + 1;
  std::uint32_t given = 0;
  const bool first = type_number_given<Family, Type>.compare_exchange_strong(given, fresh);
  return first ? fresh : given;
}

// 0 if it was never asked for.
template <class Family, class Type>
[[nodiscard]] std::uint32_t known_type_number() noexcept {
  return type_number_given<Family, Type>.load(std::memory_order_relaxed);
}

template <class Family, class Type>
[[nodiscard]] std::uint32_t type_number() noexcept {
  const std::uint32_t known = known_type_number<Family, Type>();
  return known != 0 ? known : give_type_number<Family, Type>();
}

}  // namespace ecs
