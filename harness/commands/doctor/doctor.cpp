#include "harness/commands/doctor/doctor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "harness/commands/doctor/advice.hpp"
#include "harness/commands/doctor/checkup.hpp"
#include "harness/commands/doctor/checkup_page.hpp"
#include "harness/commands/doctor/self_test.hpp"
#include "harness/commands/interrupt.hpp"
#include "harness/commands/printable.hpp"
#include "harness/commands/run/outputs.hpp"
#include "harness/commands/run/warnings.hpp"
#include "harness/machine/machine.hpp"
#include "harness/report/json_reader.hpp"
#include "harness/report/text.hpp"

namespace ecsbench {
namespace {

constexpr std::size_t kPageWidth = 80;

std::size_t page_width(const Console& console) {
  return std::min(console.width(), kPageWidth);
}

int examine_machine(const DoctorOptions& options, const Catalogue& catalogue, const std::vector<std::string>& words,
                    Console& console) {
  RunOptions kept;
  kept.json = options.json;
  const Outputs outputs(kept);
  const Checkup checkup = check_up(catalogue, this_machine(), words, console);
  const std::vector<std::string> files = outputs.finish(checkup.result, "");
  if (!outputs.take_stdout()) console.out(checkup_page(checkup, page_width(console)));
  for (const std::string& file : files) console.say("wrote " + printable(file));
  return interrupted() ? interrupt_exit_code() : 0;
}

}  // namespace

std::string warnings_page(const Result& result, const std::string& name, std::size_t width) {
  const std::vector<Warning> warnings = to_be_said(result.warnings, {});
  std::string head = fmt::format("{}: {}", printable(name), counted(warnings.size(), "warning"));
  if (result.partial) head += "; the run did not reach its end (" + printable(result.run.exit_reason) + ")";
  return head + "\n\n" + advice_text(warnings, width);
}

int doctor_command(const DoctorOptions& options, const Catalogue& catalogue, const std::vector<std::string>& words,
                   Console& console) {
  if (options.self_test) return self_test(catalogue, console);
  if (options.result.empty()) return examine_machine(options, catalogue, words, console);
  console.out(warnings_page(read_result(options.result), options.result, page_width(console)));
  return 0;
}

}  // namespace ecsbench
