// Config: what is printed says where each value comes from, and read back as ecsbench.toml it is the same again.
#include "harness/commands/run/config.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "harness/commands/options/options.hpp"
#include "harness/commands/options/usage_error.hpp"

namespace ecsbench {
namespace {

namespace fs = std::filesystem;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;
using Words = std::vector<std::string>;
using Values = std::vector<std::pair<std::string, std::string>>;

class ConfigTest : public testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(folder_);
    fs::current_path(folder_);
  }
  void TearDown() override {
    fs::current_path(old_);
    fs::remove_all(folder_);
    ::unsetenv("ECSBENCH_TIME_BUDGET");
  }

  static std::string text(Words words) {
    words.insert(words.begin(), "config");
    return config_text(std::get<ConfigOptions>(parse_command_line(words)));
  }
  static Values values(const Words& words) { return std::get<RunOptions>(parse_command_line(words)).config; }

  // What a run uses that reads `words` as a file.
  static Values read_back(const Words& words) {
    std::ofstream("kept.toml") << text(words);
    return values({"--config", "kept.toml"});
  }

 private:
  fs::path old_ = fs::current_path();
  fs::path folder_ = fs::temp_directory_path() / ("ecsbench-config-" + std::to_string(::getpid()));
};

TEST_F(ConfigTest, each_value_says_where_it_comes_from) {
  ::setenv("ECSBENCH_TIME_BUDGET", "5", 1);
  std::ofstream("ecsbench.toml") << "# mine\nrounds = 11\n";
  const std::string shown = text({"--seed", "7"});
  EXPECT_THAT(shown, ContainsRegex("\nseed = 7 +# the command line\n"));
  EXPECT_THAT(shown, ContainsRegex("\ntime-budget = 5 +# ECSBENCH_TIME_BUDGET\n"));
  EXPECT_THAT(shown, ContainsRegex("\nrounds = 11 +# ecsbench.toml line 2\n"));
  EXPECT_THAT(shown, ContainsRegex("\n# precision = 1 +default\n"));
  EXPECT_THAT(shown, ContainsRegex("\n# strict = false +default\n"));
}

TEST_F(ConfigTest, every_option_is_there_once) {
  const std::string shown = text({});
  for (const OptionRow& row : run_option_rows()) {
    EXPECT_THAT(shown, HasSubstr("\n# " + std::string(row.name) + " = "));
  }
}

TEST_F(ConfigTest, read_back_it_is_the_same_again) {
  const std::vector<Words> cases = {
      {},
      {"--seed", "7", "--strict", "-q", "--time-budget", "2.5"},
      {"--entities", "1k,2M", "--strategy", "bitset,arche*", "--workload", "move/*"},
      {"--param", "stride=3,7", "--param", "movers_percent=0.5", "--entities", "4xL3"},
      {"--strategy", "bitset", "--strategy", "archetype,boxed"},
      {"--json", "a file, with 'quotes'.json", "--csv", "say \"x\".csv", "--plot", "7"},
      {"--strict=false"},
  };
  for (const Words& words : cases) EXPECT_EQ(read_back(words), values(words)) << testing::PrintToString(words);
}

TEST_F(ConfigTest, a_value_that_the_form_cannot_hold_is_said_to_be_left_out) {
  for (const std::string path : {"a#b.json", "both\"'.json", "back\\slash.json", "line\nend.json"}) {
    const std::string shown = text({"--json", path});
    EXPECT_THAT(shown, Not(HasSubstr("\njson = "))) << path;
    EXPECT_THAT(shown, HasSubstr("a file cannot hold this value")) << path;
    EXPECT_EQ(read_back({"--json", path}), values({})) << path;
  }
}

TEST_F(ConfigTest, it_is_as_strict_as_a_run) {
  std::ofstream("ecsbench.toml") << "sed = 1\n";
  EXPECT_THROW((void)text({}), UsageError);
  EXPECT_THROW((void)text({"--config", "nowhere.toml"}), UsageError);
  std::ofstream("ecsbench.toml") << "seed = 1\n";
  EXPECT_THROW((void)text({"--rounds", "many"}), UsageError);
}

}  // namespace
}  // namespace ecsbench
