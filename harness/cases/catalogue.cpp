// The list: every strategy in the order in which it is taught, every workload, and what joins them.
#include <algorithm>
#include <iterator>

#include "harness/cases/given/given.hpp"
#include "harness/cases/trial.hpp"
#include "harness/cases/units.hpp"
#include "harness/workloads/all.hpp"

namespace ecsbench {
namespace {

StrategyInfo strategy_info(std::string name, Role role, std::string summary) {
  StrategyInfo info;
  info.name = std::move(name);
  info.role = role;
  info.standard = role == Role::kStorage;
  info.summary = std::move(summary);
  return info;
}

// A storage on the way to the four: listed and measured when it is asked for.
StrategyInfo step_of_the_ladder(std::string name, std::string summary) {
  StrategyInfo info = strategy_info(std::move(name), Role::kStorage, std::move(summary));
  info.standard = false;
  return info;
}

std::vector<StrategyInfo> reference_strategies() {
  using enum Role;
  return {
      strategy_info("boxed", kBaseline, "one heap object an entity, virtual update, tidy heap"),
      strategy_info("boxed_scattered", kBaseline, "the same with pointers swapped like a long-lived heap"),
      step_of_the_ladder("hash_map", "packed values and a hash map from entity to slot: the first tutorial"),
      step_of_the_ladder("alive_scan", "parallel arrays by entity index, a flag tested at each step"),
      step_of_the_ladder("block_list", "the same in blocks of 16, given back when nobody lives in them"),
      strategy_info("bitset", kStorage, "one array a component by entity index, bitmaps say who has what"),
      strategy_info("sparse_set", kStorage, "packed values and a sparse index a component, swap-and-pop"),
      strategy_info("archetype", kStorage, "one table a component set, rows move along cached edges"),
      strategy_info("reactive", kStorage, "sparse sets and one entity list a query, kept by every change"),
      strategy_info("limit", kLimit, "hand-written loop over plain arrays: what the machine can do"),
      strategy_info("gather", kGather, "the same through one index list: the floor for a look-up"),
  };
}

void append(std::vector<Case>& all, std::vector<Case> more) {
  all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

template <class Named>
const Named* find_named(const std::vector<Named>& all, std::string_view name) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const Named& one) { return one.name == name; });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace

const Case* Catalogue::find(std::string_view strategy_name, std::string_view workload_name) const {
  const auto found = std::find_if(cases.begin(), cases.end(), [&](const Case& one) {
    return one.strategy == strategy_name && one.workload == workload_name;
  });
  return found == cases.end() ? nullptr : &*found;
}

const StrategyInfo* Catalogue::strategy(std::string_view name) const {
  return find_named(strategies, name);
}
const WorkloadInfo* Catalogue::workload(std::string_view name) const {
  return find_named(workloads, name);
}
const Case* Catalogue::reference(std::string_view workload_name) const {
  return find(kReferenceName, workload_name);
}

Catalogue catalogue() {
  Catalogue all;
  all.strategies = reference_strategies();
  all.workloads = all_workloads();
  append(all.cases, movement_references());
  append(all.cases, boxed_movement());
  append(all.cases, boxed_scattered_movement());
  append(all.cases, hash_map_movement());
  append(all.cases, alive_scan_movement());
  append(all.cases, block_list_movement());
  append(all.cases, bitset_movement());
  append(all.cases, sparse_set_movement());
  append(all.cases, archetype_movement());
  append(all.cases, reactive_movement());
  append(all.cases, limit_movement());
  append(all.cases, gather_movement());
  append(all.cases, operation_references());
  append(all.cases, boxed_operations());
  append(all.cases, boxed_scattered_operations());
  append(all.cases, hash_map_operations());
  append(all.cases, alive_scan_operations());
  append(all.cases, block_list_operations());
  append(all.cases, bitset_operations());
  append(all.cases, sparse_set_operations());
  append(all.cases, archetype_operations());
  append(all.cases, reactive_operations());
  append(all.cases, limit_operations());
  append(all.cases, gather_operations());
  admit(all, given_strategies());
  return all;
}

}  // namespace ecsbench
