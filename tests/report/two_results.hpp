// Results made up for comparing: one workload, chosen strategies, times and rounds.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/report/result.hpp"

namespace ecsbench::test {

// Rounds around a time: 24 of them, spread by 0.5 % in a fixed pattern.
[[nodiscard]] inline std::vector<std::vector<double>> rounds_around(double frame_ns, std::size_t rounds = 24) {
  std::vector<std::vector<double>> all;
  for (std::size_t round = 0; round < rounds; ++round) {
    const double off = 0.0005 * (static_cast<double>(round * 7 % 23) - 11);
    all.push_back({frame_ns * (1 + off), frame_ns * (1 + off) * 1.001, frame_ns * (1 + off) * 0.999});
  }
  return all;
}

[[nodiscard]] inline CaseResult made_case(const std::string& strategy, double frame_ns, std::size_t rounds = 24) {
  CaseResult entry;
  entry.strategy = strategy;
  entry.workload = "move/scrambled";
  entry.entities = entry.matched = entry.operations = 1'000;
  entry.per = "match";
  entry.digest = "00ff00ff00ff00ff";
  entry.rounds = rounds;
  entry.frame_ns.median = frame_ns;
  entry.frame_ns.rounds = rounds_around(frame_ns, rounds);
  entry.ns_per_entity = {frame_ns / 1e3, frame_ns / 1e3 * 0.995, frame_ns / 1e3 * 1.005};
  return entry;
}

[[nodiscard]] inline Result made_result(std::vector<CaseResult> cases) {
  Result result;
  result.tool = {"0.1.0", "4b17d9b", false, "GNU 12.2.0", "-O3", "Release", false, "", {}};
  result.run.started_utc = "2026-11-30T18:30:00Z";
  result.environment.cpu_model = "AMD EPYC";
  result.environment.fingerprint = "0123456789abcdef";
  result.cases = std::move(cases);
  result.control = {1.0, 0.997, 1.003};
  result.controls = {{"move/scrambled", {1.0, 0.997, 1.003}}};
  return result;
}

}  // namespace ecsbench::test
