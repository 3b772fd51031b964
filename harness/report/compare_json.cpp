// A comparison of two files as JSON: schemas/comparison.schema.json. What is not a number is null.
#include <nlohmann/json.hpp>
#include <utility>

#include "harness/report/compare_table.hpp"
#include "harness/report/compare_words.hpp"
#include "harness/report/text.hpp"

namespace ecsbench {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kComparisonVersion = 1;

Json number(Number value) {
  const auto known = finite(value);
  return known ? Json(*known) : Json(nullptr);
}

Json key_object(const CaseKey& key) {
  Json params = Json::object();
  for (const auto& [name, value] : key.params) params[name] = value;
  return {{"strategy", key.strategy},
          {"workload", key.workload},
          {"entities", key.entities},
          {"threads", key.threads},
          {"params", std::move(params)}};
}

Json key_list(const std::vector<CaseKey>& keys) {
  Json list = Json::array();
  for (const CaseKey& key : keys) list.push_back(key_object(key));
  return list;
}

Json file_object(const ComparedFile& file) {
  return {{"name", file.name},
          {"partial", file.partial},
          {"exit_reason", file.exit_reason},
          {"started_utc", file.started_utc},
          {"version", file.tool.version},
          {"revision", file.tool.revision},
          {"dirty", file.tool.dirty},
          {"compiler", file.tool.compiler},
          {"flags", file.tool.flags},
          {"build_type", file.tool.build_type},
          {"assertions", file.tool.assertions},
          {"cpu_model", file.cpu_model},
          {"fingerprint", file.fingerprint},
          {"noise_floor", file.noise_floor}};
}

Json side_object(const ComparedSide& side) {
  return {{"frame_ns", number(side.frame_ns)}, {"rounds", side.rounds}, {"launches", side.launches}};
}

Json case_object(const ComparedCase& one) {
  Json object = key_object(one.key);
  object["old"] = side_object(one.old_side);
  object["new"] = side_object(one.new_side);
  object["ratio"] = number(one.ratio.median);
  object["ci_low"] = number(one.ratio.ci_low);
  object["ci_high"] = number(one.ratio.ci_high);
  object["method"] = to_string(one.method);
  object["tolerance"] = number(one.tolerance);
  object["allowance"] = number(one.allowance);
  object["verdict"] = to_string(one.verdict);
  object["reason"] = one.reason.empty() ? Json(nullptr) : Json(one.reason);
  object["rounds_to_decide"] = number(one.rounds_to_decide);
  object["launches_to_decide"] = number(one.launches_to_decide);
  return object;
}

Json refused_object(const RefusedCase& one) {
  Json object = key_object(one.key);
  object["reason"] = one.reason;
  return object;
}

template <class Item, class Convert>
Json list_of(const std::vector<Item>& items, Convert convert) {
  Json list = Json::array();
  for (const Item& item : items) list.push_back(convert(item));
  return list;
}

Json counts_object(const FileComparison& comparison) {
  Json counts = Json::object();
  for (const Verdict verdict : {Verdict::kSlower, Verdict::kFaster, Verdict::kSame, Verdict::kInconclusive}) {
    counts[to_string(verdict)] = count(comparison, verdict);
  }
  return counts;
}

Json label_object(const Warning& label) {
  return {{"id", label.id}, {"text", label.text}};
}

}  // namespace

std::string compare_json(const FileComparison& comparison, int exit_code) {
  const Json document = {
      {"schema", "ecsbench.comparison"},
      {"schema_version", kComparisonVersion},
      {"old", file_object(comparison.old_file)},
      {"new", file_object(comparison.new_file)},
      {"paired", comparison.paired},
      {"threshold", number(comparison.threshold)},
      {"level", number(comparison.level)},
      {"seed", comparison.seed},
      {"replicates", comparison.replicates},
      {"across_machines", comparison.across_machines},
      {"across_builds", comparison.across_builds},
      {"method", method_text(comparison)},
      {"labels", list_of(comparison.labels, label_object)},
      {"cases", list_of(comparison.cases, case_object)},
      {"refused", list_of(comparison.refused, refused_object)},
      {"only_old", key_list(comparison.only_old)},
      {"only_new", key_list(comparison.only_new)},
      {"counts", counts_object(comparison)},
      {"geometric_mean", {{"ratio", number(comparison.mean.ratio)}, {"cases", comparison.mean.cases}}},
      {"finding", comparison_finding(comparison)},
      {"exit_code", exit_code}};
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace ecsbench
