// ScheduledSystem: a function of views, as a schedule keeps it: its name, what it touches, its own buffer and its own time.
//
//   [](ViewOf<World, Position, const Velocity> movers, CommandBuffer<World>& commands) { ... }
//
//   name       "move"                        access     writes Position, reads Velocity
//   commands   what it records               last_run   the tick at which it last ran, 0 before the first time:
//                                                       what Added and Changed ask from
//
// prepare makes the arguments, which may teach the world a query: one thread does it for all. run may be called by any.
#pragma once

#include <concepts>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

#include "strategies/command_buffer.hpp"
#include "strategies/filter.hpp"
#include "strategies/schedule_access.hpp"

namespace ecs {

template <class World>
class ScheduledSystem {
 public:
  ScheduledSystem(std::string name, const AccessTo<World>& access) : name_{std::move(name)}, access_{access} {}
  ScheduledSystem(ScheduledSystem&&) = delete;
  ScheduledSystem& operator=(ScheduledSystem&&) = delete;
  virtual ~ScheduledSystem() = default;

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] const AccessTo<World>& access() const { return access_; }
  [[nodiscard]] CommandBuffer<World>& commands() { return commands_; }
  [[nodiscard]] Tick last_run() const { return last_run_; }
  [[nodiscard]] const std::exception_ptr& error() const { return error_; }

  // Throws bad_alloc.
  virtual void prepare(World& world) = 0;

  // Runs it at the tick `now`, and keeps what it throws. One that throws has not run: it will ask from where it asked.
  // REQUIRES: prepared
  void run(Tick now) noexcept {
    error_ = nullptr;
    try {
      call();
      last_run_ = now;
    } catch (...) {
      error_ = std::current_exception();
    }
  }

  // Destroys what was recorded, also what its destructors record meanwhile.
  void drop_commands() noexcept {
    while (!commands_.empty()) commands_.clear();
  }

 private:
  virtual void call() = 0;

  std::string name_;
  AccessTo<World> access_;
  CommandBuffer<World> commands_;
  Tick last_run_ = 0;
  std::exception_ptr error_;
};

// A function whose parameters are Parameters, as std::function would deduce them.
template <class World, class Function, class... Parameters>
class SystemOf final : public ScheduledSystem<World> {
  static_assert((SystemParameter<World, Parameters>::kKnown && ...),
                "a system takes views (ViewOf<World, ...>), a CommandBuffer<World>& and the World&, in any order");

 public:
  SystemOf(std::string name, Function function)
      : ScheduledSystem<World>{std::move(name), access_of_all()}, function_{std::move(function)} {}

  void prepare(World& world) override {
    arguments_.emplace(SystemParameter<World, Parameters>::make(world, this->commands(), this->last_run())...);
  }

 private:
  [[nodiscard]] static AccessTo<World> access_of_all() {
    AccessTo<World> access;
    ((access += SystemParameter<World, Parameters>::access()), ...);
    return access;
  }
  void call() override { std::apply(function_, *arguments_); }

  Function function_;
  // Views are kept, references pass through.
  template <class Parameter>
  using Kept = decltype(SystemParameter<World, Parameter>::make(std::declval<World&>(),
                                                                std::declval<CommandBuffer<World>&>(), Tick{}));
  std::optional<std::tuple<Kept<Parameters>...>> arguments_;
};

template <class World, class Function, class... Parameters>
[[nodiscard]] std::unique_ptr<ScheduledSystem<World>> make_system(
    std::string name, Function function, std::type_identity<std::function<void(Parameters...)>>) {
  return std::make_unique<SystemOf<World, Function, Parameters...>>(std::move(name), std::move(function));
}

// A function whose parameters can be read off: a function, or an object with one operator() that is no template.
template <class Function>
concept PlainFunction = requires(Function function) { std::function{function}; };
template <class Function>
using SignatureOf = decltype(std::function{std::declval<Function&>()});

}  // namespace ecs
