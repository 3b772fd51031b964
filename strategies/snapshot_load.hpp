// How a snapshot is read: a parser tells what it meets, piece by piece, and the world grows on the way.
//
//   parser  ->  Loader    where in the file are we, and may this come here?        key by key, see snapshot.hpp
//                 |
//                 '->  Builder    what does it mean?      snapshot_builder.hpp
//
//   format  version  components  entities  ids [ * * * ]  blocks [ {has rows columns [ [* *] [* *] ]} ]
//                                              each *, once its tokens are there, is handed over and forgotten
//
//   load_with(world, parse)     parse(loader) calls begin_map() ... end_map() as it meets them
//
// If anything throws, the world is emptied again: it has no entity, as before, though perhaps more room.
// Cost  O(file); memory: the world, and the longest value of the file.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "strategies/entity_id.hpp"
#include "strategies/id_maps.hpp"
#include "strategies/snapshot.hpp"
#include "strategies/snapshot_builder.hpp"
#include "strategies/snapshot_value.hpp"

namespace ecs {

namespace snapshot {

// Each function throws SnapshotError with the place, for what may not stand there.
template <class Builds>
class Loader {
 public:
  explicit Loader(Builds builder) : builder_{std::move(builder)} {}

  void null() { meet({TokenKind::kNull}); }
  void truth(bool value) { meet({TokenKind::kTruth, value ? std::uint64_t{1} : std::uint64_t{0}}); }
  void number(std::uint64_t value) { meet({TokenKind::kNatural, value}); }
  void number(std::int64_t value) {
    meet({value < 0 ? TokenKind::kNegative : TokenKind::kNatural, static_cast<std::uint64_t>(value)});
  }
  // digits: what the file says, where it says it in digits.
  void real(double value, std::string_view digits = {}) {
    meet({TokenKind::kReal, std::bit_cast<std::uint64_t>(value), digits});
  }
  void text(std::string_view text) { meet({TokenKind::kText, 0, text}); }
  void bytes() { meet({TokenKind::kBytes}); }
  void key(std::string_view name) { meet({TokenKind::kKey, 0, name}); }
  void begin_list() { meet({TokenKind::kBeginList}); }
  void end_list() { meet({TokenKind::kEndList}); }
  void begin_map() { meet({TokenKind::kBeginMap}); }
  void end_map() { meet({TokenKind::kEndMap}); }

 private:
  enum class In : std::uint8_t { kNothing, kFile, kIds, kBlocks, kBlock, kColumns, kColumn, kEnd };
  static constexpr std::array<std::string_view, 6> kFileKeys{"format",   "version", "components",
                                                             "entities", "ids",     "blocks"};
  static constexpr std::array<std::string_view, 3> kBlockKeys{"has", "rows", "columns"};
  static constexpr std::size_t kDeepest = 64;  // lists within lists, of one value

  void meet(const Token& token) {
    try {
      depth_ != 0 ? collect(token) : step(token);
    } catch (const SnapshotError& refused) {
      throw SnapshotError{"snapshot: " + place() + ": " + refused.what()};
    }
  }

  // --- between the parts ---

  void step(const Token& token) {
    switch (in_) {
      case In::kNothing:
        return want(token, TokenKind::kBeginMap, "a map"), void(in_ = In::kFile);
      case In::kFile:
        return in_file(token);
      case In::kIds:
        return token.kind == TokenKind::kEndList ? end_ids() : collect(token);
      case In::kBlocks:
        return in_blocks(token);
      case In::kBlock:
        return in_block(token);
      case In::kColumns:
        return in_columns(token);
      case In::kColumn:
        return token.kind == TokenKind::kEndList ? end_column() : collect(token);
      case In::kEnd:
        return want(token, TokenKind::kNull, "the end");
    }
  }
  void in_file(const Token& token) {
    if (token.kind == TokenKind::kKey) return pass_key(token, kFileKeys, file_keys_);
    if (token.kind == TokenKind::kEndMap) return end_map(kFileKeys, file_keys_), void(in_ = In::kEnd);
    const std::string_view key = kFileKeys[file_keys_ - 1];
    if (key != "ids" && key != "blocks") return collect(token);
    want(token, TokenKind::kBeginList, "a list");
    in_ = key == "ids" ? In::kIds : In::kBlocks;
  }
  void in_blocks(const Token& token) {
    if (token.kind == TokenKind::kEndList) return builder_.end_blocks(), void(in_ = In::kFile);
    want(token, TokenKind::kBeginMap, "a block, which is a map,");
    block_keys_ = 0;
    in_ = In::kBlock;
  }
  void in_block(const Token& token) {
    if (token.kind == TokenKind::kKey) return pass_key(token, kBlockKeys, block_keys_);
    if (token.kind == TokenKind::kEndMap) return end_block();
    if (kBlockKeys[block_keys_ - 1] != "columns") return collect(token);
    want(token, TokenKind::kBeginList, "a list");
    columns_ = 0;
    in_ = In::kColumns;
  }
  void in_columns(const Token& token) {
    if (token.kind == TokenKind::kEndList) return builder_.end_block(), void(in_ = In::kBlock);
    want(token, TokenKind::kBeginList, "a column, which is a list,");
    builder_.begin_column();
    in_ = In::kColumn;
  }

  void end_ids() {
    builder_.end_ids();
    in_ = In::kFile;
  }
  void end_block() {
    end_map(kBlockKeys, block_keys_);
    ++blocks_;
    in_ = In::kBlocks;
  }
  void end_column() {
    builder_.end_column();
    ++columns_;
    in_ = In::kColumns;
  }

  template <class Keys>
  static void pass_key(const Token& token, const Keys& keys, std::size_t& read) {
    if (read == keys.size()) throw SnapshotError{described(token) + " comes behind the last that is known"};
    if (token.text != keys[read]) {
      throw SnapshotError{"the key '" + std::string{keys[read]} + "' is wanted, and " + described(token) + " is given"};
    }
    ++read;
  }
  template <class Keys>
  static void end_map(const Keys& keys, std::size_t read) {
    if (read != keys.size()) throw SnapshotError{"the key '" + std::string{keys[read]} + "' is missing"};
  }
  static void want(const Token& token, TokenKind kind, const std::string& wanted) {
    if (token.kind != kind) throw SnapshotError{wanted + " is wanted, and " + described(token) + " is given"};
  }

  // --- parts that are handed over whole ---

  void collect(const Token& token) {
    tokens_.add(token);
    if (token.kind == TokenKind::kBeginList || token.kind == TokenKind::kBeginMap) ++depth_;
    if (token.kind == TokenKind::kEndList || token.kind == TokenKind::kEndMap) --depth_;
    if (depth_ > kDeepest) throw SnapshotError{"lists lie deeper than " + std::to_string(kDeepest) + " in each other"};
    if (depth_ != 0) return;
    hand_over();
    tokens_.clear();
  }
  void hand_over() {
    if (in_ == In::kFile) return hand_over_head(kFileKeys[file_keys_ - 1]);
    if (in_ == In::kIds) return builder_.id(builder_.template read<EntityId>(tokens_));
    if (in_ == In::kColumn) return builder_.value(tokens_);
    if (kBlockKeys[block_keys_ - 1] == "rows")
      return builder_.block_rows(builder_.template read<std::uint64_t>(tokens_));
    for (const std::uint64_t component : builder_.template read<std::vector<std::uint64_t>>(tokens_)) {
      builder_.block_has(component);
    }
  }
  void hand_over_head(std::string_view key) {
    if (key == "format") return builder_.format(builder_.template read<std::string>(tokens_));
    if (key == "version") return builder_.version(builder_.template read<std::uint64_t>(tokens_));
    if (key == "entities") return builder_.announce(builder_.template read<std::uint64_t>(tokens_));
    using NameAndShape = std::array<std::string, 2>;
    for (const auto& [name, shape] : builder_.template read<std::vector<NameAndShape>>(tokens_)) {
      builder_.component(name, shape);
    }
  }

  // "blocks[2].columns[0][17] (Velocity)"
  [[nodiscard]] std::string place() const {
    std::string block = "blocks[" + std::to_string(blocks_) + "]";
    std::string column = block + ".columns[" + std::to_string(columns_) + "]";
    switch (in_) {
      case In::kNothing:
        return "at its beginning";
      case In::kFile:
        return file_keys_ == 0 ? "before 'format'" : std::string{kFileKeys[file_keys_ - 1]};
      case In::kIds:
        return "ids[" + std::to_string(builder_.ids_read()) + "]";
      case In::kBlocks:
        return block;
      case In::kBlock:
        return block_keys_ == 0 ? block : block + "." + std::string{kBlockKeys[block_keys_ - 1]};
      case In::kColumns:
        return column;
      case In::kColumn:
        return column + "[" + std::to_string(builder_.row()) + "] (" + builder_.column_name() + ")";
      case In::kEnd:
        return "at its end";
    }
    return {};
  }

  Builds builder_;
  In in_ = In::kNothing;
  std::size_t file_keys_ = 0;   // read so far, of the file
  std::size_t block_keys_ = 0;  // and of this block
  std::size_t blocks_ = 0;      // read before this one, here and below
  std::size_t columns_ = 0;
  Tokens tokens_;
  std::size_t depth_ = 0;  // of what is collected
};

// All that was loaded has an id. Takes no memory: there may be none left.
template <class World>
void empty(World& world) {
  if constexpr (requires { world.clear(); }) {
    if (world.size() != 0) world.clear();
  } else {
    while (world.ids().size() != 0) world.despawn(world.ids().entity(static_cast<EntryNumber>(world.ids().size() - 1)));
  }
}

}  // namespace snapshot

template <Identified World, class Parse>
void load_with(World& world, Parse parse) {
  if (world.size() != 0) {
    throw SnapshotError{"snapshot: it is loaded into an empty world, and this one has " + std::to_string(world.size()) +
                        " entities: clear() it before, or load into a new one"};
  }
  try {
    snapshot::Loader loader{snapshot::Builder{world, typename World::Components{}}};
    parse(loader);
  } catch (...) {
    snapshot::empty(world);
    throw;
  }
}

}  // namespace ecs
