#include "harness/commands/version.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace ecsbench {
namespace {

std::string as_json(const ToolResult& tool) {
  using Json = nlohmann::ordered_json;
  Json libraries = Json::object();
  for (const auto& [name, version] : tool.libraries) libraries[name] = version;
  const Json document = {
      {"version", tool.version},       {"revision", tool.revision},     {"dirty", tool.dirty},
      {"compiler", tool.compiler},     {"flags", tool.flags},           {"build_type", tool.build_type},
      {"assertions", tool.assertions}, {"sanitizers", tool.sanitizers}, {"libraries", libraries}};
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace

std::string version_text(const ToolResult& tool, bool json) {
  if (json) return as_json(tool);
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
