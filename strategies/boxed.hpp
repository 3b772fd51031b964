// BoxedObjects: the baseline. One heap object for each entity, found through a pointer, moved by a virtual call.
//
//   objects_   [ * | * | * | * ]
//                |   |   |   '--> Idle  { }                                       update() does nothing
//                |   |   '------> Mover { x y vx vy + ten more floats }           update() moves it
//                |   '----------> Idle
//                '--------------> Mover
//
// A mover is 56 B of data behind a vtable pointer: a cache line, of which a frame uses 16 B. It is no ECS: it joins only
// the movement workloads, as what they are compared with.
//
// Invariant
//   (1) object i is that of entity i until swap_places has been used; then place_of_[i] says where it is.
// Cost        update: one pointer, one cache line and one indirect call an object, also for those that do nothing.
// Memory      8 B a pointer + 4 B for its place + 64 B a mover or 16 B an idle one + what the heap adds.
// References  live as long as the object: nothing ever moves.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace ecs {

class BoxedObject {
 public:
  BoxedObject() = default;
  BoxedObject(const BoxedObject&) = delete;
  BoxedObject& operator=(const BoxedObject&) = delete;
  virtual ~BoxedObject() = default;

  virtual void update(float step) = 0;
  [[nodiscard]] virtual bool moves() const = 0;
  [[nodiscard]] virtual std::pair<float, float> position() const = 0;
};

class BoxedMover final : public BoxedObject {
 public:
  BoxedMover(float x, float y, float vx, float vy) : x_{x}, y_{y}, vx_{vx}, vy_{vy} {}
  void update(float step) override {
    x_ += vx_ * step;
    y_ += vy_ * step;
  }
  [[nodiscard]] bool moves() const override { return true; }
  [[nodiscard]] std::pair<float, float> position() const override { return {x_, y_}; }

  static constexpr std::size_t kDataBytes = 14 * sizeof(float);

 private:
  float x_, y_, vx_, vy_;
  std::array<float, 10> rest_{};  // health, sprite, timers: what else such an object carries
};
static_assert(sizeof(BoxedMover) == sizeof(void*) + BoxedMover::kDataBytes);

class BoxedIdle final : public BoxedObject {
 public:
  BoxedIdle(float x, float y) : x_{x}, y_{y} {}
  void update(float) override {}
  [[nodiscard]] bool moves() const override { return false; }
  [[nodiscard]] std::pair<float, float> position() const override { return {x_, y_}; }

  static constexpr std::size_t kDataBytes = 2 * sizeof(float);

 private:
  float x_, y_;
};

class BoxedObjects {
 public:
  void reserve(std::size_t n) {
    objects_.reserve(n);
    place_of_.reserve(n);
  }
  void add_mover(float x, float y, float vx, float vy) { add(std::make_unique<BoxedMover>(x, y, vx, vy)); }
  void add_idle(float x, float y) { add(std::make_unique<BoxedIdle>(x, y)); }

  // Two entities trade places in the array, as in a long-lived program: the walk then jumps through the heap.
  void swap_places(std::size_t a, std::size_t b) {
    std::swap(objects_[place_of_[a]], objects_[place_of_[b]]);
    std::swap(place_of_[a], place_of_[b]);
  }

  void update(float step) {
    for (const std::unique_ptr<BoxedObject>& object : objects_) object->update(step);
  }

  [[nodiscard]] std::size_t size() const { return objects_.size(); }
  [[nodiscard]] const BoxedObject& operator[](std::size_t entity) const { return *objects_[place_of_[entity]]; }
  // In the order of the walk.
  [[nodiscard]] const std::vector<std::unique_ptr<BoxedObject>>& walk() const { return objects_; }

 private:
  void add(std::unique_ptr<BoxedObject> object) {
    place_of_.push_back(static_cast<std::uint32_t>(objects_.size()));
    objects_.push_back(std::move(object));
  }

  std::vector<std::unique_ptr<BoxedObject>> objects_;
  std::vector<std::uint32_t> place_of_;  // entity -> place in objects_
};

}  // namespace ecs
