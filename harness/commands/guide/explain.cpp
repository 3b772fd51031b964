#include "harness/commands/guide/explain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/commands/guide/topic.hpp"
#include "harness/commands/options/suggest.hpp"
#include "harness/commands/options/usage_error.hpp"
#include "harness/commands/run/select.hpp"
#include "harness/report/text.hpp"

namespace ecsbench {
namespace {

constexpr std::size_t kMargin = 2;
constexpr std::string_view kDrawing = "    ", kRow = "- ", kParameters = "{parameters}";

struct Shelf {
  TopicKind kind;
  const char* one;   // of a topic
  const char* name;  // of all
};
constexpr Shelf kShelves[] = {{TopicKind::kStrategy, "strategy", "Strategies"},
                              {TopicKind::kWorkload, "workload", "Workloads"},
                              {TopicKind::kMetric, "metric", "Metrics"},
                              {TopicKind::kWarning, "warning", "Warnings"}};

std::string without_backticks(std::string text) {
  std::erase(text, '`');
  return text;
}

// Text behind a label or a name: "Good at    finding ...", its further lines below the first.
std::string hung(std::string_view label, const std::string& text, std::size_t column, std::size_t width) {
  const std::string begin = pad_right(label, column - 1) + ' ';
  const std::size_t room = width > column + 1 ? width - column : 1;
  std::istringstream lines(wrap(text, room));
  std::string all;
  for (std::string line; std::getline(lines, line);) {
    all += (all.empty() ? begin : std::string(column, ' ')) + line + '\n';
  }
  return all;
}

// "- Parameter: stride=7919 ..." for each axis.
std::string rows_of(const std::vector<Axis>& axes) {
  if (axes.empty()) return "- Parameters: none but the number of entities.\n";
  std::string rows;
  for (const Axis& axis : axes) {
    rows += fmt::format("- Parameter: {}={}, from {} to {}: {}.\n", axis.name, bound_text(axis.standard),
                        bound_text(axis.lowest), bound_text(axis.highest), axis.meaning);
  }
  return rows;
}

std::string with_parameters(std::string body, const Topic& topic, const Catalogue& catalogue) {
  const WorkloadInfo* const workload = catalogue.workload(topic.name);
  const std::size_t place = body.find(kParameters);
  if (workload == nullptr || place == std::string::npos) return body;
  return body.replace(place, kParameters.size() + 1, rows_of(workload->axes));
}

// The label of a row; empty where the line is none.
std::string label_of(std::string_view line) {
  if (!line.starts_with(kRow)) return "";
  const std::size_t colon = line.find(": ");
  return colon == std::string_view::npos ? "" : std::string(line.substr(kRow.size(), colon - kRow.size()));
}

// A text from its source form to lines on a console.
class Page {
 public:
  Page(const Topic& topic, const Catalogue& catalogue, std::size_t width)
      : topic_{topic}, body_{without_backticks(with_parameters(topic.body, topic, catalogue))}, width_{width} {
    std::istringstream lines(body_);
    for (std::string line; std::getline(lines, line);) column_ = std::max(column_, label_of(line).size() + 2);
  }

  std::string text() {
    const auto shelf = std::find_if(std::begin(kShelves), std::end(kShelves),
                                    [&](const Shelf& each) { return each.kind == topic_.kind; });
    text_ = wrap(fmt::format("{} ({}): {}", topic_.name, shelf->one, topic_.summary), width_, kMargin) + "\n\n";
    std::istringstream lines(body_);
    for (std::string line; std::getline(lines, line);) add(line);
    end_paragraph();
    while (text_.ends_with("\n\n")) text_.pop_back();
    return text_;
  }

 private:
  void add(const std::string& line) {
    if (line.starts_with(kDrawing)) {
      end_paragraph();
      text_ += line.substr(kMargin) + '\n';
    } else if (line.empty()) {
      end_paragraph();
      if (!text_.ends_with("\n\n")) text_ += '\n';
    } else if (line.starts_with(kRow)) {
      end_paragraph();
      paragraph_ = line;
    } else {
      paragraph_ += (paragraph_.empty() ? "" : " ") + line.substr(line.find_first_not_of(' '));
    }
  }

  void end_paragraph() {
    if (paragraph_.empty()) return;
    if (const std::string label = label_of(paragraph_); !label.empty()) {
      text_ += hung(label, paragraph_.substr(kRow.size() + label.size() + 2), column_, width_);
    } else {
      text_ += wrap(paragraph_, width_) + '\n';
    }
    paragraph_.clear();
  }

  const Topic& topic_;
  std::string body_;
  std::size_t width_, column_ = 0;  // where the text behind labels begins
  std::string text_, paragraph_;
};

std::string list_of_topics(const std::vector<Topic>& all, std::size_t width) {
  std::size_t column = 0;
  for (const Topic& topic : all) column = std::max(column, kMargin + display_width(topic.name) + 2);
  std::string text;
  for (const auto& [kind, one, name] : kShelves) {
    text += fmt::format("{}{}\n", text.empty() ? "" : "\n", name);
    for (const Topic& topic : all) {
      if (topic.kind != kind) continue;
      text += hung(std::string(kMargin, ' ') + topic.name, without_backticks(topic.summary), column, width);
    }
  }
  return text;
}

// "get" is nobody's name, but the beginning of some.
std::vector<std::string> family_of(const std::string& name, const std::vector<Topic>& all) {
  std::vector<std::string> family;
  for (const Topic& topic : all) {
    if (topic.name.starts_with(name + '/')) family.push_back(topic.name);
  }
  return family;
}

[[noreturn]] void refuse(const std::string& name, const std::vector<Topic>& all) {
  const std::vector<std::string> family = family_of(name, all);
  if (!family.empty()) {
    throw UsageError(fmt::format("'{}' is a family of workloads: explain one of {}.", name, fmt::join(family, ", ")));
  }
  std::vector<std::string> known;
  for (const Topic& topic : all) {
    known.push_back(topic.name);
    known.insert(known.end(), topic.aliases.begin(), topic.aliases.end());
  }
  throw UsageError(unknown_name("topic", name, known) + " ecsbench explain lists them all.");
}

}  // namespace

std::string explain_text(const std::string& topic, const Catalogue& catalogue, std::size_t width) {
  const std::vector<Topic> all = topics(catalogue);
  if (topic.empty()) return list_of_topics(all, width);
  const Topic* const found = find_topic(topic, all, catalogue);
  if (found == nullptr) refuse(topic, all);
  return Page(*found, catalogue, width).text();
}

}  // namespace ecsbench
