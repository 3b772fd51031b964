// Deferred: what a random program records for later, as commands and, beside them, as changes of the model.
//
//   commands_   insert A e3 | spawn #0 | remove A #0 | despawn e3        wait for flush
//   changes_    the same on the model; each says whether its command will have run, or been skipped
//
// A target is an entity known by now, or a spawn recorded in this round.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "strategies/command_buffer.hpp"
#include "strategies/entity.hpp"
#include "tests/model/model.hpp"

namespace ecsbench::tests {

template <class World>
class Deferred {
 public:
  struct Target {
    std::size_t number = 0;  // of a handle: the ordinal; of a spawn: its place in the round
    bool is_spawn = false;
  };

  [[nodiscard]] std::size_t spawns() const { return pending_.size(); }  // of this round

  template <class C>
  void spawn(C value, int number) {
    pending_.push_back(commands_.spawn(std::move(value)));
    changes_.push_back([number](Replay& replay) { return replay.template give_birth<C>(number); });
  }
  void despawn(Target target, ecs::Entity handle) {
    target.is_spawn ? commands_.despawn(pending_[target.number]) : commands_.despawn(handle);
    changes_.push_back([target](Replay& replay) { return replay.model.despawn(replay.ordinal(target)); });
  }
  template <class C>
  void insert(Target target, ecs::Entity handle, C value, int number) {
    target.is_spawn ? commands_.insert(pending_[target.number], std::move(value))
                    : commands_.insert(handle, std::move(value));
    changes_.push_back([target, number](Replay& replay) { return replay.template set<C>(target, number); });
  }
  template <class C>
  void remove(Target target, ecs::Entity handle) {
    target.is_spawn ? commands_.template remove<C>(pending_[target.number]) : commands_.template remove<C>(handle);
    changes_.push_back([target](Replay& replay) { return replay.template set<C>(target, std::nullopt); });
  }

  struct Flushed {
    ecs::FlushResult seen;
    ecs::FlushResult wanted;
    std::vector<ecs::Entity> born;  // in order, their ordinals from `next` on; null for one that is dead by now
  };
  Flushed flush(World& world, Model& model, Ordinal next) {
    Flushed flushed{commands_.flush(world), {}, {}};
    Replay replay{model, next, 0};
    for (const auto& change : changes_) ++(change(replay) ? flushed.wanted.run : flushed.wanted.skipped);
    for (const ecs::Pending pending : pending_) flushed.born.push_back(commands_.entity(pending));
    changes_.clear();
    pending_.clear();
    return flushed;
  }

  void move_buffer() {
    ecs::CommandBuffer<World> moved = std::move(commands_);
    commands_ = std::move(moved);
  }
  [[nodiscard]] bool consistent() const { return commands_.consistent() && commands_.size() == changes_.size(); }

 private:
  struct Replay {
    Model& model;
    Ordinal first;  // of the first spawn of the round
    std::size_t births;

    [[nodiscard]] Ordinal ordinal(Target target) const { return target.number + (target.is_spawn ? first : 0); }
    template <class C>
    bool give_birth(int number) {
      Values values;
      values[kNumberOf<C>] = number;
      model.spawn(first + births++, values);
      return true;
    }
    template <class C>
    bool set(Target target, std::optional<int> number) {
      if (!model.alive(ordinal(target))) return false;
      model.set(ordinal(target), kNumberOf<C>, number);
      return true;
    }
  };

  ecs::CommandBuffer<World> commands_;
  std::vector<ecs::Pending> pending_;  // of this round
  std::vector<std::function<bool(Replay&)>> changes_;
};

}  // namespace ecsbench::tests
