// Replay: the stored configuration comes back, flags win over it, files are not written over, and a file that makes no
// sense is refused in a sentence of its own.
#include "harness/commands/run/replay.hpp"

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
#include "harness/report/json.hpp"
#include "harness/report/json_reader.hpp"

namespace ecsbench {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;
using Words = std::vector<std::string>;
using Values = std::vector<std::pair<std::string, std::string>>;

class ReplayTest : public testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(folder_);
    fs::current_path(folder_);
  }
  void TearDown() override {
    fs::current_path(old_);
    fs::remove_all(folder_);
    ::unsetenv("ECSBENCH_SEED");
  }

  static Values config(const Words& words) { return std::get<RunOptions>(parse_command_line(words)).config; }

  static void store(Values config) {
    Result result;
    result.run.config = std::move(config);
    result.tool.version = "1.2";
    result.environment.fingerprint = "00ff";
    std::ofstream("a.json") << to_json(result, KeptSamples::kAll);
  }

  static ReplayOptions replay(Words words) {
    words.insert(words.begin(), {"replay", "a.json"});
    return std::get<ReplayOptions>(parse_command_line(words));
  }

  template <class Error>
  static std::string refusal(const Words& words) {
    try {
      (void)parse_command_line(words);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  }

 private:
  fs::path old_ = fs::current_path();
  fs::path folder_ = fs::temp_directory_path() / ("ecsbench-replay-" + std::to_string(::getpid()));
};

TEST_F(ReplayTest, the_configuration_comes_back) {
  const Words words = {"--seed", "7",       "--entities", "1k,4xL3", "--strategy", "bitset,arche*", "--workload",
                       "move/*", "--param", "a=3,7",      "--param", "b=0.5",      "--strict",      "--rounds",
                       "9",      "--cpu",   "1",          "--color", "never",      "--baseline",    "bitset"};
  store(config(words));
  EXPECT_EQ(replay({}).run.config, config(words));
}

TEST_F(ReplayTest, flags_win_over_what_is_stored) {
  store(config({"--seed", "7", "--rounds", "9"}));
  const RunOptions run = replay({"--seed", "8"}).run;
  EXPECT_EQ(run.seed, 8U);
  EXPECT_EQ(run.rounds, 9U);
}

TEST_F(ReplayTest, the_environment_and_the_file_here_do_not_matter) {
  store(config({"--rounds", "9"}));
  ::setenv("ECSBENCH_SEED", "8", 1);
  std::ofstream("ecsbench.toml") << "seed = 9\n";
  EXPECT_EQ(replay({}).run.seed, 42U);
}

TEST_F(ReplayTest, nothing_is_written_over) {
  store(config({"--json", "a.json", "--csv", "a.csv", "--markdown", "a.md", "--plot", "charts"}));
  const RunOptions run = replay({}).run;
  EXPECT_FALSE(run.json || run.csv || run.markdown || run.plot);
  EXPECT_THAT(run.notes,
              ElementsAre(AllOf(StartsWith("note: --json a.json, --csv a.csv, --markdown a.md, --plot charts"),
                                HasSubstr("left out"))));
  EXPECT_EQ(replay({"--json", "b.json"}).run.json, "b.json");
}

TEST_F(ReplayTest, an_option_of_another_version_is_named_and_left_out) {
  store({{"seed", "7"}, {"warmth", "high"}});
  const RunOptions run = replay({}).run;
  EXPECT_EQ(run.seed, 7U);
  EXPECT_THAT(run.notes, ElementsAre(HasSubstr("a.json sets 'warmth', which this version does not know")));
}

TEST_F(ReplayTest, a_file_that_makes_no_sense_is_no_mistake_of_the_user) {
  EXPECT_THAT(refusal<ReadError>({"replay", "nowhere.json"}), StartsWith("cannot read nowhere.json"));
  store({});
  EXPECT_THAT(refusal<ReadError>({"replay", "a.json"}), HasSubstr("stores no configuration"));
  store({{"seed", "many"}});
  EXPECT_THAT(refusal<ReadError>({"replay", "a.json"}),
              StartsWith("a.json stores a configuration that cannot be run: a.json: seed: 'many'"));
  std::ofstream("a.json") << R"({"schema": "ecsbench.result", "schema_version": 99})";
  EXPECT_THAT(refusal<ReadError>({"replay", "a.json"}), HasSubstr("schema version is 99"));
}

TEST_F(ReplayTest, what_was_typed_is_a_mistake_of_the_user) {
  store(config({}));
  EXPECT_THAT(refusal<UsageError>({"replay", "a.json", "--seed", "many"}), StartsWith("--seed: 'many'"));
  EXPECT_THAT(refusal<UsageError>({"replay"}), StartsWith("replay needs a result file"));
}

TEST_F(ReplayTest, what_differs_is_said_and_nothing_else) {
  store(config({}));
  const ReplayOptions options = replay({});
  ToolResult tool = options.tool;
  EXPECT_EQ(replay_note(options, tool, "00ff"), "note: version, revision, build and machine are those of a.json.");
  tool.version = "1.3";
  EXPECT_EQ(replay_note(options, tool, "00ff"), "note: since a.json: version was 1.2 and is 1.3.");
  tool.version = "1.2";
  tool.flags = "-O3";
  EXPECT_EQ(replay_note(options, tool, "beef"),
            "note: since a.json: flags was unknown and is -O3; machine was 00ff and is beef.");
}

TEST_F(ReplayTest, changed_sources_are_not_called_the_same) {
  store(config({}));
  ReplayOptions options = replay({});
  options.tool.dirty = true;
  EXPECT_THAT(replay_note(options, options.tool, "00ff"), HasSubstr("changed sources"));
  ToolResult clean = options.tool;
  clean.dirty = false;
  EXPECT_THAT(replay_note(options, clean, "00ff"), AllOf(HasSubstr("revision was"), Not(HasSubstr("those of"))));
}

}  // namespace
}  // namespace ecsbench
