// The plan of a schedule in words and as a drawing: which stages there are, who shares what.
//
//   stage 1
//     move                  writes Position; reads Velocity    digraph schedule {
//     heal                  writes Health                        subgraph cluster_1 { label="stage 1"; "move"; "heal"; }
//   stage 2                                                      subgraph cluster_2 { label="stage 2"; "collide"; }
//     collide               writes Health; reads Position        "move" -> "collide" [label="Position"];
//   conflicts                                                    "heal" -> "collide" [label="Health"];
//     move before collide   Position                           }
//     heal before collide   Health
//
// Both are the same for the same systems on every run and machine: compare them in a test, and a new conflict shows.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ecs {

// A system as it is drawn, by stage; two that do not run at once, by order of adding.
struct SystemDrawing {
  std::string name;
  std::size_t stage = 0;  // from 0
  std::string touches;    // "writes A; reads B"
};
struct ConflictDrawing {
  std::string first;
  std::string second;
  std::string over;  // "A, B"
};
struct ScheduleDrawing {
  std::vector<SystemDrawing> systems;
  std::vector<ConflictDrawing> conflicts;

  [[nodiscard]] std::size_t stages() const {
    std::size_t stages = 0;
    for (const SystemDrawing& system : systems) stages = std::max(stages, system.stage + 1);
    return stages;
  }
};

inline void join_words(std::string& words, std::string_view separator, std::string_view word) {
  if (!words.empty()) words += separator;
  words += word;
}

// Two columns.
inline void add_line(std::string& text, std::string name, std::size_t width, std::string_view words) {
  name.resize(width, ' ');
  text.append("  ").append(name).append("   ").append(words).append("\n");
}

[[nodiscard]] inline std::string text_of(const ScheduleDrawing& drawing) {
  constexpr std::string_view kBefore = " before ";
  std::size_t width = 0;
  for (const SystemDrawing& system : drawing.systems) width = std::max(width, system.name.size());
  for (const auto& [first, second, over] : drawing.conflicts) {
    width = std::max(width, first.size() + kBefore.size() + second.size());
  }
  std::string text;
  for (std::size_t stage = 0; stage < drawing.stages(); ++stage) {
    text.append("stage ").append(std::to_string(stage + 1)).append("\n");
    for (const SystemDrawing& system : drawing.systems) {
      if (system.stage == stage) add_line(text, system.name, width, system.touches);
    }
  }
  if (!drawing.conflicts.empty()) text += "conflicts\n";
  for (const auto& [first, second, over] : drawing.conflicts) {
    add_line(text, std::string{first}.append(kBefore).append(second), width, over);
  }
  return text;
}

[[nodiscard]] inline std::string in_quotes(std::string_view name) {
  std::string text = "\"";
  for (const char c : name) {
    if (c == '"' || c == '\\') text += '\\';
    text += c;
  }
  return text + "\"";
}

// For Graphviz: dot -Tsvg.
[[nodiscard]] inline std::string dot_of(const ScheduleDrawing& drawing) {
  std::string dot = "digraph schedule {\n";
  for (std::size_t stage = 0; stage < drawing.stages(); ++stage) {
    const std::string number = std::to_string(stage + 1);
    dot.append("  subgraph cluster_").append(number).append(" { label=\"stage ").append(number).append("\";");
    for (const SystemDrawing& system : drawing.systems) {
      if (system.stage == stage) dot.append(" ").append(in_quotes(system.name)).append(";");
    }
    dot += " }\n";
  }
  for (const auto& [first, second, over] : drawing.conflicts) {
    dot.append("  ").append(in_quotes(first)).append(" -> ").append(in_quotes(second));
    dot.append(" [label=").append(in_quotes(over)).append("];\n");
  }
  return dot + "}\n";
}

}  // namespace ecs
