// Probes: what the memory of this machine can do, as yardsticks for what a storage claims.
//
//   triad    a[i] = b[i] + s * c[i]   STREAM's kernel; counted 3 x 8 B for each i
//   update   a[i] = a[i] + s * b[i]   a movement frame's traffic; counted 3 x 8 B for each i
//   copy     memcpy(a, b)             counted 2 B for each byte copied
//   random   p = *p                   one dependent load of a 64 B line at a time: latency
//   reads    sum += *lines[order[i]]  loads that wait for no other: throughput
//   clock    x += 1                   additions that wait for each other, a cycle each: the core's frequency
//
// Counted is what the program text reads and writes. A processor that first fetches the line it is
// about to overwrite moves 4 x 8 B in the triad, but not in the update, which has read it already.
// So the update counts more than the triad (measured on a Zen 4 guest, g++ 12: 1.5 times in L2 and
// L3, 1.4 times in memory), and a check that calls a movement figure impossible must compare it
// with ceiling_gb_per_s: the triad alone would accuse honest loops.
//
// Every probe is compiled with the flags of the measured code, touches all its memory before it
// times, repeats for about 10 ms (at least twice through) and takes the fastest repetition: noise
// only ever slows. Working sets are held to [kSmallestProbeBytes, kLargestProbeBytes]; huge pages
// are advised above 2 MiB, as for the worlds. First touch comes on top: some 20 ms, and once
// several hundred in a guest whose host has yet to find the memory. Source: J. D. McCalpin, STREAM
// (www.cs.virginia.edu/stream), "Counting bytes and FLOPS".
#pragma once

#include <cstdint>

namespace ecsbench {

inline constexpr std::uint64_t kSmallestProbeBytes = std::uint64_t{1} << 12U;
inline constexpr std::uint64_t kLargestProbeBytes = std::uint64_t{1} << 27U;

// Bandwidths in GB/s (1e9 bytes a second) with all arrays together as large as the working set.
// Throw std::bad_alloc when it cannot be had.
[[nodiscard]] double triad_gb_per_s(std::uint64_t working_set_bytes);
[[nodiscard]] double update_gb_per_s(std::uint64_t working_set_bytes);
[[nodiscard]] double copy_gb_per_s(std::uint64_t working_set_bytes);

// The larger of triad and update: what no loop of that traffic can beat by much.
[[nodiscard]] double ceiling_gb_per_s(std::uint64_t working_set_bytes);

// Nanoseconds of one load whose address the load before it delivered, in one random cycle through
// all lines of the working set (Sattolo's algorithm, fixed seed).
[[nodiscard]] double random_read_ns(std::uint64_t working_set_bytes);

// Nanoseconds of one load of a line at random where many may be under way at once: what a gather pays. The order is read
// beside it, 4 B a load in sequence.
[[nodiscard]] double random_reads_ns(std::uint64_t working_set_bytes);

// The frequency at which the core runs now, in GHz: dependent additions take a cycle each on every processor this runs on.
// Compared before and after a run it shows a drift that no file tells of in a guest.
[[nodiscard]] double core_ghz();

}  // namespace ecsbench
