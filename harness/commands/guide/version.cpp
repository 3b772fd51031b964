#include "harness/commands/guide/version.hpp"

#include <fmt/format.h>

#include "harness/report/json.hpp"

namespace ecsbench {

std::string version_text(const ToolResult& tool, bool json) {
  if (json) return to_json(tool);
  std::string text = fmt::format("ecsbench {}\n", tool.version);
  text += fmt::format("revision      {}{}\n", tool.revision, tool.dirty ? " (with changes)" : "");
  text += fmt::format("compiler      {}\n", tool.compiler);
  text += fmt::format("flags         {}\n", tool.flags);
  text += fmt::format("build type    {}{}{}\n", tool.build_type, tool.assertions ? ", assertions on" : "",
                      tool.sanitizers.empty() ? "" : ", sanitizer " + tool.sanitizers);
  for (const auto& [name, version] : tool.libraries) {
    text += fmt::format("{:<13} {}\n", name, version);
  }
  return text;
}

}  // namespace ecsbench
