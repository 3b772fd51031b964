#include "harness/commands/run/contest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "harness/cases/trial.hpp"
#include "harness/commands/interrupt.hpp"
#include "harness/commands/run/counting.hpp"
#include "harness/commands/run/sample_warnings.hpp"
#include "harness/machine/allocations.hpp"
#include "harness/machine/probes.hpp"
#include "harness/measure/clock.hpp"
#include "harness/measure/contestant.hpp"
#include "harness/measure/plausibility.hpp"
#include "harness/measure/rounds.hpp"
#include "harness/measure/verify.hpp"
#include "harness/measure/whereabouts.hpp"
#include "harness/report/text.hpp"
#include "harness/workloads/workload.hpp"

namespace ecsbench {
namespace {

// Thrown between two worlds once the user has interrupted: one large world takes seconds.
struct Interrupted {};

void give_way() {
  if (interrupted()) throw Interrupted{};
}

// A trial in the words of the report.
ContestantFacts facts_of(Role role, const Work& work, const std::optional<MemoryBytes>& memory,
                         const Outcome& outcome) {
  ContestantFacts facts;
  facts.is_storage = role == Role::kStorage;
  facts.matched = work.matched;
  facts.operations = work.operations;
  facts.per = work.per;
  facts.digest = hex_digits(outcome.digest);
  facts.bytes_touched = work.bytes_touched;
  facts.cache_lines = work.cache_lines;
  if (memory) {
    facts.memory = MemoryResult{memory->payload, memory->index, memory->slack, memory->total(), {}, {}};
    facts.memory->allocator_overhead_bytes = memory->overhead;
  }
  return facts;
}

// The worlds of a contest: the entrants in order, then the control, a second copy of the first.
class Field {
 public:
  Field(const Contest& contest, ProgressLine& progress) {
    for (const Entrant& entrant : contest.entrants) {
      progress.say_step(contest, "building " + entrant.strategy->name);
      enter(entrant.strategy->name, entrant.strategy->role, *entrant.entry, contest.params);
    }
    const Entrant& first = contest.entrants.front();
    enter(std::string(kControlName), first.strategy->role, *first.entry, contest.params);
  }

  [[nodiscard]] const std::vector<Contestant>& contestants() const { return contestants_; }

  [[nodiscard]] std::vector<ContestantFacts> facts(const Verified& verified, const Counting& counting) const {
    std::vector<ContestantFacts> facts;
    for (std::size_t at = 0; at < trials_.size(); ++at) {
      facts.push_back(facts_of(roles_[at], trials_[at]->work(), memory_as_built_[at], verified.contestants[at]));
      facts.back().counters = counting.of(at);
      const auto memory_now = trials_[at]->memory();  // the peak may lie in a frame
      if (facts.back().memory && memory_now) facts.back().memory->peak_bytes = memory_now->peak;
    }
    return facts;
  }

  [[nodiscard]] Work work() const { return trials_.front()->work(); }

  // Strategy and note, of those that have something to say.
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> notes() const {
    std::vector<std::pair<std::string, std::string>> said;
    for (std::size_t at = 0; at < trials_.size(); ++at) {
      if (const std::string note = trials_[at]->work().note; !note.empty())
        said.emplace_back(contestants_[at].name, note);
    }
    return said;
  }

 private:
  void enter(const std::string& name, Role role, const Case& entry, const Params& params) {
    give_way();
    trials_.push_back(entry.make(params));
    trials_.back()->build();
    memory_as_built_.push_back(trials_.back()->memory());  // frames that use the world up leave more, or less
    roles_.push_back(role);
    contestants_.push_back({name, trials_.back().get()});
  }

  std::vector<std::unique_ptr<Trial>> trials_;
  std::vector<Role> roles_;
  std::vector<std::optional<MemoryBytes>> memory_as_built_;
  std::vector<Contestant> contestants_;
};

// The reference's world lives only as long as it is needed.
Verified verified(const Contest& contest, const Field& field) {
  give_way();
  const std::unique_ptr<Trial> reference = contest.reference->make(contest.params);
  reference->build();
  return verify_all({std::string(kReferenceName), reference.get()}, field.contestants(), contest.workload->name,
                    contest.params.entities, give_way);
}

Samples measured(const Contest& contest, const ContestRules& rules, const Field& field, Counting& counting,
                 ProgressLine& progress) {
  SteadyClock clock;
  const Work work = field.work();
  Watch watch;
  watch.observe = [&](const Progress& now) { progress.observe(contest, work, now); };
  watch.stop = &interrupt_mark();
  watch.whereabouts = whereabouts;
  if (counts_allocations()) watch.allocations = allocations_of_this_thread;
  counting.attach(watch);
  watch.precise = [&](const Samples& samples) { return precise_enough(samples, contest.baseline, rules.precision); };
  return RoundRunner<SteadyClock>(field.contestants(), rules.settings, clock, rules.clock_cost_ns, watch).run();
}

// What the memory system can do at the contest's own working set: the lines that a frame touches, each counted once.
// Probed before and after the measuring, and again before anybody is accused: see plausibility.hpp.
class Ceiling {
 public:
  explicit Ceiling(const Work& work) : bytes_(static_cast<std::uint64_t>(work.cache_lines * kLineBytes)) { probe(); }

  void probe() {
    if (bytes_ > 0) gb_per_s_ = std::max(gb_per_s_.value_or(0), ceiling_gb_per_s(bytes_));
  }
  // Probes on while a case seems impossible. True where the ceiling is higher now.
  [[nodiscard]] bool rises_by_hearing(const std::vector<CaseResult>& cases) {
    const Number before = gb_per_s_;
    for (const CaseResult& entry : cases) {
      if (!gb_per_s_ || !entry.predicted.gb_per_s) continue;
      (void)judge_after_hearings(*entry.predicted.bytes_touched, *entry.frame_ns.median, *gb_per_s_,
                                 [this] { return ceiling_gb_per_s(bytes_); });
    }
    return gb_per_s_ != before;
  }
  [[nodiscard]] Number gb_per_s() const { return gb_per_s_; }

 private:
  static constexpr double kLineBytes = 64;
  std::uint64_t bytes_;
  Number gb_per_s_;
};

// In processes of their own, when all timing is over.
void model_caches(const Contest& contest, const CacheModelRules& rules, ProgressLine& progress,
                  std::vector<ContestantFacts>& facts) {
  for (std::size_t at = 0; at < contest.entrants.size(); ++at) {
    const Entrant& entrant = contest.entrants[at];
    if (rules.is_wanted) progress.say_step(contest, "modelling the caches under " + entrant.strategy->name);
    facts[at].modelled = modelled_frame(rules, *entrant.entry, contest.params, facts[at].digest);
  }
}

// What the plans had to say: once where the first says it too, else with the strategy's name.
std::vector<Warning> notes(const std::string& workload, const Field& field) {
  std::vector<Warning> said;
  const std::string common = field.work().note;
  if (!common.empty()) said.push_back({"W21", fmt::format("{}: {}", workload, common)});
  for (const auto& [strategy, note] : field.notes()) {
    if (note != common) said.push_back({"W21", fmt::format("{} on {}: {}", strategy, workload, note)});
  }
  return said;
}

void warn_of_the_impossible(std::vector<CaseResult>& cases, Number ceiling, std::vector<Warning>& warnings) {
  for (CaseResult& entry : cases) {
    if (!ceiling || !entry.predicted.gb_per_s) continue;
    const auto judged = judge_plausibility(*entry.predicted.bytes_touched, *entry.frame_ns.median, *ceiling);
    if (!judged || !judged->impossible) continue;
    entry.warnings.push_back("W20");
    warnings.push_back(
        {"W20", fmt::format("{} on {} claims {:.1f} GB/s, {:.1f} times what this machine's memory gives at "
                            "that size: its work may have been optimised away.",
                            entry.strategy, entry.workload, judged->claimed_gb_per_s, judged->share_of_ceiling)});
  }
}

ContestOutcome held(const Contest& contest, const ContestRules& rules, ProgressLine& progress) {
  const Field field(contest, progress);
  progress.say_step(contest, "verifying");
  const Verified outcomes = verified(contest, field);
  Ceiling ceiling(field.work());

  CaseGroup group;
  Counting counting(this_kernel(), rules.counters, field.contestants().size());
  group.samples = measured(contest, rules, field, counting, progress);
  ContestOutcome outcome;
  if (group.samples.rounds == 0) return outcome;
  if (!interrupted()) ceiling.probe();
  progress.say_step(contest, "checking");
  check_all(field.contestants(), contest.workload->name);

  group.workload = contest.workload->name;
  group.entities = contest.params.entities;
  group.threads = contest.params.threads;
  group.params = contest.params.axes;
  group.baseline = contest.baseline;
  group.seed = rules.settings.seed;
  group.clock_resolution_ns = rules.clock_resolution_ns;
  group.ceiling_gb_per_s = ceiling.gb_per_s();
  group.facts = field.facts(outcomes, counting);
  model_caches(contest, rules.cache_model, progress, group.facts);
  outcome.summary = summarise(group);
  if (ceiling.rises_by_hearing(outcome.summary.cases)) {
    group.ceiling_gb_per_s = ceiling.gb_per_s();
    outcome.summary = summarise(group);
  }
  for (ComparisonResult& made : outcome.summary.comparisons) {
    made.threads = group.threads;
    made.params = group.params;
  }
  outcome.warnings = notes(group.workload, field);
  if (auto found = disturbance_warning(group.workload, group.entities, group.samples)) {
    outcome.warnings.push_back(std::move(*found));
  }
  warn_of_the_impossible(outcome.summary.cases, group.ceiling_gb_per_s, outcome.warnings);
  return outcome;
}

}  // namespace

ContestOutcome hold(const Contest& contest, const ContestRules& rules, ProgressLine& progress) {
  try {
    return held(contest, rules, progress);
  } catch (const Interrupted&) {
    return {};
  }
}

}  // namespace ecsbench
