// CommandVerbs: what can be written into a command buffer, and how each is done to a world or dropped.
//
//   | verb | target | gap | values |      a record; verb -> { run, drop, bytes }
//
//   verb     what to do: one constant for each combination of operation, kind of target and components
//   target   the entity, or the number of a pending one
//   values   a component, or the tuple of a spawn, at the first place behind that suits its alignment; of tags nothing
//
// A world takes a component by value, so that one whose insertion fails dies in the failed call. For the command to be
// tried again, what is handed over is
//   a copy                   if the value is trivially copyable: it costs what a move does
//   a stand-in               if one can be made without throwing: when it has found its place, the value replaces it
//   the value                else; if that fails, the verb becomes one that skips
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <tuple>
#include <type_traits>
#include <utility>

#include "strategies/command_arena.hpp"
#include "strategies/command_births.hpp"
#include "strategies/component.hpp"
#include "strategies/entity.hpp"
#include "strategies/memory.hpp"

namespace ecs {

template <class To>
concept CommandTarget = std::same_as<To, Entity> || std::same_as<To, Pending>;

template <class World>
class CommandVerbs {
 public:
  struct Record;
  struct Verb {
    // Ends the values; false if the command was skipped. If it throws, the values have their lives still.
    bool (*run)(World&, Births&, Record&);
    void (*drop)(Record&) noexcept;
    std::size_t bytes;
  };
  struct Record {
    const Verb* verb;
    std::uint64_t target;
  };
  static_assert(sizeof(Entity) == sizeof(std::uint64_t) && alignof(Record) <= CommandArena::kUnit);

  // --- values, kept in the record ---

  template <class Value>
  static void keep(Record& record, Value&& value) noexcept {
    if constexpr (!std::is_empty_v<Value>) std::construct_at(place_of<Value>(record), std::move(value));
  }

 private:
  template <class Value>
  static constexpr std::size_t kBytes = [] {
    constexpr std::size_t kUnit = CommandArena::kUnit;
    constexpr std::size_t kMostGap = alignof(Value) > kUnit ? alignof(Value) - kUnit : 0;
    constexpr std::size_t kValue = std::is_empty_v<Value> ? 0 : kMostGap + sizeof(Value);
    return sizeof(Record) + (kValue + kUnit - 1) / kUnit * kUnit;
  }();
  template <class Value>
  static Value* place_of(Record& record) {
    auto* const behind = reinterpret_cast<std::byte*>(&record + 1);
    const std::uintptr_t past = reinterpret_cast<std::uintptr_t>(behind) % alignof(Value);
    return reinterpret_cast<Value*>(past == 0 ? behind : behind + (alignof(Value) - past));
  }
  template <class Value>
  static void drop(Record& record) noexcept {
    if constexpr (!std::is_empty_v<Value>) std::destroy_at(std::launder(place_of<Value>(record)));
  }
  // use(value) of what the record keeps, whose life then ends, unless use throws.
  template <class Value, class Use>
  static auto use_up(Record& record, Use use) {
    if constexpr (std::is_empty_v<Value>) {
      Value value{};
      return use(value);
    } else {
      const auto used = use(*std::launder(place_of<Value>(record)));
      drop<Value>(record);
      return used;
    }
  }

  template <class C>
  static constexpr bool kByStandIn = !std::is_trivially_copyable_v<C> && std::is_nothrow_default_constructible_v<C>;
  template <class C>
  static constexpr bool kSurvives = std::is_trivially_copyable_v<C> || kByStandIn<C>;

  template <class C>
  static C handed_over(C& value) {
    if constexpr (kByStandIn<C>) {
      return C();
    } else {
      return std::move(value);
    }
  }
  template <class C>
  static void settle(C* place, C& value) noexcept {
    if constexpr (kByStandIn<C>) replace(place, std::move(value));
  }
  // If attempt() throws and has taken values along, the command becomes `gone`.
  template <bool kAllSurvive, class Attempt>
  static bool run_or_become(const Verb& gone, Record& record, Attempt attempt) {
    if constexpr (kAllSurvive) {
      return attempt();
    } else {
      try {
        return attempt();
      } catch (...) {
        record.verb = &gone;
        throw;
      }
    }
  }

  template <class To>
  [[nodiscard]] static Entity target(const Births& births, const Record& record) {
    if constexpr (std::same_as<To, Entity>) {
      return std::bit_cast<Entity>(record.target);
    } else {
      return births.entity(record.target);
    }
  }

  // --- running ---

  template <class... Given>
  static bool run_spawn(World& world, Births& births, Record& record) {
    return run_or_become<(kSurvives<Given> && ...)>(kSpawnGone<Given...>, record, [&] {
      births.note(use_up<std::tuple<Given...>>(record, [&](std::tuple<Given...>& values) {
        return std::apply([&](Given&... given) { return spawn_with(world, given...); }, values);
      }));
      return true;
    });
  }
  template <class... Given>
  static Entity spawn_with(World& world, Given&... given) {
    const Entity entity = world.spawn(handed_over(given)...);
    (settle_in(world, entity, given), ...);
    return entity;
  }
  template <class C>
  static void settle_in(World& world, Entity entity, C& value) {
    if constexpr (kByStandIn<C>) settle(held_place(world.template try_get<C>(entity)), value);
  }
  template <class To>
  static bool run_despawn(World& world, Births& births, Record& record) {
    const bool died = world.despawn(target<To>(births, record));
    if constexpr (std::same_as<To, Pending>) {
      if (died) births.forget(record.target);
    }
    return died;
  }
  template <class To, class C>
  static bool run_insert(World& world, Births& births, Record& record) {
    const Entity entity = target<To>(births, record);
    return run_or_become<kSurvives<C>>(kInsertGone<C>, record, [&] {
      return use_up<C>(record, [&](C& value) {
        C* const place = world.insert(entity, handed_over(value));
        if (place != nullptr) settle(place, value);
        return place != nullptr;
      });
    });
  }
  template <class To, class C>
  static bool run_remove(World& world, Births& births, Record& record) {
    const Entity entity = target<To>(births, record);
    return world.template remove<C>(entity) || world.alive(entity);
  }

  // Run, with no effect, if both live but the world refuses: a pair that stands or closes a circle, or none to end.
  template <class From, class To, class R>
  static bool run_relate(World& world, Births& births, Record& record) {
    const Entity source = target<From>(births, record);
    const Entity other = other_target<To>(births, record);
    return world.template relate<R>(source, other) || (world.alive(source) && world.alive(other));
  }
  template <class From, class To, class R>
  static bool run_unrelate(World& world, Births& births, Record& record) {
    const Entity source = target<From>(births, record);
    const Entity other = other_target<To>(births, record);
    return world.template unrelate<R>(source, other) || (world.alive(source) && world.alive(other));
  }
  // Kept behind the first one.
  template <class To>
  [[nodiscard]] static Entity other_target(const Births& births, Record& record) {
    return target<To>(births, Record{record.verb, *std::launder(place_of<std::uint64_t>(record))});
  }

  template <class... Given>
  static bool skip_spawn(World&, Births& births, Record& record) {
    drop<std::tuple<Given...>>(record);
    births.note(kNull);
    return false;
  }
  template <class C>
  static bool skip_insert(World&, Births&, Record& record) {
    drop<C>(record);
    return false;
  }
  static void drop_nothing(Record&) noexcept {}

  template <class... Given>
  static constexpr Verb kSpawnGone{&skip_spawn<Given...>, &drop<std::tuple<Given...>>, kBytes<std::tuple<Given...>>};
  template <class C>
  static constexpr Verb kInsertGone{&skip_insert<C>, &drop<C>, kBytes<C>};

 public:
  template <class... Given>
  static constexpr Verb kSpawn{&run_spawn<Given...>, &drop<std::tuple<Given...>>, kBytes<std::tuple<Given...>>};
  template <CommandTarget To>
  static constexpr Verb kDespawn{&run_despawn<To>, &drop_nothing, sizeof(Record)};
  template <CommandTarget To, class C>
  static constexpr Verb kInsert{&run_insert<To, C>, &drop<C>, kBytes<C>};
  template <CommandTarget To, class C>
  static constexpr Verb kRemove{&run_remove<To, C>, &drop_nothing, sizeof(Record)};
  template <CommandTarget From, CommandTarget To, class R>
  static constexpr Verb kRelate{&run_relate<From, To, R>, &drop_nothing, kBytes<std::uint64_t>};
  template <CommandTarget From, CommandTarget To, class R>
  static constexpr Verb kUnrelate{&run_unrelate<From, To, R>, &drop_nothing, kBytes<std::uint64_t>};
};

}  // namespace ecs
