#include "harness/commands/guide/topic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <sstream>
#include <utility>

#include "harness/commands/guide/explain_texts.hpp"
#include "harness/commands/warning_kinds.hpp"

namespace ecsbench {
namespace {

// One text of a file: "# name", then perhaps "names: a, b" and "summary: ...", then the body.
struct Text {
  std::string name, summary, body;
  std::vector<std::string> aliases;
};

std::vector<std::string> split(std::string_view list) {
  std::vector<std::string> parts;
  std::istringstream stream{std::string(list)};
  for (std::string part; std::getline(stream, part, ',');) {
    part.erase(0, part.find_first_not_of(' '));
    if (!part.empty()) parts.push_back(part);
  }
  return parts;
}

void add_line(Text& text, const std::string& line) {
  constexpr std::string_view kNames = "names: ", kSummary = "summary: ";
  if (line.starts_with(kNames)) {
    text.aliases = split(line.substr(kNames.size()));
  } else if (line.starts_with(kSummary)) {
    text.summary = line.substr(kSummary.size());
  } else if (!text.body.empty() || !line.empty()) {
    text.body += line + '\n';
  }
}

std::vector<Text> texts_of(std::string_view file) {
  std::vector<Text> texts;
  std::istringstream stream{std::string(file)};
  for (std::string line; std::getline(stream, line);) {
    if (line.starts_with("# ")) {
      texts.push_back({line.substr(2), {}, {}, {}});
    } else if (!texts.empty()) {
      add_line(texts.back(), line);
    }
  }
  return texts;
}

const Text* find_text(std::string_view name, const std::vector<Text>& texts) {
  const auto found = std::find_if(texts.begin(), texts.end(), [&](const Text& text) { return text.name == name; });
  return found == texts.end() ? nullptr : &*found;
}

Topic topic_of(TopicKind kind, const Text& text) {
  return {kind, text.name, text.summary, text.body, text.aliases};
}

// A given strategy has no text here: its maker explains it.
std::string body_of_given(const StrategyInfo& strategy) {
  const std::string version = strategy.version.empty() ? "it names no version" : "version " + strategy.version;
  return fmt::format("A given strategy ({}): it came in by its own header, and its text is there.\n", version);
}

void add_strategies(std::vector<Topic>& all, const Catalogue& catalogue) {
  const std::vector<Text> texts = texts_of(explain_texts::strategies());
  for (const StrategyInfo& strategy : catalogue.strategies) {
    const Text* const text = find_text(strategy.name, texts);
    all.push_back({TopicKind::kStrategy,
                   strategy.name,
                   strategy.summary,
                   text == nullptr ? body_of_given(strategy) : text->body,
                   {}});
  }
  for (const Text& text : texts) {  // the control is no strategy of the catalogue, but stands among them in a run
    if (!text.summary.empty()) all.push_back(topic_of(TopicKind::kStrategy, text));
  }
}

void add_workloads(std::vector<Topic>& all, const Catalogue& catalogue) {
  const std::vector<Text> texts = texts_of(explain_texts::workloads());
  for (const WorkloadInfo& workload : catalogue.workloads) {
    const Text* const text = find_text(workload.name, texts);
    all.push_back({TopicKind::kWorkload, workload.name, workload.summary, text == nullptr ? "" : text->body, {}});
  }
}

std::string where_said(const WarningKind& kind) {
  if (kind.of_compare) return "- In the file: that of ecsbench compare has it among its labels, with both machines.\n";
  return fmt::format("- Silence: --no-warn {} leaves it unsaid; the result file keeps it.\n", kind.id) +
         "- In the file: `warnings` holds its id, and its text with the figures of the run.\n";
}

// What the registry says of a warning, below what there is to tell of it.
void add_warnings(std::vector<Topic>& all) {
  const std::vector<Text> texts = texts_of(explain_texts::warnings());
  for (const WarningKind& kind : warning_kinds()) {
    const Text* const text = find_text(kind.id, texts);
    std::string body = text == nullptr ? "" : text->body;
    body += fmt::format("- Cause: {}\n- Remedy: {}\n", kind.cause, kind.remedy);
    body += where_said(kind);
    all.push_back({TopicKind::kWarning, std::string(kind.id), std::string(kind.condition), std::move(body), {}});
  }
}

// "NS per_match" -> "ns-per-match"
std::string plain_name(std::string_view name) {
  std::string plain;
  for (const char letter : name) {
    const bool is_gap = letter == ' ' || letter == '_' || letter == '.' || letter == '-';
    if (is_gap && (plain.empty() || plain.back() == '-')) continue;
    plain += is_gap ? '-' : static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  }
  if (!plain.empty() && plain.back() == '-') plain.pop_back();
  return plain;
}

// A column head stands above a unit of time: "p99 µs".
std::string_view without_unit(std::string_view name) {
  for (const std::string_view unit : {" ns", " µs", " ms"}) {
    if (name.ends_with(unit)) return name.substr(0, name.size() - unit.size());
  }
  return name;
}

// What a column head "× boxed" means: the ratio to whatever baseline was chosen.
std::string meant_by(std::string_view head, const Catalogue& catalogue) {
  const std::string_view name = without_unit(head);
  if (!name.starts_with("× ") && !name.starts_with("x ")) return plain_name(name);
  const std::string_view line = name.substr(name.find(' ') + 1);
  const bool is_bound = line == "limit" || line == "gather";
  const bool is_baseline = line == "baseline" || (catalogue.strategy(line) != nullptr && !is_bound);
  return is_baseline ? "ratio-to-baseline" : plain_name(fmt::format("ratio to {}", line));
}

}  // namespace

std::vector<Topic> topics(const Catalogue& catalogue) {
  std::vector<Topic> all;
  add_strategies(all, catalogue);
  add_workloads(all, catalogue);
  for (const Text& text : texts_of(explain_texts::metrics())) all.push_back(topic_of(TopicKind::kMetric, text));
  add_warnings(all);
  return all;
}

const Topic* find_topic(std::string_view name, const std::vector<Topic>& topics, const Catalogue& catalogue) {
  const std::string meant = meant_by(name, catalogue);
  for (const Topic& topic : topics) {
    if (plain_name(topic.name) == meant) return &topic;
  }
  for (const Topic& topic : topics) {
    for (const std::string& alias : topic.aliases) {
      if (plain_name(alias) == meant) return &topic;
    }
  }
  return nullptr;
}

}  // namespace ecsbench
