#include "tests/commands/fake_catalogue.hpp"

#include <cstdlib>
#include <memory>
#include <new>
#include <optional>
#include <string>

namespace ecsbench::test {
namespace {

class FakeTrial : public Trial {
 public:
  FakeTrial(const Params& params, bool lies, bool crashes, bool spoils, bool allocates)
      : entities_(params.entities), lies_(lies), crashes_(crashes), spoils_(spoils), allocates_(allocates) {}
  void build() override {
    if (crashes_) std::abort();
  }
  Outcome verify() override {
    was_verified_ = true;
    return {lies_ ? 2U : 1U, entities_, ""};
  }
  [[nodiscard]] std::uint64_t fingerprint(std::uint64_t ordinal) const override {
    return lies_ && ordinal == 7 ? 0 : ordinal;
  }
  [[nodiscard]] std::string state_of(std::uint64_t ordinal) const override { return std::to_string(ordinal); }
  void prepare() override {}
  void run(std::uint64_t frames) override {
    for (std::uint64_t frame = 0; allocates_ && frame < frames; ++frame) ::operator delete(::operator new(16));
  }
  std::optional<std::string> check() override {
    return spoils_ ? std::optional<std::string>("entity 3 has gone.") : std::nullopt;
  }
  [[nodiscard]] Work work() const override { return {entities_, entities_, "match", 24.0, 1.0, ""}; }
  [[nodiscard]] std::optional<MemoryBytes> memory() const override {
    const std::uint64_t slack = was_verified_ ? 100 * entities_ : 0;  // frames leave something behind
    return MemoryBytes{16 * entities_, 4 * entities_, slack};
  }

 private:
  std::uint64_t entities_;
  bool lies_, crashes_, spoils_, allocates_;
  bool was_verified_ = false;
};

MakeTrial make_fake(const std::string& strategy, const Faults& faults) {
  return [lies = faults.lies == strategy, crashes = faults.crashes == strategy, spoils = faults.spoils == strategy,
          allocates = faults.allocates == strategy, above = faults.crashes_above](const Params& params) {
    return std::make_unique<FakeTrial>(params, lies, crashes && params.entities > above, spoils, allocates);
  };
}

StrategyInfo strategy(const char* name, Role role) {
  StrategyInfo info;
  info.name = name;
  info.summary = std::string("what ") + name + " is";
  info.role = role;
  info.standard = role == Role::kStorage && info.name != "mine";
  return info;
}

WorkloadInfo workload(const char* name, bool standard) {
  WorkloadInfo info;
  info.name = name;
  info.summary = std::string("what ") + name + " does";
  info.standard = standard;
  return info;
}

}  // namespace

Catalogue fake_catalogue(const Faults& faults) {
  using enum Role;
  Catalogue all;
  all.strategies = {strategy("boxed", kBaseline),    strategy("boxed_scattered", kBaseline),
                    strategy("bitset", kStorage),    strategy("sparse_set", kStorage),
                    strategy("archetype", kStorage), strategy("reactive", kStorage),
                    strategy("limit", kLimit),       strategy("gather", kGather),
                    strategy("mine", kStorage)};
  all.strategies.back().origin = "given";
  all.workloads = {workload("move/same-order", true), workload("move/scrambled", true),
                   workload("move/ten-percent", true), workload("sort/rows", false)};
  all.workloads[1].axes = {{"stride", "step between insertions, entities", 7919, 1, 1'000'000, true}};
  for (const WorkloadInfo& each : all.workloads) {
    all.cases.push_back({std::string(kReferenceName), each.name, make_fake("", {"-", "-", "-"}), ""});
    for (const StrategyInfo& one : all.strategies) {
      const bool sorts = one.name == "archetype";
      if (each.name != "sort/rows" || sorts)
        all.cases.push_back({one.name, each.name, make_fake(one.name, faults), ""});
    }
  }
  all.cases.push_back({"bitset", "sort/rows", nullptr, "skipped (no Sortable)"});
  return all;
}

}  // namespace ecsbench::test
