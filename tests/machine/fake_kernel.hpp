// A kernel that counts what a test says: time and events move on with tick().
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "harness/machine/counters.hpp"

namespace ecsbench {

class FakeKernel final : public PerfKernel {
 public:
  std::map<CounterEvent, int> refuses;                  // with this errno
  std::map<CounterEvent, std::uint64_t> rate;           // events a tick
  std::map<CounterEvent, std::uint64_t> share_percent;  // of the time that an event's group is counted; absent: all
  bool reads_fail = false;
  std::set<int> open_ones;
  std::vector<std::pair<CounterEvent, int>> opened;  // and its leader

  void tick() { ++ticks_; }

  int open(CounterEvent event, int leader) override {
    if (const auto refusal = refuses.find(event); refusal != refuses.end()) return -refusal->second;
    opened.emplace_back(event, leader);
    open_ones.insert(next_);
    groups_[leader < 0 ? next_ : leader].push_back(event);
    return next_++;
  }
  bool read(int leader, std::size_t events, PerfReading& reading) override {
    if (reads_fail) return false;
    const std::vector<CounterEvent>& group = groups_.at(leader);
    EXPECT_EQ(group.size(), events);
    const auto limited = share_percent.find(group.front());
    const std::uint64_t percent = limited == share_percent.end() ? 100 : limited->second;
    reading.enabled_ns = 1000 + ticks_ * 100;
    reading.running_ns = 1000 + ticks_ * percent;
    reading.values.clear();
    for (const CounterEvent event : group) reading.values.push_back(7 + rate[event] * ticks_ * percent / 100);
    return true;
  }
  void close(int descriptor) override { EXPECT_EQ(open_ones.erase(descriptor), 1u); }

 private:
  int next_ = 3;
  std::uint64_t ticks_ = 0;
  std::map<int, std::vector<CounterEvent>> groups_;
};

}  // namespace ecsbench
