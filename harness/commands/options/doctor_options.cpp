#include "harness/commands/options/doctor_options.hpp"

#include "harness/commands/options/usage_error.hpp"

namespace ecsbench {

std::string doctor_description() {
  return "Examines the build, the machine and what they can tell apart, and says what to mend.\n\n"
         "Examples:\n"
         "  ecsbench doctor                    this machine: facts, probes, noise floor, advice\n"
         "  ecsbench doctor --json doctor.json the same, kept as a result file without comparisons\n"
         "  ecsbench doctor out.json           every warning of an earlier run, with cause and remedy\n"
         "  ecsbench doctor --self-test        does the engine keep its promises? 0: yes, 1: no\n";
}

DoctorOptions checked(DoctorOptions options) {
  if (options.self_test && !options.result.empty()) {
    throw UsageError("--self-test examines this program and reads no result. Leave one of them out.");
  }
  if (options.json && (options.self_test || !options.result.empty())) {
    throw UsageError(
        "--json keeps what is found out about this machine: ecsbench doctor --json FILE, without --self-test or a "
        "result.");
  }
  return options;
}

}  // namespace ecsbench
