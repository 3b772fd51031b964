// View: one interface over every storage.
//
//   auto movers = world.view<Position, const Velocity>(without<Frozen>);     cheap to make, or kept and reused
//   movers.each([](Position& p, const Velocity& v) { ... });                 the fast way: a loop inlined per storage
//   movers.each_chunk([](std::span<Position> p, std::span<const Velocity> v) { ... });
//   for (auto [entity, p, v] : movers) ...                                   lists the matches first, then looks each up
//   movers.par_each(executor, [](Position& p, const Velocity& v) { ... });   each, by several threads (par_each.hpp)
//   movers.count();  movers.contains(e);  movers.get(e);
//
// How it works. A storage offers one private function, scan(query, sink): it finds the matches in whatever order suits
// it and hands them to the sink in two forms:
//
//   sink.run(n, entity_at, first...)    n rows that lie side by side: first[0..n) of each component, nullptr if absent
//   sink.one(entity, place...)          a single match
//
// A storage that several threads may walk offers line(query) too, what it walks as rows() that part(sink, range) hands over
// (split.hpp).
// Both answer false to stop. The sinks (sinks.hpp) turn that into each, each_chunk, count and the list behind range-for.
//
// Invariants
//   (1) while a visitor runs the world's lock is held: structural changes throw LockedStorage (lock.hpp);
//   (2) each match is visited once; order is the storage's own;
//   (3) a view kept for later sees whatever came since: it holds no rows.
// References given to a visitor live until the next structural change of the world.
#pragma once

#include <concepts>
#include <cstddef>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "strategies/entity.hpp"
#include "strategies/executor.hpp"
#include "strategies/lock.hpp"
#include "strategies/par_each.hpp"
#include "strategies/query.hpp"
#include "strategies/sinks.hpp"
#include "strategies/split.hpp"
#include "strategies/tick_sink.hpp"

namespace ecs {

// What a storage lets a view see of it. A world says: friend struct ViewAccess;
struct ViewAccess {
  template <class World>
  static Lock& lock(World& world) {
    return world.lock_;
  }
  template <class World, class Asked, class Sink>
  [[gnu::always_inline]] static void scan(World& world, const Asked& query, Sink& sink) {
    world.scan(query, sink);
  }
  // The same of one part of what is walked.
  template <class World, class Asked, class Sink>
  static void scan(World& world, const Asked& query, Sink& sink, RowRange range) {
    line(world, query).part(sink, range);
  }
  template <class World, class Asked>
  static auto line(World& world, const Asked& query) -> decltype(world.line(query)) {
    return world.line(query);
  }
  // The marks of a tracked component that an entity has.
  template <class C, class World>
  static Marks* marks(World& world, Entity entity) {
    return world.template marks<C>(entity);
  }
  // Only of storages that a reactive world may stand on: scan, but along a list that holds exactly the matches.
  template <class World, class Asked, class List, class Sink>
  [[gnu::always_inline]] static void scan_listed(World& world, const Asked& query, const List& list, Sink& sink) {
    world.scan_listed(query, list, sink);
  }
  // Of storages with relations: whose handles and pairs there are, and the end of those that have any (related_bits.hpp).
  template <class World>
  [[nodiscard]] static const auto& pool(const World& world) {
    return world.pool();
  }
  template <class World>
  [[nodiscard]] static auto& pairs(World& world) {
    return world.pairs();
  }
  template <class World, class Watcher>
  static std::size_t fell(World& world, std::span<const Entity> named, Watcher&& watcher) {
    return world.fell(named, watcher);
  }
};

template <class World>
concept KeepsPairs = requires { World::kKeepsPairs; };

template <class World, class Asked>
concept CanBeSplit = requires(World& world, const Asked& query) { ViewAccess::line(world, query); };

template <class World, class Asked>
class View;

template <class World, class Components, class... Terms, class... Filters>
class View<World, Query<Components, List<Terms...>, Filters...>> {
  using Asked = Query<Components, List<Terms...>, Filters...>;

 public:
  // What one match gives: *begin(), and get() without the Entity.
  using Values = std::tuple<typename TermTraits<Terms>::Argument...>;

  explicit View(World& world, Filters... filters) : world_{&world}, query_{{filters...}} {}

  // Calls visitor for each match. It takes the components, with or without a leading Entity, with or without the tags;
  // one that returns bool stops the loop with false. Throws what the visitor throws.
  template <class Visitor>
    requires VisitorOf<Visitor, Terms...>
  [[gnu::always_inline]] void each(Visitor&& visitor) const {
    const LockGuard guard{ViewAccess::lock(*world_)};
    EachSink<std::remove_reference_t<Visitor>, Terms...> sink{visitor};
    scan_into(sink);
  }

  // Calls visitor with runs of rows: a span for each component that is no tag (empty for an absent Optional), with or
  // without a leading range of entities (size(), [], range-for).
  template <class Visitor>
  void each_chunk(Visitor&& visitor) const {
    const LockGuard guard{ViewAccess::lock(*world_)};
    ChunkSink<std::remove_reference_t<Visitor>, Terms...> sink{visitor};
    scan_into(sink);
  }

  // The visits of each, shared out over the workers of an executor. The visitor is called by several threads at once, no
  // two of them for one entity; it may write the components that it is given, and read what nobody writes, also through
  // views that were made before. A structural change throws LockedStorage, and a CommandBuffer is for one thread at a time.
  // Throws what a visitor throws: one exception, when all have ended. The sources of a target, with<R>(target), are a chain
  // of pairs or a few small tables, and are visited by this thread alone.
  template <Executor Workers, class Visitor>
    requires CanBeSplit<World, Asked>
  void par_each(Workers&& executor, const Visitor& visitor, Grain grain = {}) const {
    static_assert(VisitorOf<const Visitor, Terms...>,
                  "par_each: the visitor takes the components of the view, with or without a leading Entity; several "
                  "threads call it at once, so that it must not be mutable");
    static_assert(!kMayStop<const Visitor, Terms...>,
                  "par_each: a visitor that returns bool would stop a loop that has no first and no last: return void");
    if constexpr (Asked::kAsksForTargets) {
      each(visitor);
    } else {
      const Split split{ViewAccess::line(*world_, query_).rows(), executor.workers(), grain};
      if (split.parts() <= 1) return each(visitor);
      const SharedLockGuard guard{ViewAccess::lock(*world_)};
      share_out(executor, split, [&](RowRange range) {
        EachSink<const Visitor, Terms...> sink{visitor};
        scan_into(sink, range);
      });
    }
  }
  // The same on oneTBB, for who includes parallel.hpp.
  template <class Visitor>
    requires CanBeSplit<World, Asked>
  void par_each(const Visitor& visitor, Grain grain = {}) const {
    static_assert(
        requires { sizeof(DefaultExecutor<Visitor>); },
        "par_each(visitor) runs on oneTBB: include strategies/parallel.hpp. Or name an executor: "
        "par_each(executor, visitor)");
    DefaultExecutor<Visitor> executor;
    par_each(executor, visitor, grain);
  }

  // Number of matches. O(runs) where the storage knows them, else O(matches).
  [[nodiscard]] std::size_t count() const {
    CountSink sink;
    scan_into(sink);
    return sink.matches;
  }

  // Would this entity be visited? False for a stale handle. O(terms).
  [[nodiscard]] bool contains(Entity entity) const {
    return world_->alive(entity) && Asked::matches(world_->mask(entity)) && is_related(entity) && was_touched(entity);
  }

  // The components of one match, or nothing.
  [[nodiscard]] std::optional<Values> get(Entity entity) const {
    if (!contains(entity)) return std::nullopt;
    return values(entity);
  }

  // Range-for. begin() lists the matches (8 B each), each step looks one up; the lock is held while the iterator lives.
  class Iterator {
   public:
    using value_type = decltype(std::tuple_cat(std::declval<std::tuple<Entity>>(), std::declval<Values>()));
    using difference_type = std::ptrdiff_t;

    explicit Iterator(const View& view) : view_{&view}, guard_{ViewAccess::lock(*view.world_)} {
      ListSink sink{matches_};
      view.scan_into(sink);
    }
    value_type operator*() const {
      return std::tuple_cat(std::tuple<Entity>{matches_[next_]}, view_->values(matches_[next_]));
    }
    Iterator& operator++() {
      ++next_;
      return *this;
    }
    void operator++(int) { ++next_; }
    friend bool operator==(const Iterator& iterator, std::default_sentinel_t) {
      return iterator.next_ == iterator.matches_.size();
    }

   private:
    const View* view_;
    LockGuard guard_;
    std::vector<Entity> matches_;
    std::size_t next_ = 0;
  };
  [[nodiscard]] Iterator begin() const { return Iterator{*this}; }
  [[nodiscard]] std::default_sentinel_t end() const { return {}; }

 private:
  // Of a whole scan, or of a range of its rows.
  template <class Sink, class... Range>
  [[gnu::always_inline]] void scan_into(Sink& sink, Range... range) const {
    static_assert(!Asked::kAsksForTargets || KeepsPairs<World>, "with<R>(target) needs a Related strategy");
    if constexpr (Asked::kAsksForTicks) {
      TickSink<Sink, Asked> touched{sink, query_};
      ViewAccess::scan(*world_, query_, touched, range...);
    } else {
      ViewAccess::scan(*world_, query_, sink, range...);
    }
  }

  // Do added and changed let a match pass?
  [[nodiscard]] bool was_touched([[maybe_unused]] Entity entity) const {
    const auto passes = [&]<class Filter>([[maybe_unused]] const Filter& filter) {
      if constexpr (kAsksTicks<Filter>) {
        return TickFilter<Filter>::passes(filter,
                                          *ViewAccess::marks<typename TickFilter<Filter>::Component>(*world_, entity));
      } else {
        return true;
      }
    };
    return std::apply([&](const auto&... filters) { return (passes(filters) && ...); }, query_.filters);
  }

  // Has it the pairs that with<R>(target) asks for?
  [[nodiscard]] bool is_related([[maybe_unused]] Entity entity) const {
    if constexpr (Asked::kAsksForTargets) {
      const auto passes = [&]<class Filter>([[maybe_unused]] const Filter& filter) {
        if constexpr (kAsksTarget<Filter>) {
          return world_->template related<RelationOf<Filter>>(entity, filter.target);
        } else {
          return true;
        }
      };
      return std::apply([&](const auto&... filters) { return (passes(filters) && ...); }, query_.filters);
    } else {
      return true;
    }
  }

  [[nodiscard]] Values values([[maybe_unused]] Entity entity) const {
    return Values{TermTraits<Terms>::argument(place<Terms>(entity))...};
  }
  template <class Term>
  [[nodiscard]] PlaceOf<Term> place(Entity entity) const {
    using C = ComponentOf<Term>;
    C* const value = world_->template try_get<C>(entity);
    if constexpr (kNeedsMarks<Term>) {
      return TermTraits<Term>::place(value, ViewAccess::marks<C>(*world_, entity), world_->tick());
    } else {
      return value;
    }
  }

  World* world_;
  [[no_unique_address]] Asked query_;
};

}  // namespace ecs
