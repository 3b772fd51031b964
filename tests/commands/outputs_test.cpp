// When the files of a run are written.
#include "harness/commands/run/outputs.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "harness/report/json_reader.hpp"

namespace ecsbench {
namespace {

class OutputsOfARun : public testing::Test {
 protected:
  OutputsOfARun() { options_.json = path_; }
  void TearDown() override { std::filesystem::remove(path_); }

  // Large enough to take some milliseconds.
  static Result result_of(std::size_t cases) {
    Result result;
    result.cases.resize(cases);
    for (CaseResult& entry : result.cases) entry.frame_ns.rounds = {std::vector<double>(10'000, 1.5)};
    return result;
  }
  [[nodiscard]] std::size_t cases_in_the_file() const { return read_result(path_).cases.size(); }

  std::string path_ = std::filesystem::temp_directory_path() / ("ecsbench-outputs-" + std::to_string(::getpid()));
  RunOptions options_;
};

TEST_F(OutputsOfARun, writing_takes_a_small_part_of_the_run) {
  options_.samples = KeptSamples::kAll;
  Outputs outputs(options_);
  outputs.rewrite(result_of(20));
  EXPECT_EQ(cases_in_the_file(), 20u);
  outputs.rewrite(result_of(21));  // too soon
  EXPECT_EQ(cases_in_the_file(), 20u);
}

TEST(Written, is_one_line_that_counts_the_charts) {
  const std::vector<std::string> drawn{"c/cost.svg", "c/cost.png", "c/frames.svg", "c/frames.png"};
  EXPECT_EQ(written_text({"out.json"}, drawn, "c"), "wrote out.json and 2 charts in c");
  EXPECT_EQ(written_text({"out.json", "out.csv", "out.md"}, {}, ""), "wrote out.json, out.csv and out.md");
  EXPECT_EQ(written_text({}, {"c/cost.svg"}, "c"), "wrote 1 chart in c");
  EXPECT_EQ(written_text({"a\n.json"}, {"c\n/cost.svg"}, "c\n"), "wrote a\\x0a.json and 1 chart in c\\x0a");
  EXPECT_EQ(written_text({}, {}, ""), "");
}

}  // namespace
}  // namespace ecsbench
