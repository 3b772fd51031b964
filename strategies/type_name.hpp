// type_name: what a type is called in the source, without its namespaces, for people to read.
//
//   type_name<ecsbench::Position>()      "Position"
//   type_name<Part<3>>()                 "Part<3>", in the compiler's spelling of the argument
#pragma once

#include <cstddef>
#include <string_view>

namespace ecs {

template <class Named>
[[nodiscard]] constexpr std::string_view type_name() {
  constexpr std::string_view kKey = "Named = ";
  std::string_view name = __PRETTY_FUNCTION__;  // "... [with Named = a::B; ...]" by g++, "... [Named = a::B]" by clang
  name.remove_prefix(name.find(kKey) + kKey.size());
  name = name.substr(0, name.find_first_of(";]"));
  const std::size_t scope = name.substr(0, name.find('<')).rfind("::");
  return scope == std::string_view::npos ? name : name.substr(scope + 2);
}

}  // namespace ecs
