// Topic: what `ecsbench explain` can explain, by name.
//
//   catalogue        strategies, workloads   their one line and their parameters
//   explain/*.md     their texts, and those of the metrics
//   warning_kinds    warnings, with more to tell in explain/warnings.md
//
// A text names things in `backticks`: strategies, workloads, topics, options, files. A test follows each.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/cases/trial.hpp"

namespace ecsbench {

enum class TopicKind { kStrategy, kWorkload, kMetric, kWarning };

struct Topic {
  TopicKind kind = TopicKind::kMetric;
  std::string name;
  std::string summary;               // one line, no full stop
  std::string body;                  // paragraphs, drawings (indented by four), "- Label: text"
  std::vector<std::string> aliases;  // what else it is called: in the table, the result file, CSV
};

// All of them, in the order in which they are taught. Cost: reads every text; some microseconds.
[[nodiscard]] std::vector<Topic> topics(const Catalogue& catalogue);

// Null where nothing is called so. Capitals, and what stands between words (blanks, dashes, dots), make no difference;
// "× boxed" is the ratio to the baseline.
[[nodiscard]] const Topic* find_topic(std::string_view name, const std::vector<Topic>& topics,
                                      const Catalogue& catalogue);

}  // namespace ecsbench
