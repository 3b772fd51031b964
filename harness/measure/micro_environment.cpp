#include "harness/measure/micro_environment.hpp"

namespace ecsbench {
namespace {

int dropped = 0;

// No library is initialised yet, nor is any sanitizer's or std's own state: only the list itself is touched.
__attribute__((no_sanitize("address", "thread", "undefined"))) bool is_for_library(const char* entry) {
  const char* expected = kLibraryVariables;
  while (*expected != '\0' && *entry == *expected) {
    ++expected;
    ++entry;
  }
  return *expected == '\0';
}

__attribute__((no_sanitize("address", "thread", "undefined"))) void drop_library_variables(int, char**,
                                                                                           char** environment) {
  char** kept = environment;
  for (char** entry = environment; *entry != nullptr; ++entry) {
    if (is_for_library(*entry)) {
      ++dropped;
    } else {
      *kept++ = *entry;
    }
  }
  *kept = nullptr;
}

// The loader calls what stands in this section before the initialisers of all libraries, with the words and the
// environment of the program.
using Preinitialiser = void (*)(int, char**, char**);
[[gnu::used, gnu::section(".preinit_array")]] const Preinitialiser kDropFirst = drop_library_variables;

}  // namespace

int library_variables_dropped() {
  return dropped;
}

}  // namespace ecsbench
