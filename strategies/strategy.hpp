// THE contract: what a storage must offer, what it may offer, and in words the rules no compiler can check.
//
//   template <ecs::Component... Cs> class SomeWorld;          a strategy is a class template over its components
//   static_assert(ecs::Strategy<SomeWorld>);                  the last line of its file
//
//   core       Strategy = HoldsEntities + Holds<C> + Views          required
//   derived    spawn_many, despawn_many, count                      from derived.hpp where absent
//   optional   Filtered  Chunked  Bulk  Managed  Cloneable  Checked  Measured  Tallied  Tracked  Related  Sortable
//              Parallel  Drawn
//
// Rules in words (tests/conformance holds every strategy to them)
//   (1) A handle is alive from spawn to despawn and never again: a stale or null one is refused by every operation
//       (false or nullptr), whatever lives in its slot by then.
//   (2) despawn destroys every component of the entity in every store, at once.
//   (3) insert adds, or replaces the value; on a stale handle it has no effect and gives nullptr.
//   (4) each visits every match once, in any order; nothing that does not match.
//   (5) A structural change (spawn, despawn, insert of an absent component, remove of a present one, clear, sort, relate)
//       while an each, each_chunk or range-for of the same world runs throws LockedStorage and has no effect. Replacing,
//       patching and looking up are allowed.
//   (6) An operation that throws (a copy, a fill, an allocation) leaves the world as it was.
//   (7) Values move by construct and destroy, each exactly once destroyed; tags take no storage.
//   (8) The same program gives the same set of entities and values on every strategy.
//   (9) One thread at a time uses a world, also to read through views: a view holds the lock while it runs, and the first
//       of its query may be remembered. Look-ups (has, try_get, alive) of a world that nobody changes may run together.
//       Several threads use it together through par_each (view.hpp) and Schedule (schedule.hpp), which hold the lock for all.
// References and pointers live until the next structural change, unless a strategy promises more.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

#include "strategies/component.hpp"
#include "strategies/entity.hpp"
#include "strategies/filter.hpp"
#include "strategies/query.hpp"
#include "strategies/upkeep.hpp"

namespace ecs {

// Bytes a world owns; payload + index + slack is all of it.
struct MemoryUse {
  std::size_t payload_bytes = 0;  // values held
  std::size_t index_bytes = 0;    // what finds them: sparse arrays, masks, generations, rows, lists
  std::size_t slack_bytes = 0;    // capacity not in use
  [[nodiscard]] std::size_t total_bytes() const { return payload_bytes + index_bytes + slack_bytes; }
  MemoryUse& operator+=(const MemoryUse& part) {
    payload_bytes += part.payload_bytes;
    index_bytes += part.index_bytes;
    slack_bytes += part.slack_bytes;
    return *this;
  }
};

// The contract is checked with two components of its own, so that the first error names the broken rule.
struct ProbeA {
  int a;
};
struct ProbeB {
  double b;
};

// The third has marks, for what a Tracked world offers.
struct ProbeTracked {
  int a;
};
template <>
inline constexpr bool kTracked<ProbeTracked> = true;

// --- core ----------------------------------------------------------------------------------------------------------

// Entities come and go. spawn takes any subset of the components, in any order, each once.
template <class World>
concept HoldsEntities =
    std::default_initializable<World> && std::movable<World> && requires(World world, const World seen, Entity entity) {
      { world.spawn() } -> std::same_as<Entity>;
      { world.spawn(ProbeA{}, ProbeB{}) } -> std::same_as<Entity>;
      { world.despawn(entity) } -> std::same_as<bool>;
      { seen.alive(entity) } -> std::same_as<bool>;
      { seen.size() } -> std::convertible_to<std::size_t>;
    };

// Component C comes, goes and is found by handle.
template <class World, class C>
concept Holds = requires(World world, const World seen, Entity entity, C value) {
  { world.insert(entity, value) } -> std::same_as<C*>;
  { world.template remove<C>(entity) } -> std::same_as<bool>;
  { seen.template has<C>(entity) } -> std::same_as<bool>;
  { world.template try_get<C>(entity) } -> std::same_as<C*>;
  { seen.template try_get<C>(entity) } -> std::same_as<const C*>;
};

// A view visits the entities that have all of its terms; terms are C and const C at least.
template <class World, class C, class D>
concept Views = requires(World world) {
  world.template view<C>().each([](C&) {});
  world.template view<C, const D>().each([](C&, const D&) {});
  world.template view<C, const D>().each([](Entity, C&, const D&) {});
};

template <template <class...> class World>
concept Strategy = HoldsEntities<World<ProbeA, ProbeB>> && Holds<World<ProbeA, ProbeB>, ProbeA> &&
                   Holds<World<ProbeA, ProbeB>, ProbeB> && Views<World<ProbeA, ProbeB>, ProbeA, ProbeB>;

// --- optional: what a world can do beyond the core. A workload or test that needs an absent one is skipped, and says so.

// view<Terms...>(without<...>, with<...>), Optional terms, contains, get, range-for.
template <class World>
concept Filtered = requires(World world, Entity entity) {
  world.template view<ProbeA>(without<ProbeB>).each([](ProbeA&) {});
  world.template view<ProbeA>(with<ProbeB>).each([](ProbeA&) {});
  { world.template view<ProbeA>().count() } -> std::convertible_to<std::size_t>;
  { world.template view<ProbeA>().contains(entity) } -> std::same_as<bool>;
  world.template view<ProbeA>().get(entity);
  world.template view<ProbeA>().begin();
};

// each_chunk: runs of contiguous rows as spans.
template <class World>
concept Chunked = requires(World world) {
  world.template view<ProbeA, const ProbeB>().each_chunk([](std::span<ProbeA>, std::span<const ProbeB>) {});
};

// spawn_many<Given...>(n, fill(i, Entity, Given&...)): all n or, if fill throws, none. despawn_many: stale handles are
// passed over; the number that died is returned.
template <class World>
concept Bulk = requires(World world, std::span<const Entity> entities) {
  world.template spawn_many<ProbeA, ProbeB>(std::size_t{1}, [](std::size_t, Entity, ProbeA&, ProbeB&) {});
  { world.despawn_many(entities) } -> std::convertible_to<std::size_t>;
};

// Upkeep. clear makes every handle stale; reserve makes room for n entities in all.
template <class World>
concept Managed = requires(World world, std::size_t n) {
  world.clear();
  world.template remove_all<ProbeA>();
  world.reserve(n);
  world.shrink_to_fit();
};

// A world is copied by name only; every component must be copyable for it.
template <class World>
concept Cloneable = requires(const World seen) {
  { seen.clone() } -> std::same_as<World>;
};

// The numbered invariants of its file, as code. O(everything).
template <class World>
concept Checked = requires(const World seen) {
  { seen.consistent() } -> std::same_as<bool>;
};

template <class World>
concept Measured = requires(const World seen) {
  { seen.memory() } -> std::same_as<MemoryUse>;
};

// upkeep(): how often it did what makes one frame longer than the next, so far. The numbers never fall; those of all
// worlds of the program may be counted together, since they are read before and after one world's work.
template <class World>
concept Tallied = requires(const World seen) {
  { seen.upkeep() } -> std::same_as<Upkeep>;
};

// Change marks (marks.hpp), asked of a world with ProbeTracked: tick() is now, advance() starts the next. patch<C>(e, fn)
// writes and marks; false for absent or stale.
template <class World>
concept Tracked = requires(World world, const World seen, Entity entity, Tick since) {
  { seen.tick() } -> std::same_as<Tick>;
  { world.advance() } -> std::same_as<Tick>;
  {
    world.template patch<ProbeTracked>(entity, [](ProbeTracked&) {})
  } -> std::same_as<bool>;
  world.template view<Mut<ProbeTracked>>(changed<ProbeTracked>(since)).each([](auto&&) {});
  world.template view<const ProbeTracked>(added<ProbeTracked>(since)).each([](const ProbeTracked&) {});
};

// Relations: R is an empty type of the component list with kIsRelation. relate is false for a stale handle, a cycle of an
// acyclic R, or a pair that stands already. sources come in order of relating.
template <class World, class R>
concept Related = requires(World world, const World seen, Entity source, Entity target) {
  { world.template relate<R>(source, target) } -> std::same_as<bool>;
  { world.template unrelate<R>(source, target) } -> std::same_as<bool>;
  { seen.template related<R>(source, target) } -> std::same_as<bool>;
  { seen.template target_of<R>(source) } -> std::same_as<Entity>;
  seen.template each_source<R>(target, [](Entity) {});
  world.template view<ProbeA>(with<R>(target)).each([](ProbeA&) {});
};

// sort orders the rows of C by a comparison of values; sort_as orders the rows of C like those of D.
template <class World>
concept Sortable = requires(World world) {
  world.template sort<ProbeA>([](const ProbeA&, const ProbeA&) { return false; });
  world.template sort_as<ProbeA, ProbeB>();
};

// par_each: the visits of each, by any number of threads, on an executor or (parallel.hpp) on oneTBB.
template <class World>
concept Parallel = requires(World world) { world.template view<ProbeA>().par_each([](ProbeA&) {}); };

// What every storage here can do beyond the core. Threads and relations are asked for one by one.
template <template <class...> class World, class Plain = World<ProbeA, ProbeB>>
concept Complete =
    Strategy<World> && Filtered<Plain> && Chunked<Plain> && Bulk<Plain> && Managed<Plain> && Checked<Plain> &&
    Measured<Plain> && Tallied<Plain> && Cloneable<Plain> && Tracked<World<ProbeA, ProbeTracked>>;

// One array of a world, for the tracer: its name, what a cell is, and how many cells are in use.
struct ArrayDrawing {
  std::string_view owner;  // "Position", "table {Position, Velocity}", "entities"
  std::string_view name;   // "sparse", "indices", "values"
  std::size_t cells = 0;
  std::size_t capacity = 0;
};
struct AnyLayoutSink {
  void array(const ArrayDrawing&, auto /* text of cell i */) {}
};

// layout(sink): calls sink.array(drawing, text_of_cell) for each array, in the order of the drawing in its file's head.
template <class World>
concept Drawn = requires(const World seen, AnyLayoutSink sink) { seen.layout(sink); };

}  // namespace ecs
