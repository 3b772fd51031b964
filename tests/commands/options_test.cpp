// The command line: what is taken from where, and what each mistake is told.
#include "harness/commands/options/options.hpp"
#include "harness/commands/run/launches.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <variant>
#include <vector>

#include "harness/commands/options/usage_error.hpp"

namespace ecsbench {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;
using Words = std::vector<std::string>;

RunOptions run(const Words& words) {
  return std::get<RunOptions>(parse_command_line(words));
}

std::string refusal(const Words& words) {
  try {
    (void)parse_command_line(words);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

std::string help(const Words& words) {
  return std::get<HelpOptions>(parse_command_line(words)).text;
}

// A folder of its own to stand in, since ./ecsbench.toml is read.
class OptionsTest : public testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(folder_);
    fs::current_path(folder_);
  }
  void TearDown() override {
    fs::current_path(old_);
    fs::remove_all(folder_);
    for (const std::string& name : set_) ::unsetenv(name.c_str());
  }

  void environment(const std::string& name, const std::string& value) {
    ::setenv(name.c_str(), value.c_str(), 1);
    set_.push_back(name);
  }

  static void config(const std::string& text) { std::ofstream("ecsbench.toml") << text; }

 private:
  fs::path old_ = fs::current_path();
  fs::path folder_ = fs::temp_directory_path() / ("ecsbench-options-" + std::to_string(::getpid()));
  std::vector<std::string> set_;
};

TEST_F(OptionsTest, run_is_the_default_command) {
  EXPECT_EQ(run({}).seed, 42U);
  EXPECT_EQ(run({"run", "--seed", "7"}).seed, 7U);
  EXPECT_EQ(run({"--seed=7"}).seed, 7U);
}

TEST_F(OptionsTest, every_value_arrives) {
  const RunOptions options = run({"--strategy",
                                  "a,b*",
                                  "--workload=move/*",
                                  "--entities",
                                  "1k,2M",
                                  "--baseline",
                                  "a",
                                  "--no-reference",
                                  "--rounds",
                                  "9",
                                  "--frames",
                                  "3",
                                  "--time-budget",
                                  "2.5",
                                  "--precision",
                                  "0.5",
                                  "--interleave",
                                  "frame",
                                  "--format",
                                  "csv",
                                  "--json",
                                  "o.json",
                                  "--csv",
                                  "o.csv",
                                  "--markdown",
                                  "o.md",
                                  "--plot",
                                  "charts",
                                  "--samples",
                                  "summary",
                                  "--cpu",
                                  "1",
                                  "--counters",
                                  "llc-misses,cycles",
                                  "--dry-run",
                                  "--strict",
                                  "--color",
                                  "never",
                                  "-q",
                                  "-v"});
  EXPECT_THAT(options.strategies, ElementsAre("a", "b*"));
  EXPECT_THAT(options.workloads, ElementsAre("move/*"));
  ASSERT_EQ(options.entities.size(), 2U);
  EXPECT_EQ(options.entities[1].count, 2'000'000U);
  EXPECT_EQ(options.baseline, "a");
  EXPECT_FALSE(options.reference);
  EXPECT_EQ(options.rounds, 9U);
  EXPECT_EQ(options.frames, 3U);
  EXPECT_EQ(options.time_budget_s, 2.5);
  EXPECT_EQ(options.precision_percent, 0.5);
  EXPECT_EQ(options.interleave, Interleave::kFrame);
  EXPECT_EQ(options.format, Format::kCsv);
  EXPECT_EQ(options.json, "o.json");
  EXPECT_EQ(options.csv, "o.csv");
  EXPECT_EQ(options.markdown, "o.md");
  EXPECT_EQ(options.plot, "charts");
  EXPECT_EQ(options.samples, KeptSamples::kSummary);
  EXPECT_EQ(options.cpu, 1U);
  EXPECT_THAT(options.counters, ElementsAre(CounterEvent::kLlcMisses, CounterEvent::kCycles));
  EXPECT_TRUE(options.dry_run && options.strict && options.quiet && options.verbose);
  EXPECT_EQ(options.color, When::kNever);
}

TEST_F(OptionsTest, entities_may_be_a_multiple_of_a_cache) {
  const RunOptions options = run({"--entities", "4xL3,0.5xL2"});
  EXPECT_EQ(options.entities[0].cache_multiple, 4);
  EXPECT_EQ(options.entities[0].cache_level, 3);
  EXPECT_EQ(options.entities[1].cache_multiple, 0.5);
  for (const std::string text : {"xL3", "4xL", "0xL3", "-1xL3", "4xL9", "4xL3x", "nanxL3"}) {
    EXPECT_THAT(refusal({"--entities", text}), HasSubstr("--entities")) << text;
  }
}

TEST_F(OptionsTest, a_name_given_twice_is_taken_once) {
  EXPECT_THAT(run({"--strategy", "a,b", "--strategy", "b,c"}).strategies, ElementsAre("a", "b", "c"));
  EXPECT_EQ(run({"--entities", "1k,1000,1e3"}).entities.size(), 1U);
  EXPECT_EQ(run({"--seed", "1", "--seed", "2"}).seed, 2U);
}

TEST_F(OptionsTest, a_sweep_in_the_file_needs_no_quotes) {
  for (const std::string text : {"param = stride=3,7\n", "param = \"stride=3,7\"\n", "param = [\"stride=3,7\"]\n"}) {
    config(text);
    const RunOptions options = run({});
    ASSERT_EQ(options.params.size(), 1U) << text;
    EXPECT_THAT(options.params[0].values, ElementsAre(3, 7)) << text;
  }
  config("param = [\"stride=3,7\", \"share=0.5\"]\n");
  EXPECT_EQ(run({}).params.size(), 2U);
}

TEST_F(OptionsTest, params_make_sweeps) {
  const RunOptions options = run({"--param", "stride=3,7", "--param", "share=0.5"});
  ASSERT_EQ(options.params.size(), 2U);
  EXPECT_THAT(options.params[0].values, ElementsAre(3, 7));
  for (const std::string text : {"stride", "=3", "stride=", "stride=3,", "stride=x", "stride=nan"}) {
    EXPECT_THAT(refusal({"--param", text}), HasSubstr("--param")) << text;
  }
  EXPECT_THAT(refusal({"--param", "a=1", "--param", "a=2"}), HasSubstr("a=1,2,3"));
}

TEST_F(OptionsTest, a_value_spelt_twice_is_swept_once) {
  EXPECT_THAT(run({"--param", "stride=8k,8000,7,8e3,7.0"}).params[0].values, ElementsAre(8'000, 7));
}

TEST_F(OptionsTest, flags_beat_the_environment_which_beats_the_file_which_beats_the_defaults) {
  EXPECT_EQ(run({}).seed, 42U);
  config("seed = 1\nrounds = 11\nentities = [\"1k\", \"2k\"]\nstrict = true\n");
  EXPECT_EQ(run({}).seed, 1U);
  EXPECT_TRUE(run({}).strict);
  EXPECT_EQ(run({}).entities.size(), 2U);
  environment("ECSBENCH_SEED", "2");
  environment("ECSBENCH_TIME_BUDGET", "5");
  EXPECT_EQ(run({}).seed, 2U);
  EXPECT_EQ(run({}).rounds, 11U);
  EXPECT_EQ(run({}).time_budget_s, 5);
  EXPECT_EQ(run({"--seed", "3"}).seed, 3U);
}

TEST_F(OptionsTest, the_environment_and_the_file_are_as_strict_as_flags) {
  environment("ECSBENCH_SEED", "x");
  EXPECT_THAT(refusal({}), StartsWith("ECSBENCH_SEED: 'x'"));
  environment("ECSBENCH_SEED", "1");
  config("rounds = 3\n# sed\nsed = 1\n");
  EXPECT_THAT(refusal({}), AllOf(StartsWith("ecsbench.toml line 3: "), HasSubstr("Did you mean 'seed'?")));
  config("seed = 3\nrounds = many\n");
  EXPECT_THAT(refusal({}), StartsWith("ecsbench.toml line 2: rounds: 'many'"));
  config("strict = maybe\n");
  EXPECT_THAT(refusal({}), StartsWith("ecsbench.toml line 1: strict: 'maybe'"));
  EXPECT_EQ(refusal({"--strict=false"}), "");
}

TEST_F(OptionsTest, help_and_the_other_commands_work_beside_a_broken_file_and_environment) {
  config("sed = 1\n[broken\n");
  environment("ECSBENCH_SEED", "");
  EXPECT_NE(refusal({}), "");
  for (const Words& words :
       {Words{"--help"}, Words{"--version"}, Words{"--version", "--json"}, Words{"list"}, Words{"list", "--json"},
        Words{"schema"}, Words{"plot", "out.json"}, Words{"run", "--help"}}) {
    EXPECT_EQ(refusal(words), "") << words.front();
  }
}

TEST_F(OptionsTest, a_variable_that_means_nothing_is_noted_once_with_a_suggestion) {
  environment("ECSBENCH_ENTITES", "1k");
  environment("ECSBENCH_PYTHON", "python3");
  const auto sentence = AllOf(StartsWith("warning: "), HasSubstr("'ECSBENCH_ENTITES'"),
                              HasSubstr("Did you mean 'ECSBENCH_ENTITIES'?"), HasSubstr("ignored"));
  EXPECT_THAT(run({}).notes, ElementsAre(sentence));
  EXPECT_THAT(std::get<PlotOptions>(parse_command_line({"plot", "out.json"})).notes, ElementsAre(sentence));
}

TEST_F(OptionsTest, what_comes_from_elsewhere_is_called_by_its_place) {
  environment("ECSBENCH_STRATEGY", "a");
  config("\nthreads = 1\n");
  const RunOptions options = run({"--seed", "1"});
  EXPECT_EQ(options.label("strategy"), "ECSBENCH_STRATEGY");
  EXPECT_EQ(options.label("threads"), "ecsbench.toml line 2: threads");
  EXPECT_EQ(options.label("seed"), "--seed");
  EXPECT_EQ(options.whence("seed"), "");
}

TEST_F(OptionsTest, the_configuration_replays_the_run) {
  const RunOptions options = run({"--seed", "9", "--strategy", "a", "--strict"});
  Words words;
  for (const auto& [name, value] : options.config) {
    if (value == "true") words.push_back("--" + name);
    const bool is_flag = value == "true" || value == "false";
    if (!is_flag && !value.empty()) words.insert(words.end(), {"--" + name, value});
  }
  EXPECT_EQ(run(words).config, options.config);
}

TEST_F(OptionsTest, a_launch_is_the_same_run_without_what_the_run_itself_writes_and_says) {
  const RunOptions options =
      run({"--strategy", "a,b", "--param", "stride=3,8k", "--param", "share=0.5", "--launches", "4", "--json", "x.json",
           "--format", "csv", "--no-reference", "--strict", "--samples", "none", "-v"});
  EXPECT_EQ(options.launches, 4U);
  const Words words = launch_words(options, 1, "one.json", "empty.toml");
  EXPECT_EQ(words.front(), "run");
  for (const char* word :
       {"--strategy=a,b", "--param=stride=3,8000", "--param=share=0.5", "--launches=1", "--no-reference",
        "--samples=summary", "--quiet", "--config=empty.toml", "--json=one.json", "--time-budget=14"}) {
    EXPECT_THAT(words, testing::Contains(word));
  }
  for (const std::string& word : words) {
    EXPECT_THAT(word, Not(HasSubstr("x.json")));
    EXPECT_THAT(word, Not(StartsWith("--strict")));
    EXPECT_THAT(word, Not(StartsWith("--format")));
    EXPECT_THAT(word, Not(StartsWith("--verbose")));
  }
  std::ofstream("empty.toml").close();
  const RunOptions launched = run({words.begin() + 1, words.end()});
  EXPECT_EQ(launched.launches, 1U);
  EXPECT_EQ(launched.params.size(), 2U);
}

TEST_F(OptionsTest, the_first_launch_alone_models_caches_where_the_run_wants_it) {
  const auto words = [](const Words& given, std::uint64_t number) {
    return launch_words(run(given), number, "one.json", "empty.toml");
  };
  for (const Words& wanted : {Words{"-v"}, Words{"--cache-model", "on"}}) {
    EXPECT_THAT(words(wanted, 1), testing::Contains("--cache-model=on"));
    EXPECT_THAT(words(wanted, 2), testing::Contains("--cache-model=off"));
    EXPECT_THAT(words(wanted, 2), testing::Not(testing::Contains("--cache-model=on")));
  }
  for (const Words& unwanted : {Words{}, Words{"-v", "--cache-model", "off"}}) {
    EXPECT_THAT(words(unwanted, 1), testing::Contains("--cache-model=off"));
  }
}

TEST_F(OptionsTest, an_unknown_option_gets_a_suggestion) {
  EXPECT_THAT(refusal({"--strateg", "a"}), HasSubstr("no option is called '--strateg'. Did you mean '--strategy'?"));
  EXPECT_THAT(refusal({"--entitys=5"}), HasSubstr("Did you mean '--entities'?"));
  EXPECT_THAT(refusal({"list", "--axis", "x"}), HasSubstr("Did you mean '--axes'?"));
}

TEST_F(OptionsTest, an_unknown_command_gets_a_suggestion) {
  EXPECT_THAT(refusal({"lst"}), HasSubstr("no command is called 'lst'. Did you mean 'list'?"));
  EXPECT_THAT(refusal({"LIST"}), HasSubstr("Did you mean 'list'?"));
  EXPECT_THAT(refusal({"help"}), HasSubstr("Did you mean '--help'?"));
  EXPECT_THAT(refusal({"version"}), HasSubstr("Did you mean '--version'?"));
  EXPECT_THAT(refusal({"--seed", "1", "list"}), HasSubstr("comes first: ecsbench list"));
  EXPECT_THAT(refusal({"run", "fast"}), HasSubstr("'fast' is one word too many"));
}

TEST_F(OptionsTest, an_unknown_choice_gets_a_suggestion_and_the_list) {
  EXPECT_THAT(refusal({"--format", "jsn"}), AllOf(HasSubstr("Did you mean 'json'?"), HasSubstr("table, markdown")));
  EXPECT_THAT(refusal({"--interleave", "x"}), HasSubstr("block, frame, none"));
  EXPECT_THAT(refusal({"--color", "yes"}), HasSubstr("auto, always, never"));
}

TEST_F(OptionsTest, the_cache_model_runs_with_details_or_when_told_to) {
  EXPECT_FALSE(run({}).cache_model);
  EXPECT_TRUE(run({"-v"}).cache_model);
  EXPECT_TRUE(run({"--cache-model", "on"}).cache_model);
  EXPECT_FALSE(run({"-v", "--cache-model", "off"}).cache_model);
  EXPECT_THAT(refusal({"--cache-model", "yes"}), AllOf(HasSubstr("--cache-model"), HasSubstr("auto, on, off")));
}

TEST_F(OptionsTest, counters_are_all_none_or_named) {
  EXPECT_EQ(run({}).counters.size(), kCounterEvents);
  EXPECT_FALSE(run({}).counters_named);
  EXPECT_TRUE(run({"--counters", "off"}).counters.empty());
  EXPECT_THAT(run({"--counters", "cycles,cycles"}).counters, ElementsAre(CounterEvent::kCycles));
  EXPECT_TRUE(run({"--counters", "cycles"}).counters_named);
  EXPECT_THAT(refusal({"--counters", "cycle"}), AllOf(HasSubstr("Did you mean 'cycles'?"), HasSubstr("llc-misses")));
  EXPECT_THAT(refusal({"--counters", ""}), HasSubstr("--counters"));
}

TEST_F(OptionsTest, numbers_out_of_range_are_refused_by_name) {
  EXPECT_THAT(refusal({"--rounds", "0"}), AllOf(HasSubstr("--rounds"), HasSubstr("The least is 1")));
  EXPECT_THAT(refusal({"--entities", "-1"}), AllOf(HasSubstr("--entities"), HasSubstr("is negative")));
  EXPECT_THAT(refusal({"--entities=-5"}), HasSubstr("is negative"));
  EXPECT_THAT(refusal({"--frames", "0"}), HasSubstr("--frames"));
  EXPECT_THAT(refusal({"--time-budget", "nan"}), HasSubstr("--time-budget"));
  EXPECT_THAT(refusal({"--precision", "0"}), HasSubstr("--precision"));
  EXPECT_THAT(refusal({"--threads", "0"}), HasSubstr("--threads"));
  EXPECT_THAT(refusal({"--cpu", "-1"}), HasSubstr("--cpu"));
}

TEST_F(OptionsTest, rounds_beside_a_time_budget_are_noted) {
  EXPECT_THAT(run({"--rounds", "8", "--time-budget", "5"}).notes,
              ElementsAre(AllOf(HasSubstr("--rounds wins over --time-budget"), HasSubstr("8 rounds"))));
  EXPECT_TRUE(run({"--rounds", "8"}).notes.empty());
  EXPECT_TRUE(run({"--rounds", "auto", "--time-budget", "5"}).notes.empty());
}

TEST_F(OptionsTest, a_missing_or_empty_value_is_refused) {
  EXPECT_THAT(refusal({"--entities"}), AllOf(HasSubstr("--entities"), HasSubstr("needs a value")));
  for (const std::string option : {"--entities", "--strategy", "--workload", "--rounds", "--baseline", "--plot"}) {
    EXPECT_THAT(refusal({option, ""}), HasSubstr(option)) << option;
    EXPECT_THAT(refusal({option + "=", "--strict"}), HasSubstr(option)) << option;
  }
  EXPECT_THAT(refusal({"list", "--axes", ""}), HasSubstr("--axes"));
  EXPECT_THAT(refusal({"plot"}), HasSubstr("plot needs a result file"));
  EXPECT_NE(refusal({""}), "");
}

TEST_F(OptionsTest, only_one_file_goes_to_stdout) {
  EXPECT_EQ(run({"--json", "-"}).json, "-");
  EXPECT_THAT(refusal({"--json", "-", "--csv", "-"}), HasSubstr("stdout"));
  for (const std::string name : {"/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "/dev/../dev/stdout"}) {
    EXPECT_EQ(run({"--json", name}).json, "-");
    EXPECT_THAT(refusal({"--json", name, "--csv", "-"}), HasSubstr("stdout")) << name;
  }
}

TEST_F(OptionsTest, charts_need_a_folder) {
  EXPECT_THAT(refusal({"--plot", "-"}), AllOf(HasSubstr("--plot"), HasSubstr("folder")));
  EXPECT_THAT(refusal({"plot", "out.json", "-o", "-"}), HasSubstr("folder"));
}

TEST_F(OptionsTest, the_other_commands_are_read) {
  EXPECT_TRUE(std::get<ListOptions>(parse_command_line({"list", "--json"})).json);
  EXPECT_EQ(std::get<ListOptions>(parse_command_line({"list", "--axes", "a"})).axes, "a");
  const auto plot = std::get<PlotOptions>(parse_command_line({"plot", "out.json", "-o", "dir"}));
  EXPECT_EQ(plot.result, "out.json");
  EXPECT_EQ(plot.folder, "dir");
  EXPECT_TRUE(std::get<VersionOptions>(parse_command_line({"--version", "--json"})).json);
  EXPECT_FALSE(std::get<VersionOptions>(parse_command_line({"--version"})).json);
  EXPECT_TRUE(std::holds_alternative<SchemaOptions>(parse_command_line({"schema"})));
}

TEST_F(OptionsTest, help_begins_with_examples_and_lists_commands_options_and_exit_codes) {
  const std::string text = help({"--help"});
  EXPECT_LT(text.find("Examples:"), text.find("Usage:"));
  for (const OptionRow& row : run_option_rows()) EXPECT_THAT(text, HasSubstr("--" + std::string(row.name)));
  EXPECT_THAT(text, AllOf(HasSubstr("Exit codes"), HasSubstr("130"), HasSubstr("schema"), HasSubstr("--version")));
  EXPECT_THAT(help({"plot", "--help"}), AllOf(HasSubstr("ecsbench plot RESULT"), HasSubstr("--output")));
  EXPECT_EQ(help({"run", "-h"}), text);
}

TEST_F(OptionsTest, help_fits_100_columns) {
  for (const Words& words : {Words{"--help"}, Words{"list", "--help"}, Words{"plot", "--help"}}) {
    std::istringstream lines(help(words));
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 100U) << line;
  }
}

TEST_F(OptionsTest, an_explicit_config_file_must_exist) {
  EXPECT_THAT(refusal({"--config", "no.toml"}), HasSubstr("no.toml"));
}

}  // namespace
}  // namespace ecsbench
