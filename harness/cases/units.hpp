// The functions of the case units: one for each strategy and family, each in a file of its own. A forgotten file is a
// link error; a forgotten line in catalogue.cpp fails a test.
#pragma once

#include <vector>

#include "harness/cases/subject.hpp"
#include "harness/cases/trial.hpp"

namespace ecsbench {

[[nodiscard]] std::vector<Case> movement_references();
[[nodiscard]] std::vector<Case> boxed_movement();
[[nodiscard]] std::vector<Case> boxed_scattered_movement();
[[nodiscard]] std::vector<Case> hash_map_movement();
[[nodiscard]] std::vector<Case> alive_scan_movement();
[[nodiscard]] std::vector<Case> block_list_movement();
[[nodiscard]] std::vector<Case> bitset_movement();
[[nodiscard]] std::vector<Case> sparse_set_movement();
[[nodiscard]] std::vector<Case> archetype_movement();
[[nodiscard]] std::vector<Case> reactive_movement();
[[nodiscard]] std::vector<Case> limit_movement();
[[nodiscard]] std::vector<Case> gather_movement();

[[nodiscard]] std::vector<Case> operation_references();
[[nodiscard]] std::vector<Case> boxed_operations();
[[nodiscard]] std::vector<Case> boxed_scattered_operations();
[[nodiscard]] std::vector<Case> hash_map_operations();
[[nodiscard]] std::vector<Case> alive_scan_operations();
[[nodiscard]] std::vector<Case> block_list_operations();
[[nodiscard]] std::vector<Case> bitset_operations();
[[nodiscard]] std::vector<Case> sparse_set_operations();
[[nodiscard]] std::vector<Case> archetype_operations();
[[nodiscard]] std::vector<Case> reactive_operations();
[[nodiscard]] std::vector<Case> limit_operations();
[[nodiscard]] std::vector<Case> gather_operations();

[[nodiscard]] SubjectCase hash_map_subject();
[[nodiscard]] SubjectCase alive_scan_subject();
[[nodiscard]] SubjectCase block_list_subject();
[[nodiscard]] SubjectCase bitset_subject();
[[nodiscard]] SubjectCase sparse_set_subject();
[[nodiscard]] SubjectCase archetype_subject();
[[nodiscard]] SubjectCase reactive_subject();

}  // namespace ecsbench
