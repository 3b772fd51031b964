// Node: a value of a JSON document with the path that leads to it, so that an error can say where it stands.
//
//   document["cases"].items()[2]["frame_ns"]["p99"]      "cases[2].frame_ns.p99 must be a number, not string"
//
// A missing key and null are one: no value; reading one leaves its target as it is. Nodes point into the document, which
// must outlive them.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/report/json_reader.hpp"
#include "harness/report/result.hpp"

namespace ecsbench {

// Throws ReadError where a value is of another kind than asked for.
class Node {
 public:
  using Json = nlohmann::ordered_json;

  Node(const Json* value, std::string path) : value_(value), path_(std::move(path)) {}

  [[nodiscard]] bool present() const { return value_ != nullptr && !value_->is_null(); }

  [[nodiscard]] Node operator[](const char* key) const {
    const std::string path = path_.empty() ? key : path_ + "." + key;
    if (!present()) return {nullptr, path};
    require(value_->is_object(), "an object");
    const auto found = value_->find(key);
    return {found == value_->end() ? nullptr : &*found, path};
  }

  [[nodiscard]] std::vector<Node> items() const {
    std::vector<Node> nodes;
    if (!present()) return nodes;
    require(value_->is_array(), "a list");
    for (const Json& item : *value_) {
      nodes.emplace_back(&item, fmt::format("{}[{}]", path_, nodes.size()));
    }
    return nodes;
  }

  [[nodiscard]] std::vector<std::pair<std::string, Node>> members() const {
    std::vector<std::pair<std::string, Node>> nodes;
    if (!present()) return nodes;
    require(value_->is_object(), "an object");
    for (const auto& [key, item] : value_->items()) {
      nodes.emplace_back(key, Node(&item, path_ + "." + key));
    }
    return nodes;
  }

  [[nodiscard]] Number number() const {
    if (!present()) return std::nullopt;
    require(value_->is_number(), "a number");
    return value_->get<double>();
  }

  // Leaves `target` as it is where there is no value.
  void read(std::string& target) const {
    if (!present()) return;
    require(value_->is_string(), "a text");
    target = value_->get<std::string>();
  }
  void read(bool& target) const {
    if (!present()) return;
    require(value_->is_boolean(), "true or false");
    target = value_->get<bool>();
  }
  void read(std::uint64_t& target) const {
    if (!present()) return;
    require(value_->is_number_unsigned(), "a whole number that is not negative");
    target = value_->get<std::uint64_t>();
  }
  void read(int& target) const {
    if (!present()) return;
    require(value_->is_number_unsigned() && value_->get<std::uint64_t>() < 1'000'000, "a small whole number");
    target = value_->get<int>();
  }
  void read(double& target) const { target = number().value_or(target); }
  void read(Number& target) const { target = number(); }
  template <class Value>
  void read(std::optional<Value>& target) const {
    if (!present()) return;
    Value value{};
    read(value);
    target = std::move(value);
  }
  template <class Item>
  void read(std::vector<Item>& target) const {
    for (const Node& item : items()) item.read(target.emplace_back());
  }
  template <class Value>
  void read(std::vector<std::pair<std::string, Value>>& target) const {
    for (const auto& [key, item] : members()) {
      if (!item.present()) continue;
      target.emplace_back(key, Value{});
      item.read(target.back().second);
    }
  }

 private:
  void require(bool holds, const char* expected) const {
    if (holds) return;
    throw ReadError(
        fmt::format("{} must be {}, not {}", path_.empty() ? "the document" : path_, expected, value_->type_name()));
  }

  const Json* value_;
  std::string path_;
};

}  // namespace ecsbench
