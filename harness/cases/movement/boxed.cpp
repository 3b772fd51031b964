// The move family on boxed objects: with a tidy heap (boxed) and with pointers swapped i <-> i * stride % N
// (boxed_scattered). Both join every movement run, so that each case shows what either heap costs.
#include "strategies/boxed.hpp"

#include <fmt/format.h>
#include <malloc.h>

#include "harness/cases/movement/bind_movement.hpp"
#include "harness/cases/units.hpp"
#include "strategies/strategy.hpp"

namespace ecsbench {
namespace {

template <bool kScattered>
class MovementOnBoxes {
 public:
  using Plan = MovementPlan;

  void build(const MovementPlan& plan) {
    objects_.reserve(plan.entities());
    for (std::uint64_t i = 0; i < plan.entities(); ++i) {
      const auto [x, y] = plan.start(i);
      const auto [vx, vy] = plan.velocity(i);
      if (plan.moves(i)) {
        objects_.add_mover(x, y, vx, vy);
      } else {
        objects_.add_idle(x, y);
      }
    }
    if constexpr (kScattered) {
      for (std::uint64_t i = 0; i < plan.entities(); ++i) objects_.swap_places(i, i * plan.stride() % plan.entities());
    }
  }

  template <class OnVisit>
  void frame(float step, OnVisit on_visit) {
    objects_.update(step);
    if constexpr (!std::is_empty_v<OnVisit>) {  // the counted frame of verification
      for (const auto& object : objects_.walk()) {
        if (object->moves()) on_visit();
      }
    }
  }

  [[nodiscard]] Position value_of(std::uint64_t ordinal) const {
    const auto [x, y] = objects_[ordinal].position();
    return {x, y};
  }

  [[nodiscard]] std::optional<ecs::MemoryUse> memory() const {
    ecs::MemoryUse use;
    for (const auto& object : objects_.walk()) {
      const std::size_t data = object->moves() ? ecs::BoxedMover::kDataBytes : ecs::BoxedIdle::kDataBytes;
      use.payload_bytes += data;
      use.index_bytes += sizeof(void*) + sizeof(object);
      use.slack_bytes += ::malloc_usable_size(object.get()) - data - sizeof(void*);
    }
    use.slack_bytes += (objects_.walk().capacity() - objects_.size()) * sizeof(void*);
    return use;
  }

 private:
  ecs::BoxedObjects objects_;
};

// Says in the report how many of the calls move nothing.
template <bool kScattered>
class BoxedTrial final : public BoundTrial<MovementOnBoxes<kScattered>> {
 public:
  using BoundTrial<MovementOnBoxes<kScattered>>::BoundTrial;

  [[nodiscard]] Work work() const override {
    Work work = this->plan().work();
    const std::uint64_t idle = this->plan().entities() - this->plan().movers();
    if (idle > 0) {
      work.note += work.note.empty() ? "" : "; ";
      work.note += fmt::format("{} of {} virtual calls a frame move nothing", idle, this->plan().entities());
    }
    return work;
  }
};

}  // namespace

std::vector<Case> boxed_movement() {
  return movement_cases_of<BoxedTrial<false>>("boxed");
}

std::vector<Case> boxed_scattered_movement() {
  return movement_cases_of<BoxedTrial<true>>("boxed_scattered");
}

}  // namespace ecsbench
