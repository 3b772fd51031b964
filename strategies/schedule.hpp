// Schedule: systems that run in the order in which they were added, and at the same time where nobody could tell.
//
//   using World = ecs::ArchetypeWorld<Position, Velocity, Health>;
//   ecs::Schedule<World> schedule{world};
//   schedule.add("move", [](ecs::ViewOf<World, Position, const Velocity> movers) { movers.each(...); })
//       .add("heal", [](ecs::ViewOf<World, Mut<Health>> wounded) { ... })
//       .add("bury", [](ecs::ViewOf<World, const Health, ecs::Changed<Health>> hurt, ecs::CommandBuffer<World>& c) { ... })
//       .add("save", [](World& world) { ... });
//   schedule.run(executor);                       once a frame; run() on oneTBB, with parallel.hpp
//
//        stage 1              stage 2         sync         stage 3        sync
//     | move (P, V)  |      | bury (H) |   | buffers  |   | save     |   | buffers  |
//     | heal (H)     |  ->  |          | ->| in order | ->| (world)  | ->| in order |
//                                            of adding      alone
//
//   schedule_access.hpp   what a system reads and writes, read off its parameters; when two conflict
//   schedule_system.hpp   a system as it is kept          schedule_text.hpp   the plan, printed
//
// Invariants
//   (1) of two systems that conflict the one added first runs in an earlier stage; those of one stage do not conflict;
//   (2) one that takes the world is alone in its stage, with all buffers before it done and the world unlocked; in all
//       other stages the world is locked;
//   (3) buffers are done in the order of adding, on the calling thread, at a sync: before (2) and at the end of a run;
//   (4) each stage and each sync has a tick of its own. Added and Changed ask from the tick of the system's own last run,
//       the first time from 0: nobody is seen twice, and what a later system or the caller writes is seen next time.
// So a run is the systems one after the other with their buffers done at the syncs, whatever the number of threads.
// A system that is handed a view alone can touch nothing else; what it captures is its own affair.
//
// A system that throws: the others of its stage end, no later stage begins; what was recorded since the last sync is dropped,
// what was written stays; the world is open, and run throws SystemFailed. If memory runs out at a sync, run throws
// bad_alloc, and commands that had not run stay in their buffers and come first in the next run.
// Cost        a run: O(systems), and one run of the executor for each stage of more than one system.
#pragma once

#include <algorithm>
#include <cstddef>
#include <exception>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "strategies/command_buffer.hpp"
#include "strategies/component.hpp"
#include "strategies/executor.hpp"
#include "strategies/filter.hpp"
#include "strategies/lock.hpp"
#include "strategies/schedule_access.hpp"
#include "strategies/schedule_system.hpp"
#include "strategies/schedule_text.hpp"
#include "strategies/type_name.hpp"
#include "strategies/view.hpp"

namespace ecs {

// The first of the systems that threw, by order of adding; what() names it, says what it threw and who threw besides.
class SystemFailed : public std::runtime_error {
 public:
  SystemFailed(std::string system, std::exception_ptr cause, const std::string& others)
      : std::runtime_error{"system \"" + system + "\" threw" + words_of(cause) +
                           (others.empty() ? "" : "; also threw: " + others)},
        system_{std::move(system)},
        cause_{std::move(cause)} {}

  [[nodiscard]] const std::string& system() const { return system_; }
  [[nodiscard]] const std::exception_ptr& cause() const { return cause_; }

 private:
  [[nodiscard]] static std::string words_of(const std::exception_ptr& cause) {
    try {
      std::rethrow_exception(cause);
    } catch (const std::exception& error) {
      return std::string{": "} + error.what();
    } catch (...) {
      return " something that is no std::exception";
    }
  }

  std::string system_;
  std::exception_ptr cause_;
};

template <class World>
class Schedule {
 public:
  // The world outlives the schedule and stays where it is.
  explicit Schedule(World& world) : world_{&world} {}

  // A name that is taken or empty: std::invalid_argument. What its views ask is taught to the world here.
  template <class System>
  Schedule& add(std::string name, System system) {
    static_assert(PlainFunction<System>, "a system is a function or a lambda, and none of its parameters is auto");
    require_usable(name);
    auto added = make_system<World>(std::move(name), std::move(system), std::type_identity<SignatureOf<System>>{});
    added->prepare(*world_);
    place(std::move(added));
    return *this;
  }

  // Runs each system once. Gives what became of the commands. Throws SystemFailed or bad_alloc, see above; LockedStorage
  // if the world is being iterated.
  template <Executor Workers>
  FlushResult run(Workers&& executor) {
    require_idle();
    const Running running{running_};
    FlushResult done = sync();  // what an earlier run could not finish
    for (const Stage& stage : stages_) {
      if (takes_world(stage)) add_to(done, sync());
      run_stage(stage, executor);
    }
    add_to(done, sync());
    return done;
  }
  // On oneTBB, for who includes parallel.hpp.
  FlushResult run() {
    static_assert(
        requires { sizeof(DefaultExecutor<World>); },
        "run() runs on oneTBB: include strategies/parallel.hpp. Or name an executor: run(executor)");
    return run(DefaultExecutor<World>{});
  }

  [[nodiscard]] std::size_t stages() const { return stages_.size(); }

  // The stages, and who conflicts with whom over what; see schedule_text.hpp: text_of(...), dot_of(...).
  [[nodiscard]] ScheduleDrawing drawing() const {
    ScheduleDrawing drawing;
    for (std::size_t s = 0; s < stages_.size(); ++s) {
      for (const System* const system : stages_[s]) drawing.systems.push_back({system->name(), s, touches(*system)});
    }
    for (std::size_t later = 0; later < systems_.size(); ++later) {
      for (std::size_t sooner = 0; sooner < later; ++sooner)
        note_conflict(drawing, *systems_[sooner], *systems_[later]);
    }
    return drawing;
  }

 private:
  using System = ScheduledSystem<World>;
  using Stage = std::vector<System*>;
  using Bits = typename AccessTo<World>::Bits;

  struct Running {
    explicit Running(bool& flag) : running{flag} { running = true; }
    Running(Running&&) = delete;
    Running& operator=(Running&&) = delete;
    ~Running() { running = false; }
    bool& running;
  };

  // --- the plan ---

  void require_usable(const std::string& name) const {
    if (running_) throw std::logic_error{"Schedule::add within a run: add systems before it or after it."};
    if (name.empty()) throw std::invalid_argument{"a system without a name: give it one, by which errors can name it."};
    for (const auto& known : systems_) {
      if (known->name() == name)
        throw std::invalid_argument{"two systems named \"" + name + "\": each needs its own name."};
    }
  }

  // Behind the last stage that holds somebody whom it conflicts with.
  void place(std::unique_ptr<System> added) {
    std::size_t stage = 0;
    for (std::size_t s = 0; s < stages_.size(); ++s) {
      for (const System* const system : stages_[s]) {
        if (system->access().conflicts_with(added->access())) stage = s + 1;
      }
    }
    systems_.reserve(systems_.size() + 1);
    if (stage == stages_.size()) {
      stages_.push_back({added.get()});
    } else {
      stages_[stage].push_back(added.get());
    }
    systems_.push_back(std::move(added));
  }

  [[nodiscard]] static bool takes_world(const Stage& stage) { return stage.front()->access().world; }

  // --- a run ---

  void require_idle() const {
    if (running_) throw std::logic_error{"Schedule::run within a run of the same schedule: it would not end."};
    ViewAccess::lock(*world_).require_open("Schedule::run");
  }

  void run_stage(const Stage& stage, Executor auto& executor) {
    try {
      const Tick now = world_->advance();
      for (System* const system : stage) system->prepare(*world_);
      std::optional<SharedLockGuard> guard;
      if (!takes_world(stage)) guard.emplace(ViewAccess::lock(*world_));
      run_all(stage, now, executor);
      throw_failures(stage);
    } catch (...) {
      for (const auto& system : systems_) system->drop_commands();
      throw;
    }
  }
  static void run_all(const Stage& stage, Tick now, Executor auto& executor) {
    if (stage.size() == 1) return stage.front()->run(now);
    executor.run(stage.size(), [&](std::size_t i) noexcept { stage[i]->run(now); });
  }
  static void throw_failures(const Stage& stage) {
    const System* first = nullptr;
    std::string others;
    for (const System* const system : stage) {
      if (system->error() == nullptr) continue;
      if (first == nullptr) {
        first = system;
      } else {
        join_words(others, ", ", in_quotes(system->name()));
      }
    }
    if (first != nullptr) throw SystemFailed{first->name(), first->error(), others};
  }

  FlushResult sync() {
    world_->advance();
    FlushResult done;
    for (const auto& system : systems_) {
      if (!system->commands().empty()) add_to(done, system->commands().flush(*world_));
    }
    return done;
  }
  static void add_to(FlushResult& sum, FlushResult more) {
    sum.run += more.run;
    sum.skipped += more.skipped;
  }

  // --- the plan in words ---

  [[nodiscard]] static std::string names_of(const Bits& components) {
    return [&]<class... Cs>(List<Cs...>) {
      static constexpr std::string_view kNames[] = {type_name<Cs>()...};
      std::string names;
      components.for_each([&](std::size_t c) { join_words(names, ", ", kNames[c]); });
      return names;
    }(typename World::Components{});
  }
  [[nodiscard]] static std::string touches(const System& system) {
    Access access = system.access();
    access.writes.for_each([&](std::size_t c) { access.reads.reset(c); });
    if (access.world) return "takes the world";
    std::string words;
    if (!access.writes.empty()) join_words(words, "; ", "writes " + names_of(access.writes));
    if (!access.reads.empty()) join_words(words, "; ", "reads " + names_of(access.reads));
    return words.empty() ? "no component" : words;
  }
  static void note_conflict(ScheduleDrawing& drawing, const System& sooner, const System& later) {
    if (!sooner.access().conflicts_with(later.access())) return;
    const bool world = sooner.access().world || later.access().world;
    drawing.conflicts.push_back(
        {sooner.name(), later.name(), world ? "the world" : names_of(sooner.access().shared_with(later.access()))});
  }

  World* world_;
  std::vector<std::unique_ptr<System>> systems_;  // in the order of adding
  std::vector<Stage> stages_;
  bool running_ = false;
};

}  // namespace ecs
