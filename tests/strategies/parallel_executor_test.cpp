// Executors run each task once, whoever and however many they are; parts cover a line without gap or overlap.
#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "strategies/executor.hpp"
#include "strategies/par_each.hpp"
#include "strategies/split.hpp"
#include "strategies/thread_executor.hpp"

namespace ecs {
namespace {

template <class E>
std::vector<int> runs_of_each(E& executor, std::size_t tasks) {
  std::vector<std::atomic<int>> runs(tasks);
  executor.run(tasks, [&](std::size_t i) noexcept { ++runs.at(i); });
  return {runs.begin(), runs.end()};
}

TEST(Executor, runs_each_task_once) {  // H117
  for (const std::size_t tasks : {0u, 1u, 2u, 10u, 1023u}) {
    const std::vector<int> once(tasks, 1);
    SerialExecutor serial;
    EXPECT_EQ(runs_of_each(serial, tasks), once);
    for (const std::size_t workers : {1u, 2u, 3u, 7u, 16u, 64u}) {
      ThreadExecutor threads{workers};
      EXPECT_EQ(runs_of_each(threads, tasks), once) << workers << " workers";
    }
  }
}

TEST(Executor, has_a_worker_where_nobody_says_how_many) {  // H045
  EXPECT_GE(ThreadExecutor{0}.workers(), 1u);
  EXPECT_GE(ThreadExecutor{}.workers(), 1u);
  ThreadExecutor executor{0};
  EXPECT_EQ(runs_of_each(executor, 5), (std::vector<int>{1, 1, 1, 1, 1}));
}

TEST(Executor, who_calls_works_too) {
  ThreadExecutor alone{1};
  std::set<std::thread::id> seen;
  alone.run(3, [&](std::size_t) noexcept { seen.insert(std::this_thread::get_id()); });
  EXPECT_EQ(seen, std::set{std::this_thread::get_id()});
}

TEST(Executor, two_workers_work_at_the_same_time) {
  ThreadExecutor two{2};
  std::atomic<int> arrived{0};
  two.run(2, [&](std::size_t) noexcept {
    ++arrived;
    while (arrived.load() < 2) std::this_thread::yield();  // for ever, if one waited for the other
  });
  EXPECT_EQ(arrived.load(), 2);
}

TEST(Executor, what_was_written_before_is_seen_by_tasks_and_what_they_write_behind_them) {
  ThreadExecutor executor{3};
  std::vector<int> plain(100, 1);
  for (int round = 0; round < 20; ++round) {
    for (int& value : plain) value *= 2;
    executor.run(plain.size(), [&](std::size_t i) noexcept { plain[i] -= 1; });
  }
  EXPECT_EQ(plain, std::vector<int>(100, 1));
}

TEST(Executor, a_task_may_run_tasks) {
  ThreadExecutor executor{3};
  std::atomic<int> inner{0};
  executor.run(5, [&](std::size_t) noexcept { executor.run(7, [&](std::size_t) noexcept { ++inner; }); });
  EXPECT_EQ(inner.load(), 35);
}

TEST(ShareOut, throws_one_of_many_exceptions_behind_the_last_part) {
  for (const std::size_t workers : {1u, 3u, 8u}) {
    ThreadExecutor executor{workers};
    std::atomic<int> under_way{0};
    std::atomic<int> begun{0};
    const auto fail = [&](RowRange range) {
      ++under_way;
      ++begun;
      std::this_thread::yield();
      --under_way;
      throw std::runtime_error{std::to_string(range.first)};
    };
    EXPECT_THROW(share_out(executor, Split{64 * 20, workers + 1, Grain{1}}, fail), std::runtime_error);
    EXPECT_EQ(under_way.load(), 0);
    EXPECT_LE(begun.load(), static_cast<int>(workers));  // who comes after the first failure does not begin
  }
}

TEST(Split, covers_the_line_once_in_whole_atoms) {
  for (const std::size_t rows : {0ul, 1ul, 63ul, 64ul, 65ul, 4096ul, 100000ul, 6000000001ul}) {
    for (const std::size_t workers : {1u, 2u, 3u, 64u}) {
      for (const std::size_t grain : {0ul, 1ul, 100ul, 4096ul, ~0ul}) {
        const Split split{rows, workers, Grain{rows > 1000000 ? grain + rows / 100 : grain}};
        std::size_t covered = 0;
        for (std::size_t i = 0; i < split.parts(); ++i) {
          EXPECT_EQ(split[i].first, covered);
          EXPECT_LT(split[i].first, split[i].last);
          EXPECT_EQ(split[i].first % Split::kAtom, 0u);
          covered = split[i].last;
        }
        EXPECT_EQ(covered, rows);
      }
    }
  }
}

TEST(Split, gives_nobody_less_than_the_grain_and_each_worker_several_parts) {
  EXPECT_EQ((Split{10000, 1, Grain{64}}.parts()), 1u);
  EXPECT_EQ((Split{4096, 8, Grain{4096}}.parts()), 1u);
  EXPECT_EQ((Split{4097, 8, Grain{4096}}.parts()), 2u);
  EXPECT_EQ((Split{1000000, 2, Grain{}}.parts()), 2 * Split::kPartsEach);
  EXPECT_EQ((Split{640, 64, Grain{0}}.parts()), 10u);
}

}  // namespace
}  // namespace ecs
