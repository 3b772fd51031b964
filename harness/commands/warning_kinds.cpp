// The words of each warning.
#include "harness/commands/warning_kinds.hpp"

#include <algorithm>
#include <array>

namespace ecsbench {
namespace {

constexpr std::array kKinds{
    WarningKind{"W01", "the build has assertions or a sanitizer, or is not optimised",
                "Checks and unoptimised code cost more than what is measured, and not equally for all strategies.",
                "Configure with -DCMAKE_BUILD_TYPE=Release and build again."},
    WarningKind{"W02", "the processor's governor is known and is not 'performance'",
                "The clock frequency follows the load, so that early frames run slower than late ones.",
                "cpupower frequency-set -g performance holds the frequency."},
    WarningKind{
        "W03", "the processor's boost (turbo) is known and is on",
        "It runs faster than it can keep up while it is cool and alone, so that the first rounds are not like the "
        "last.",
        "echo 0 | sudo tee /sys/devices/system/cpu/cpufreq/boost; with intel_pstate echo 1 | sudo tee "
        "/sys/devices/system/cpu/intel_pstate/no_turbo."},
    WarningKind{"W04", "the machine is a virtual guest",
                "Other guests share its caches, its memory bandwidth and sometimes its processors, unseen from here.",
                "Judge by the noise floor; measure on bare metal where the last per cent matters."},
    WarningKind{"W05", "the load average at the start is above half the number of cores",
                "Other programs take processor time and caches from the measured code.",
                "Stop what else runs, wait a minute for the load to fall, and measure again."},
    WarningKind{"W06", "the measuring thread was pushed aside or moved to another processor in over 10 % of the blocks",
                "A switch or a migration takes time within a block and leaves cold caches behind.",
                "Stop what else runs; --cpu N keeps the thread on one processor."},
    WarningKind{"W07", "the first frame of a block takes more than 1.5 times as long as a steady one",
                "Another strategy has just filled the caches, as other systems of a game would.",
                "None is needed. What a cold start costs can be read in cases[].frame_ns.settling of the result file."},
    WarningKind{"W08", "the baseline's time drifted by more than 2 % from the first round to the last (Theil-Sen)",
                "The processor heats up, changes its clock, or shares it with a changing neighbour.",
                "For times in ns, hold the frequency and let the machine come to rest."},
    WarningKind{
        "W09", "the frames of a case fall into two heaps, 2 % apart or more",
        "The processor changes between two speeds, or memory lies in two places: the median may fall on either.",
        "Look at the frames (ecsbench plot); hold the frequency, stay on one processor with --cpu."},
    WarningKind{"W10", "a strategy differs from its own copy: the control's interval leaves out 1",
                "Two copies of one world lie differently in memory, or the run was disturbed: so much is no difference "
                "between strategies.",
                "Believe no difference of that size; run again with another --seed, or longer with --time-budget."},
    WarningKind{"W11", "reading the clock costs more than 1 % of what is timed at once",
                "The frame is too short for the clock, and frames that use their world up cannot be timed in groups.",
                "Take more entities."},
    WarningKind{"W12", "more than 5 % of a case's frames are severe outliers: 3 IQR beyond the quartiles of log time",
                "Interruptions, a neighbour on the same processor, or work that comes only now and then.",
                "Stop what else runs; if they stay, read the p99 and not the median alone."},
    WarningKind{"W13", "a case has fewer than the 368 steady frames that a p99 needs",
                "With fewer frames the largest one would pass for a percentile.",
                "Give more --time-budget, or more --frames."},
    WarningKind{"W14", "the time budget ended before every ratio to the baseline was known to --precision",
                "Rounds scatter more than the budget allows for.",
                "Give more --time-budget, or a coarser --precision; stop what else runs."},
    WarningKind{
        "W15", "hardware counters were wanted and cannot be read",
        "The processor or its virtual machine has none, or the kernel keeps them from this user; the text says which.",
        "Where the kernel forbids it: sysctl kernel.perf_event_paranoid=2. In a guest without counters none: what a "
        "frame must touch stands beside what was timed."},
    WarningKind{
        "W16", "hardware counters ran less than 90 % of the time that they were asked for",
        "The processor has fewer counters than were wanted, or another program uses them: they took turns, and what "
        "they missed is guessed from what they saw.",
        "Ask for fewer (--counters cycles,instructions); end other profilers."},
    WarningKind{
        "W17", "steady frames of a workload that only moves values ask for memory",
        "An allocation takes some 20 ns where memory is at hand and much longer where it is not, and none of it is the "
        "work.",
        "Make room before the frames: reserve, or keep what a visitor needs from one frame to the next."},
    WarningKind{"W18", "the computer runs on its battery",
                "It saves power by lowering the clock, more so the emptier the battery.",
                "Plug it in and measure again."},
    WarningKind{
        "W19", "compare was given two results of different machines, or of one that nobody can tell",
        "Processor, caches, memory, kernel or virtual machine differ, and with them every time and many ratios.",
        "Run both programs on one machine; ecsbench compare can run them alternately."},
    WarningKind{"W20", "a case claims more bandwidth than 1.3 times the measured ceiling of the memory",
                "Its work may have been optimised away.",
                "Look at the generated code; believe nothing of this case until it is explained."},
    WarningKind{"W21", "a workload could not be laid out quite as asked",
                "The number of entities and the parameters do not fit together; the text says how.",
                "Change --entities or the --param that the text names."},
    WarningKind{"W22", "the core's frequency at the end of a run differs by more than 2 % from that at its start",
                "The processor heats up or saves power: times in ns from the two ends of the run do not compare.",
                "Believe ratios, which are paired by round; hold the frequency for times in ns."},
    WarningKind{"W23", "a workload about cache misses was measured only where its values fit the last cache",
                "What misses the first caches is found in the last one, some ten times sooner than in memory.",
                "Measure more entities: --entities 4xL3."},
};

}  // namespace

std::span<const WarningKind> warning_kinds() {
  return kKinds;
}

const WarningKind* find_warning_kind(std::string_view id) {
  const auto* const found =
      std::find_if(kKinds.begin(), kKinds.end(), [&](const WarningKind& kind) { return kind.id == id; });
  return found == kKinds.end() ? nullptr : found;
}

std::vector<std::string> warning_ids() {
  std::vector<std::string> ids;
  for (const WarningKind& kind : kKinds) ids.emplace_back(kind.id);
  return ids;
}

}  // namespace ecsbench
