// Builder: what the parts of a snapshot mean for the world that is loaded.
//
//   ids        an entity is spawned for each, and given it: row k of the file is entry k of the ids of the world
//   blocks     tags are inserted when the rows are known, values one after the other, column by column
//
// Invariants
//   (1) all that was spawned has an id, and nobody dies meanwhile: entries keep their numbers;
//   (2) room is made for what the file announces only up to kTrusted ahead of what it has shown.
// Each function throws SnapshotError without the place, which the Loader adds (snapshot_load.hpp).
// Cost  O(file); no memory beside the world but for the numbers of one block.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "strategies/component.hpp"
#include "strategies/entity.hpp"
#include "strategies/entity_id.hpp"
#include "strategies/fields.hpp"
#include "strategies/id_maps.hpp"
#include "strategies/snapshot.hpp"
#include "strategies/snapshot_value.hpp"

namespace ecs::snapshot {

inline constexpr std::size_t kTrusted = std::size_t{1} << 20;

template <class World, class... Cs>
class Builder {
 public:
  Builder(World& world, List<Cs...>) : world_{world} { fields::require_all<Cs...>(); }

  void format(const std::string& name) {
    if (name == kSnapshotFormat) return;
    throw SnapshotError{"'" + name.substr(0, 40) + "' is no format of ours: '" + std::string{kSnapshotFormat} + "' is"};
  }
  void version(std::uint64_t version) {
    if (version == kSnapshotVersion) return;
    const std::string known = "version " + std::to_string(kSnapshotVersion);
    if (version < kSnapshotVersion)
      throw SnapshotError{std::to_string(version) + " is no version; this program reads " + known};
    throw SnapshotError{"version " + std::to_string(version) + " is newer than this program, which reads " + known +
                        ": save with an older program, or load with a newer one"};
  }

  // A component of the file, the next in number. One that the world has not, or of another shape, is refused.
  void component(const std::string& name, const std::string& shape) {
    constexpr std::array<std::string_view, sizeof...(Cs)> kNames{name_of<Cs>()...};
    static const std::array<std::string, sizeof...(Cs)> shapes{shape_of<Cs>()...};
    const std::size_t number = static_cast<std::size_t>(std::find(kNames.begin(), kNames.end(), name) - kNames.begin());
    if (number == kNames.size())
      throw SnapshotError{"this world has no component '" + name + "'; it has" + all_names()};
    if (std::find(components_.begin(), components_.end(), number) != components_.end()) {
      throw SnapshotError{"component '" + name + "' comes twice"};
    }
    if (shape != shapes[number]) {
      throw SnapshotError{"component '" + name + "' is " + shapes[number] + " here, and " + shape + " in the file"};
    }
    components_.push_back(number);
  }

  void announce(std::uint64_t entities) {
    if (entities > kMostEntities)
      throw SnapshotError{std::to_string(entities) + " entities are more than a world can hold"};
    entities_ = static_cast<std::size_t>(entities);
  }
  void id(const EntityId& id) {
    const std::size_t known = world_.ids().size();
    if (known == entities_) throw SnapshotError{"more ids than the " + std::to_string(entities_) + " announced"};
    if (id == kNullId) throw SnapshotError{"the null id is nobody's"};
    if (find(world_, id) != kNull) throw SnapshotError{"the id " + to_string(id) + " comes twice"};
    if (known == room_) {  // (2)
      room_ = std::min(entities_, std::max(kTrusted, 2 * known));
      world_.ids().reserve(room_);
    }
    assign(world_, world_.spawn(), id);  // there is room: (1) holds whatever spawn throws
  }
  void end_ids() {
    if (world_.ids().size() == entities_) return;
    throw SnapshotError{std::to_string(entities_) + " ids are announced, and " + std::to_string(world_.ids().size()) +
                        " come"};
  }

  void block_has(std::uint64_t component) {
    if (component >= components_.size()) {
      throw SnapshotError{"component " + std::to_string(component) + " of " + std::to_string(components_.size()) +
                          " is named; they count from 0"};
    }
    if (!block_.empty() && component <= block_.back()) throw SnapshotError{"components of a block ascend"};
    block_.push_back(static_cast<std::size_t>(component));
  }
  // The rows of this block are the next; their tags are given at once.
  void block_rows(std::uint64_t rows) {
    first_ += rows_;
    if (rows == 0 || rows > kMostRows || rows > entities_ - first_) {
      throw SnapshotError{std::to_string(rows) + " rows in a block; 1 to " + std::to_string(kMostRows) +
                          " may be, and " + std::to_string(entities_ - first_) + " entities are left"};
    }
    rows_ = static_cast<std::size_t>(rows);
    column_ = 0;
    const auto give_tag = [&]<class C>(std::type_identity<C>) {
      if constexpr (Tag<C>) {
        for (std::size_t row = 0; row < rows_; ++row) world_.insert(entity(row), C{});
      }
    };
    for (const std::size_t component : block_) {
      ((components_[component] == number_of<Cs, Cs...>() ? give_tag(std::type_identity<Cs>{}) : void()), ...);
    }
  }

  void begin_column() {
    while (column_ < block_.size() && is_tag(block_[column_])) ++column_;
    if (column_ == block_.size()) throw SnapshotError{"more columns than the block has components that are no tags"};
    row_ = 0;
  }
  void value(const Tokens& tokens) {
    if (row_ == rows_) throw SnapshotError{"more values than the " + std::to_string(rows_) + " rows of the block"};
    ValueReader<World> reader{world_, tokens};
    const Entity target = entity(row_);
    const std::size_t wanted = components_[block_[column_]];
    ((wanted == number_of<Cs, Cs...>() ? insert<Cs>(target, reader) : void()), ...);
    ++row_;
  }
  void end_column() {
    if (row_ != rows_)
      throw SnapshotError{std::to_string(rows_) + " values are wanted, and " + std::to_string(row_) + " come"};
    ++column_;
  }
  void end_block() {
    while (column_ < block_.size() && is_tag(block_[column_])) ++column_;
    if (column_ != block_.size()) throw SnapshotError{"the column of " + column_name() + " is missing"};
    block_.clear();
  }
  void end_blocks() {
    if (first_ + rows_ == entities_) return;
    throw SnapshotError{"blocks hold " + std::to_string(first_ + rows_) + " rows, and there are " +
                        std::to_string(entities_) + " entities"};
  }

  // A plain value, for the head of the file.
  template <class T>
  [[nodiscard]] T read(const Tokens& tokens) const {
    return ValueReader<World>{world_, tokens}.template read<T>();
  }

  // How far we are, for the place in a sentence.
  [[nodiscard]] std::size_t ids_read() const { return world_.ids().size(); }
  [[nodiscard]] std::size_t row() const { return row_; }
  // The component whose column is read, or empty.
  [[nodiscard]] std::string column_name() const {
    if (column_ >= block_.size()) return "";
    constexpr std::array<std::string_view, sizeof...(Cs)> kNames{name_of<Cs>()...};
    return std::string{kNames[components_[block_[column_]]]};
  }

 private:
  // In an empty world the entries of ids are numbered as they come, and nobody dies meanwhile.
  [[nodiscard]] Entity entity(std::size_t row) const {
    return world_.ids().entity(static_cast<EntryNumber>(first_ + row));
  }
  [[nodiscard]] bool is_tag(std::size_t component) const {
    constexpr std::array<bool, sizeof...(Cs)> kTags{Tag<Cs>...};
    return kTags[components_[component]];
  }
  template <class C>
  void insert(Entity target, ValueReader<World>& reader) {
    if constexpr (!Tag<C>) world_.insert(target, reader.template read<C>());
  }
  [[nodiscard]] static std::string all_names() {
    std::string names;
    ((names.append(names.empty() ? " '" : ", '").append(name_of<Cs>()) += '\''), ...);
    return names;
  }

  World& world_;
  std::vector<std::size_t> components_;  // number in the file -> number in the world
  std::size_t entities_ = 0;             // announced
  std::size_t room_ = 0;                 // ids for which room was made
  std::vector<std::size_t> block_;       // of the block: components, by their numbers in the file,
  std::size_t first_ = 0;                // its first row among all,
  std::size_t rows_ = 0;                 // its rows,
  std::size_t column_ = 0;               // which of its components is read,
  std::size_t row_ = 0;                  // and which row of that
};

}  // namespace ecs::snapshot
