// What ecsbench asks ecsbench-traced, and what that answers: words of a command line there, one line of text back.
//
//   ecsbench-traced archetype move/same-order 1000000 42 1 32768:64:8,1048576:64:8 200000000 stride=7
//                   strategy  workload        N       seed threads caches          most accesses   axes
//   digest 4f0a0d3c1b2a5e77 accesses 5000012 lines 250004 misses 250004 250004 0
//   n/a a frame, or what is laid out for it, makes more than 200000000 accesses
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/machine/cache_model.hpp"
#include "harness/workloads/workload.hpp"

namespace ecsbench {

struct TracedQuestion {
  std::string strategy, workload;
  Params params;
  std::vector<CacheGeometry> caches;  // from L1 outwards
  std::uint64_t most_accesses = 0;    // in one frame; beyond it there is no answer
};

// One frame of it in steady state. Either a reason, or counts.
struct TracedAnswer {
  std::string reason;  // why there are no counts
  std::string
      digest;  // of the verification before it: the same as that of the timed code, or the counts are of other work
  std::uint64_t accesses = 0, lines = 0;
  std::vector<std::uint64_t> misses;  // by level, as many as caches were given
};

[[nodiscard]] std::vector<std::string> words_of(const TracedQuestion& question);
[[nodiscard]] std::string text_of(const TracedAnswer& answer);  // one line, with its end

// Nothing where it is no question, or no answer. A geometry that a model cannot be made of is no question.
[[nodiscard]] std::optional<TracedQuestion> question_of(const std::vector<std::string>& words);
[[nodiscard]] std::optional<TracedAnswer> answer_of(std::string_view text);

}  // namespace ecsbench
