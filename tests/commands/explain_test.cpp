// Explain: everything that a reader meets has a text, each keeps to half a page, and none speaks of what is not there.
#include "harness/commands/guide/explain.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "harness/cases/trial.hpp"
#include "harness/commands/guide/explain_texts.hpp"
#include "harness/commands/guide/topic.hpp"
#include "harness/commands/options/options.hpp"
#include "harness/commands/options/usage_error.hpp"
#include "harness/commands/warning_kinds.hpp"
#include "harness/report/block.hpp"
#include "harness/report/csv.hpp"
#include "harness/report/schema.hpp"
#include "harness/report/table.hpp"
#include "harness/report/text.hpp"

namespace ecsbench {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

const Catalogue& everything() {
  static const Catalogue all = catalogue();
  return all;
}

const std::vector<Topic>& all_topics() {
  static const std::vector<Topic> all = topics(everything());
  return all;
}

const Topic* topic_named(const std::string& name) {
  return find_topic(name, all_topics(), everything());
}

std::string explained(const std::string& name, std::size_t width = 80) {
  return explain_text(name, everything(), width);
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::vector<std::string> found_in(const std::string& text, const char* pattern, std::size_t group = 0) {
  const std::regex expression(pattern);
  std::vector<std::string> found;
  for (std::sregex_iterator at(text.begin(), text.end(), expression), end; at != end; ++at) {
    found.push_back((*at)[group]);
  }
  return found;
}

// Every key of an object, and of the objects below it.
void add_keys(const nlohmann::json& schema, std::set<std::string>& keys) {
  if (schema.is_object() && schema.contains("properties")) {
    for (const auto& [key, value] : schema["properties"].items()) keys.insert(key);
  }
  for (const auto& [key, value] : schema.items()) {
    if (value.is_structured()) add_keys(value, keys);
  }
}

TEST(Explain, every_strategy_and_workload_has_a_text) {
  for (const StrategyInfo& strategy : everything().strategies) {
    const Topic* const topic = topic_named(strategy.name);
    ASSERT_NE(topic, nullptr) << strategy.name;
    EXPECT_EQ(topic->kind, TopicKind::kStrategy);
    EXPECT_THAT(topic->body, AllOf(HasSubstr("- Good at: "), HasSubstr("- Bad at: "), HasSubstr("- Cost: "),
                                   HasSubstr("- Memory: "), HasSubstr("- Shown by: "), HasSubstr("- Source: ")))
        << strategy.name;
  }
  for (const WorkloadInfo& workload : everything().workloads) {
    const Topic* const topic = topic_named(workload.name);
    ASSERT_NE(topic, nullptr) << workload.name;
    EXPECT_EQ(topic->kind, TopicKind::kWorkload);
    EXPECT_THAT(topic->body, AllOf(HasSubstr("- Stresses: "), HasSubstr("- Digest: "), HasSubstr("{parameters}"),
                                   HasSubstr("- Source: ")))
        << workload.name;
  }
}

TEST(Explain, every_warning_is_told_with_cause_and_remedy) {
  for (const WarningKind& kind : warning_kinds()) {
    const std::string text = explained(std::string(kind.id), 1000);
    EXPECT_THAT(text, StartsWith(std::string(kind.id) + " (warning): "));
    EXPECT_THAT(text, AllOf(HasSubstr(std::string(kind.condition)), HasSubstr(std::string(kind.cause)),
                            HasSubstr(std::string(kind.remedy))));
    const std::string silence = "--no-warn " + std::string(kind.id);
    EXPECT_EQ(text.find(silence) != std::string::npos, !kind.of_compare) << kind.id << ": a label cannot be silenced";
  }
}

TEST(Explain, every_text_is_about_something) {
  std::set<std::string> told;
  for (const std::string_view file :
       {explain_texts::strategies(), explain_texts::workloads(), explain_texts::metrics(), explain_texts::warnings()}) {
    for (const std::string& name : found_in(std::string(file), "(^|\n)# ([^\n]+)", 2)) {
      EXPECT_NE(topic_named(name), nullptr) << name;
      EXPECT_TRUE(told.insert(name).second) << name << " is told twice";
    }
  }
}

TEST(Explain, every_column_of_the_table_and_of_csv_has_a_text) {
  Result result;
  CaseResult entry;
  entry.strategy = "archetype";
  entry.per = "match";
  entry.ratio_to_baseline.baseline = "boxed";
  result.cases = {entry};
  for (const std::size_t width : {100u, 80u}) {
    for (const std::string& head : table_heads(blocks_of(result).front(), width)) {
      EXPECT_NE(topic_named(head), nullptr) << "the column " << head;
    }
  }
  std::istringstream columns(lines_of(to_csv(Result{})).front());
  for (std::string column; std::getline(columns, column, ',');) {
    EXPECT_NE(topic_named(column), nullptr) << "the CSV column " << column;
  }
}

TEST(Explain, every_number_of_the_result_file_has_a_text) {
  std::set<std::string> keys;
  add_keys(nlohmann::json::parse(result_schema()), keys);
  ASSERT_GT(keys.size(), 80u);
  for (const char* const structure : {"schema", "schema_version", "cases", "name", "id", "text", "reason", "level",
                                      "type", "size_bytes", "line_bytes"}) {
    keys.erase(structure);
  }
  for (const std::string& key : keys) EXPECT_NE(topic_named(key), nullptr) << "the key " << key;
}

TEST(Explain, a_text_is_between_a_few_lines_and_half_a_page) {
  for (const Topic& topic : all_topics()) {
    const std::size_t lines = lines_of(explained(topic.name)).size();
    EXPECT_LE(lines, kHalfPage) << topic.name;
    EXPECT_GE(lines, topic.kind == TopicKind::kWarning ? 6u : 10u) << topic.name;
  }
}

TEST(Explain, no_line_is_wider_than_the_console) {
  for (const Topic& topic : all_topics()) {
    for (const std::size_t width : {60u, 80u, 100u}) {
      for (const std::string& line : lines_of(explained(topic.name, width))) {
        EXPECT_LE(display_width(line), width) << topic.name << ": " << line;
      }
    }
  }
  for (const std::string& line : lines_of(explained("", 60))) EXPECT_LE(display_width(line), 60u) << line;
}

// Names in backticks, and whatever looks like an option, a file, a warning or a workload.
TEST(Explain, no_text_speaks_of_what_is_not_there) {
  std::vector<std::string> options = {"--json", "--version"};
  for (const OptionRow& row : run_option_rows()) options.push_back("--" + std::string(row.name));
  const auto exists = [&](const std::string& name) {
    if (name.starts_with("--")) return std::find(options.begin(), options.end(), name) != options.end();
    return topic_named(name) != nullptr || fs::exists(fs::path(ECSBENCH_SOURCE_DIR) / name);
  };
  std::string families;
  for (const WorkloadInfo& workload : everything().workloads) {
    families += (families.empty() ? "" : "|") + workload.name.substr(0, workload.name.find('/'));
  }
  const std::string workload_names = "\\b((?:" + families + ")/[a-z-]+)";
  for (const Topic& topic : all_topics()) {
    for (const char* const pattern : {"`([^`]+)`", "(--[a-z][a-z-]+)", "\\b(W[0-9]{2})\\b",
                                      "([a-z_]+/[a-z_/-]+[.][a-z]+)", workload_names.c_str()}) {
      for (const std::string& name : found_in(topic.body, pattern, 1)) {
        EXPECT_TRUE(exists(name)) << topic.name << " speaks of " << name;
      }
    }
    for (const std::string& command : found_in(topic.body, "ecsbench ([a-z]+)", 1)) {
      EXPECT_TRUE(
          std::any_of(commands().begin(), commands().end(), [&](const auto& row) { return row.first == command; }))
          << topic.name << " speaks of ecsbench " << command;
    }
  }
}

TEST(Explain, backticks_are_for_the_source_alone) {
  for (const Topic& topic : all_topics()) EXPECT_THAT(explained(topic.name), Not(HasSubstr("`"))) << topic.name;
}

TEST(Explain, a_name_leads_to_one_text) {
  std::set<std::string> names;
  for (const Topic& topic : all_topics()) EXPECT_TRUE(names.insert(topic.name).second) << topic.name;
  for (const Topic& topic : all_topics()) {
    EXPECT_EQ(topic_named(topic.name), &topic);
    for (const std::string& alias : topic.aliases) {
      EXPECT_EQ(topic_named(alias), &topic) << alias << " of " << topic.name;
      EXPECT_TRUE(names.insert(alias).second) << alias << " is the name of two things";
    }
  }
}

TEST(Explain, a_name_may_be_typed_as_it_is_met) {
  const auto meant_by = [](const std::string& name) {
    const Topic* const topic = topic_named(name);
    return topic == nullptr ? "nothing" : topic->name;
  };
  EXPECT_EQ(meant_by("NS per match"), "ns-per-entity");
  EXPECT_EQ(meant_by("frame_ns.p99"), "p99");
  EXPECT_EQ(meant_by("w04"), "W04");
  EXPECT_EQ(meant_by("× boxed"), "ratio-to-baseline");
  EXPECT_EQ(meant_by("x limit"), "ratio-to-limit");
  EXPECT_EQ(meant_by("limit"), "limit");
  EXPECT_EQ(meant_by("p99 µs"), "p99");
  EXPECT_EQ(meant_by("× nobody"), "nothing");
}

TEST(Explain, parameters_are_those_of_the_catalogue) {
  for (const WorkloadInfo& workload : everything().workloads) {
    const std::string text = explained(workload.name, 1000);
    for (const Axis& axis : workload.axes) {
      EXPECT_THAT(text, AllOf(HasSubstr(std::string(axis.name) + "="), HasSubstr(std::string(axis.meaning))));
    }
    EXPECT_THAT(text, AllOf(HasSubstr("Parameter"), Not(HasSubstr("{parameters}"))));
  }
}

TEST(Explain, what_a_text_says_a_workload_stresses_is_what_the_catalogue_says) {
  for (const WorkloadInfo& workload : everything().workloads) {
    EXPECT_THAT(explained(workload.name, 1000), HasSubstr(workload.stresses)) << workload.name;
  }
}

TEST(Explain, alone_it_lists_every_topic) {
  const std::string list = explained("", 100);
  for (const Topic& topic : all_topics()) EXPECT_THAT(list, HasSubstr("\n  " + topic.name + "  ")) << topic.name;
}

TEST(Explain, an_unknown_topic_gets_a_suggestion) {
  const auto refusal = [](const std::string& name) -> std::string {
    try {
      return explained(name);
    } catch (const UsageError& error) {
      return error.what();
    }
  };
  EXPECT_THAT(refusal("archtype"), StartsWith("no topic is called 'archtype'. Did you mean 'archetype'?"));
  EXPECT_THAT(refusal("W99"), StartsWith("no topic is called 'W99'."));
  EXPECT_THAT(refusal("get"), HasSubstr("get/in-order, get/shuffled."));
}

TEST(Explain, a_given_strategy_is_said_to_be_given) {
  Catalogue with_given = everything();
  StrategyInfo mine;
  mine.name = "mine";
  mine.summary = "my own";
  mine.version = "3";
  with_given.strategies.push_back(mine);
  EXPECT_THAT(explain_text("mine", with_given, 80), AllOf(HasSubstr("my own"), HasSubstr("version 3")));
}

}  // namespace
}  // namespace ecsbench
