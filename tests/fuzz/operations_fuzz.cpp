// A fuzzer of operations: bytes become a program of steps, the program is run on every strategy and on the model.
//
//   bytes   [ kind who who what value | kind who who what value | ... ]     five a step; a rest is left over
//             the signs L to ^ are the kinds in their order (steps.hpp), so that a seed of the corpus is text
//   found   a world differs from the model, is inconsistent, issues other handles than the other worlds, leaks a
//           component, fails an assertion, or does what a sanitizer forbids
//
// Every sequence of bytes is a program (steps.hpp), so that the fuzzer may mutate as it likes. What is found is told as the
// program up to the step that failed, and libFuzzer keeps the bytes. An assertion or a sanitizer ends the program at once:
// ECSBENCH_STEPS=1 build-fuzz/operations_fuzz FILE tells each step before it is taken.
// Cost: about twenty programs of 100 steps a second.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <optional>
#include <string>

#include "tests/fuzz/subject.hpp"
#include "tests/model/driver.hpp"
#include "tests/model/steps.hpp"

namespace ecsbench::tests {
namespace {

constexpr std::size_t kBytesOfStep = 5;

Steps steps_of(const std::uint8_t* bytes, std::size_t size) {
  Steps steps;
  for (; size >= kBytesOfStep; bytes += kBytesOfStep, size -= kBytesOfStep) {
    steps.push_back({static_cast<Kind>(bytes[0] % kKindCount), bytes[1] * 256u + bytes[2], bytes[3], bytes[4]});
  }
  return steps;
}

[[noreturn]] void tell(const Steps& steps, std::size_t last, const std::string& complaint) {
  for (std::size_t i = 0; i <= last && i < steps.size(); ++i) std::cerr << i << ": " << steps[i] << '\n';
  std::cerr << "\n== found: " << complaint << std::endl;
  std::abort();
}

void run_everywhere(const Steps& steps) {
  static const bool tells_all = std::getenv("ECSBENCH_STEPS") != nullptr;
  std::optional<Handles> issued;
  for (const Subject& subject : subjects()) {
    std::size_t at = 0;
    try {
      const Handles handles = subject.run(steps, [&](std::size_t i) {
        at = i;
        if (tells_all) std::cerr << subject.name << ' ' << i << ": " << steps[i] << std::endl;
      });
      if (!subject.takes_all) continue;
      if (!issued) issued = handles;
      if (*issued != handles) throw Disagreement{"other handles were issued than by the strategies before it"};
    } catch (const std::exception& difference) {
      tell(steps, at, std::string{subject.name} + ", step " + std::to_string(at) + ": " + difference.what());
    }
  }
}

}  // namespace
}  // namespace ecsbench::tests

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  ecsbench::tests::run_everywhere(ecsbench::tests::steps_of(bytes, size));
  return 0;
}
