// Puts together what CMake and the compiler know. Compiled with the flags of the measured code, so
// that what it says of assertions is true of that code.
#include "harness/machine/version.hpp"

#include "build_facts.hpp"
#include "revision.hpp"

namespace ecsbench {
namespace {

#ifdef NDEBUG
constexpr bool kAssertions = false;
#else
constexpr bool kAssertions = true;
#endif

}  // namespace

ToolResult tool_facts() {
  ToolResult tool;
  tool.version = build_facts::kVersion;
  tool.revision = build_facts::kRevision;
  tool.dirty = build_facts::kDirty;
  tool.compiler = build_facts::kCompiler;
  tool.flags = build_facts::kFlags;
  tool.build_type = build_facts::kBuildType;
  tool.assertions = kAssertions;
  tool.sanitizers = build_facts::kSanitizers;
  for (const auto& [name, version] : build_facts::kLibraries) {
    if (!version.empty()) tool.libraries.emplace_back(name, version);
  }
  return tool;
}

}  // namespace ecsbench
