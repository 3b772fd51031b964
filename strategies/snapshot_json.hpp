// A snapshot as JSON on a stream, in pieces. The one file of the storages that uses nlohmann/json: its parser tells what it
// meets (SAX), and so never holds the file; it escapes texts; numbers are written with std::to_chars, so that they are exact.
//
//   save_json(world, stream)    load_json(world, stream)      throw SnapshotError
//
// A float is written in the fewest digits that give it back, and read from its digits as a float.
#pragma once

#include <array>
#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <istream>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <string_view>

#include "strategies/entity_id.hpp"
#include "strategies/snapshot.hpp"
#include "strategies/snapshot_load.hpp"
#include "strategies/snapshot_save.hpp"
#include "strategies/snapshot_stream.hpp"

namespace ecs {

class JsonOut {
 public:
  explicit JsonOut(std::ostream& stream) : out_{stream} {}

  void begin_map(std::size_t) { open("{"); }
  void key(std::string_view name) {
    separate();
    out_.write("\n");
    write_text(name);
    out_.write(": ");
    first_ = true;
  }
  void end_map() { close("}"); }
  void begin_list(std::size_t) { open("["); }
  void end_list() { close("]"); }

  void text(std::string_view text) {
    separate();
    require_utf8(text);
    write_text(text);
  }
  void truth(bool value) {
    separate();
    out_.write(value ? "true" : "false");
  }
  template <class Number>
    requires std::integral<Number> || std::floating_point<Number>
  void number(Number value) {
    separate();
    std::array<char, 32> digits;
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    const std::string_view text{digits.data(), end};
    out_.write(text);
    if (text == "-0") out_.write(".0");  // a parser takes -0 for an integer, which has no sign
  }

  // Throws SnapshotError if the stream did not take all.
  void finish() {
    out_.write("\n");
    out_.finish();
  }

 private:
  // A comma before all but the first of a list or map, and behind a key.
  void separate() {
    if (!first_) out_.write(",");
    first_ = false;
  }
  void open(std::string_view bracket) {
    separate();
    out_.write(bracket);
    first_ = true;
  }
  void close(std::string_view bracket) {
    out_.write(bracket);
    first_ = false;
  }
  void write_text(std::string_view text) { out_.write(nlohmann::json(text).dump()); }

  StreamOut out_;
  bool first_ = true;
};

namespace json {

// What nlohmann's parser calls.
template <class Loads>
class Events {
 public:
  explicit Events(Loads& loader) : loader_{loader} {}

  bool null() { return loader_.null(), true; }
  bool boolean(bool value) { return loader_.truth(value), true; }
  bool number_integer(std::int64_t value) { return loader_.number(value), true; }
  bool number_unsigned(std::uint64_t value) { return loader_.number(value), true; }
  bool number_float(double value, const std::string& digits) { return loader_.real(value, digits), true; }
  bool string(const std::string& text) { return loader_.text(text), true; }
  bool binary(const nlohmann::json::binary_t&) { return loader_.bytes(), true; }
  bool start_object(std::size_t) { return loader_.begin_map(), true; }
  bool key(const std::string& name) { return loader_.key(name), true; }
  bool end_object() { return loader_.end_map(), true; }
  bool start_array(std::size_t) { return loader_.begin_list(), true; }
  bool end_array() { return loader_.end_list(), true; }
  [[noreturn]] bool parse_error(std::size_t byte, const std::string&, const nlohmann::json::exception& fault) {
    const std::string_view said = fault.what();
    const std::size_t reason = said.find("] ");
    throw SnapshotError{"snapshot: byte " + std::to_string(byte) + ": this is no JSON: " +
                        std::string{reason == std::string_view::npos ? said : said.substr(reason + 2)}};
  }

 private:
  Loads& loader_;
};

}  // namespace json

template <Identified World>
void save_json(World& world, std::ostream& stream) {
  JsonOut out{stream};
  save_with(world, out);
  out.finish();
}

template <Identified World>
void load_json(World& world, std::istream& stream) {
  load_with(world, [&](auto& loader) {
    json::Events events{loader};
    nlohmann::json::sax_parse(stream, &events);
  });
}

}  // namespace ecs
