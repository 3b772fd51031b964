// Driver: takes a world and the model through the same steps and complains at the first difference.
//
//   Driver<UnderTest> driver;
//   driver.take(step);             throws Disagreement, with what was seen and what was wanted
//   driver.expect_consistent();    the invariants of a world that has them
//   driver.compare_all();          every handle ever issued, every question
//   driver.handles();              every handle ever issued, in order of birth
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "strategies/derived.hpp"
#include "strategies/entity.hpp"
#include "strategies/filter.hpp"
#include "strategies/marks.hpp"
#include "tests/model/deferred.hpp"
#include "tests/model/model.hpp"
#include "tests/model/questions.hpp"
#include "tests/model/steps.hpp"
#include "tests/support/components.hpp"
#include "tests/support/counted.hpp"
#include "tests/support/strategy_under_test.hpp"

namespace ecsbench::tests {

struct Disagreement : std::runtime_error {
  using std::runtime_error::runtime_error;
};

template <class Strategy>
class Driver {
 public:
  using World = typename Strategy::template World<A, Health, Counted, Text, Frozen>;

  void take(const Step& step) {
    switch (step.kind) {
      case Kind::kSpawn:
        spawn(step.what, step.value);
        break;
      case Kind::kSpawnMany:
        spawn_many(step.who % 30, step.what, step.value);
        break;
      case Kind::kDespawn:
        despawn(step.who);
        break;
      case Kind::kDespawnMany:
        despawn_many(step.who);
        break;
      case Kind::kInsert:
        insert(step);
        break;
      case Kind::kRemove:
        remove(step);
        break;
      case Kind::kRemoveAll:
        remove_all(step.what);
        break;
      case Kind::kClear:
        clear(step.who);
        break;
      case Kind::kStale:
        use_the_dead(step.who);
        break;
      case Kind::kQuery:
        compare_question(step.what % kQuestions<kFilters>);
        break;
      case Kind::kPatch:
        write(step);
        break;
      case Kind::kAdvance:
        advance();
        break;
      case Kind::kChanged:
        compare_touched(step.what);
        break;
      case Kind::kReserve:
        reserve(step.who % 2000);
        break;
      case Kind::kClone:
        go_on_with_a_clone();
        break;
      case Kind::kShrink:
        shrink();
        break;
      case Kind::kMoveWorld:
        move_world();
        break;
      case Kind::kDefer:
        defer(step);
        break;
      case Kind::kFlush:
        flush();
        break;
    }
    expect(world_.size() == model_.size(), "size() is " + std::to_string(world_.size()));
  }

  void expect_consistent() const {
    if constexpr (requires { world_.consistent(); }) expect(world_.consistent(), "consistent() is false");
    expect(deferred_.consistent(), "consistent() of the command buffer is false");
  }

  [[nodiscard]] const std::vector<ecs::Entity>& handles() const { return handles_; }

  // What waits is flushed before.
  void compare_all() {
    flush();
    for (Ordinal who = 0; who < handles_.size(); ++who) compare(who);
    for (std::size_t n = 0; n < kQuestions<kFilters>; ++n) compare_question(n);
    expect(ledger.living.size() == counted_in_model(), "not as many values live as are held");
    expect(ledger.faults.empty(), ledger.faults.empty() ? "" : "a component was " + ledger.faults.front());
  }

 private:
  static constexpr bool kFilters = CanFilter<Strategy>;

  static void expect(bool holds, const std::string& complaint) {
    if (!holds) throw Disagreement{complaint};
  }
  // Calls act.template operator()<C>() for the component of that number.
  template <class Act>
  static void with_component(std::size_t number, const Act& act) {
    const auto one = [&]<class C>(std::type_identity<C>) {
      if (kNumberOf<C> == number % kModelComponents) act.template operator()<C>();
    };
    (one(std::type_identity<A>{}), one(std::type_identity<Health>{}), one(std::type_identity<Counted>{}),
     one(std::type_identity<Text>{}), one(std::type_identity<Frozen>{}));
  }
  template <class C>
  static int number_for(int value) {
    return std::is_empty_v<C> ? 0 : value + static_cast<int>(kNumberOf<C>);
  }
  template <class C>
  static C component_for(int value) {
    return make<C>(number_for<C>(value));
  }

  // --- births ---

  // Spawns with the components whose bits are set: one component of the set is fixed at each level of the recursion.
  template <std::size_t kNext = 0, class... Chosen>
  void spawn(unsigned set, int value) {
    if constexpr (kNext == kModelComponents) {
      Values values;
      ((values[kNumberOf<Chosen>] = number_for<Chosen>(value)), ...);
      remember(world_.spawn(component_for<Chosen>(value)...), values);
    } else {
      using Next = std::tuple_element_t<kNext, std::tuple<A, Health, Counted, Text, Frozen>>;
      if ((set >> kNext & 1u) != 0) {
        spawn<kNext + 1, Next, Chosen...>(set, value);
      } else {
        spawn<kNext + 1, Chosen...>(set, value);
      }
    }
  }
  void spawn_many(std::size_t n, unsigned set, int value) {
    switch (set % 4) {
      case 0:
        return spawn_many_of<A, Health>(n, value);
      case 1:
        return spawn_many_of<Frozen, Counted, A>(n, value);
      case 2:
        return spawn_many_of<Text>(n, value);
      default:
        return spawn_many_of<>(n, value);
    }
  }
  template <class... Given>
  void spawn_many_of(std::size_t n, int value) {
    ecs::spawn_many<Given...>(world_, n, [&](std::size_t, ecs::Entity entity, Given&... given) {
      Values values;
      ((given = component_for<Given>(value)), ...);
      ((values[kNumberOf<Given>] = number_for<Given>(value)), ...);
      remember(entity, values);
    });
  }
  void remember(ecs::Entity entity, const Values& values) {
    expect(ordinals_.emplace(entity, handles_.size()).second, "a handle was issued twice");
    model_.spawn(handles_.size(), values);
    handles_.push_back(entity);
  }

  // --- deaths ---

  void despawn(unsigned who) {
    if (model_.size() == 0) return;
    const Ordinal doomed = model_.living(who);
    expect(world_.despawn(handles_[doomed]), "despawn of a living entity is false");
    model_.despawn(doomed);
    compare(doomed);
  }
  void despawn_many(unsigned who) {
    std::vector<ecs::Entity> doomed;
    for (Ordinal o = who % 3; o < handles_.size(); o += 3) doomed.push_back(handles_[o]);
    std::size_t died = 0;
    for (Ordinal o = who % 3; o < handles_.size(); o += 3) died += model_.despawn(o) ? 1u : 0u;
    expect(ecs::despawn_many(world_, doomed) == died, "despawn_many gives a wrong number");
  }
  void clear(unsigned who) {
    if (who % 4 != 0) return;  // rare: a world that is always young shows little
    if constexpr (CanManage<Strategy>) {
      world_.clear();
      model_.clear();
      compare_all();
    }
  }

  // --- changes ---

  void insert(const Step& step) {
    if (model_.size() == 0) return;
    const Ordinal who = model_.living(step.who);
    with_component(step.what, [&]<class C>() {
      C* const place = world_.insert(handles_[who], component_for<C>(step.value));
      expect(place == world_.template try_get<C>(handles_[who]), "insert gives another place than try_get");
      model_.set(who, kNumberOf<C>, number_for<C>(step.value));
    });
    compare(who);
  }
  void remove(const Step& step) {
    if (model_.size() == 0) return;
    const Ordinal who = model_.living(step.who);
    with_component(step.what, [&]<class C>() {
      const bool held = model_.at(who)[kNumberOf<C>].has_value();
      expect(world_.template remove<C>(handles_[who]) == held, "remove does not say what it did");
      if (held) model_.set(who, kNumberOf<C>, std::nullopt);
    });
    compare(who);
  }
  void remove_all(unsigned what) {
    if constexpr (CanManage<Strategy>) {
      with_component(what, [&]<class C>() { world_.template remove_all<C>(); });
      model_.remove_all(what % kModelComponents);
    }
  }

  // --- later ---

  void defer(const Step& step) {
    const unsigned command = handles_.empty() && deferred_.spawns() == 0 ? 0 : step.what % 4;
    with_component(step.what / 4, [&]<class C>() {
      if (command == 0) return deferred_.spawn(component_for<C>(step.value), number_for<C>(step.value));
      const auto target = target_of(step.who);
      const ecs::Entity handle = target.is_spawn ? ecs::kNull : handles_[target.number];
      if (command == 1) return deferred_.despawn(target, handle);
      if (command == 2) return deferred_.template remove<C>(target, handle);
      deferred_.insert(target, handle, component_for<C>(step.value), number_for<C>(step.value));
    });
  }
  // One of the living, sometimes one born in the same flush, sometimes one of the many that died long ago. REQUIRES: any
  [[nodiscard]] typename Deferred<World>::Target target_of(unsigned who) const {
    if (deferred_.spawns() != 0 && (who % 3 == 0 || handles_.empty())) return {who / 3 % deferred_.spawns(), true};
    if (model_.size() == 0 || who % 8 == 1) return {who % handles_.size(), false};
    return {model_.living(who), false};
  }
  void flush() {
    const auto flushed = deferred_.flush(world_, model_, handles_.size());
    expect(flushed.seen == flushed.wanted, "a flush skipped " + std::to_string(flushed.seen.skipped) + ", wanted " +
                                               std::to_string(flushed.wanted.skipped));
    for (const ecs::Entity born : flushed.born) {
      const Ordinal who = handles_.size();
      expect(born == ecs::kNull || ordinals_.emplace(born, who).second, "a handle was issued twice");
      handles_.push_back(born);
      compare(who);
    }
  }

  // --- marks ---

  // Through patch or, every other time, through a view.
  void write(const Step& step) {
    if constexpr (CanTrack<Strategy>) {
      if (model_.size() == 0) return;
      const Ordinal who = model_.living(step.who);
      const bool held = model_.at(who)[kNumberOf<Health>].has_value();
      const auto health = component_for<Health>(step.value);
      if (step.value % 2 == 0) {
        const auto found = world_.template view<ecs::Mut<Health>>().get(handles_[who]);
        expect(found.has_value() == held, "a view of Mut finds another than the model");
        if (found) std::get<0>(*found) = health;
      } else {
        const bool done = world_.template patch<Health>(handles_[who], [&](Health& written) { written = health; });
        expect(done == held, "patch does not say what it did");
      }
      if (held) model_.set(who, kNumberOf<Health>, number_for<Health>(step.value));
      compare(who);
    }
  }
  void advance() {
    if constexpr (CanTrack<Strategy>) {
      model_.advance();
      expect(world_.advance() == model_.tick() && world_.tick() == model_.tick(), "the world's time is another");
    }
  }
  void compare_touched(unsigned ticks_ago) {
    if constexpr (CanTrack<Strategy>) {
      const ecs::Tick since = model_.tick() - std::min<ecs::Tick>(model_.tick(), ticks_ago % 8);
      const auto listed = [&](const auto& view) {
        std::set<Ordinal> seen;
        view.each([&](ecs::Entity entity, auto&&...) { seen.insert(ordinals_.at(entity)); });
        expect(seen.size() == view.count(), "count() and each differ on marks");
        return seen;
      };
      expect(listed(world_.template view<const Health>(ecs::added<Health>(since))) ==
                 model_.touched(kNumberOf<Health>, [&](const ecs::Marks& marks) { return marks.added > since; }),
             "added since " + std::to_string(since) + " finds others than the model");
      expect(listed(world_.template view<const Health>(ecs::changed<Health>(since))) ==
                 model_.touched(kNumberOf<Health>, [&](const ecs::Marks& marks) { return marks.changed > since; }),
             "changed since " + std::to_string(since) + " finds others than the model");
    }
  }

  // --- what must change nothing ---

  void reserve(std::size_t entities) {
    if constexpr (CanManage<Strategy>) world_.reserve(entities);
  }
  void go_on_with_a_clone() {
    if constexpr (CanClone<Strategy>) world_ = std::as_const(world_).clone();
  }

  void use_the_dead(unsigned who) {
    if (handles_.empty()) return;
    const Ordinal dead = who % handles_.size();
    if (model_.alive(dead)) return;
    const ecs::Entity handle = handles_[dead];
    expect(!world_.despawn(handle), "a dead entity was despawned");
    with_component(who, [&]<class C>() {
      expect(world_.insert(handle, component_for<C>(1)) == nullptr, "a dead entity was given a component");
      expect(!world_.template remove<C>(handle), "a dead entity lost a component");
    });
    compare(dead);
  }
  void shrink() {
    if constexpr (CanManage<Strategy>) world_.shrink_to_fit();
  }
  void move_world() {
    World moved = std::move(world_);
    expect(world_.size() == 0, "a moved-from world is not empty");
    world_ = std::move(moved);
    expect(moved.size() == 0, "a moved-from world is not empty");
    deferred_.move_buffer();
  }

  // --- comparing ---

  void compare(Ordinal who) const {
    const ecs::Entity handle = handles_[who];
    const auto life = model_.lives().find(who);
    const bool lives = life != model_.lives().end();
    expect(world_.alive(handle) == lives, "alive() is wrong for entity " + std::to_string(who));
    const auto one = [&]<class C>(std::type_identity<C>) {
      const C* const place = world_.template try_get<C>(handle);
      const auto seen = place == nullptr ? std::nullopt : std::optional{value_of(*place)};
      const auto wanted = lives ? life->second[kNumberOf<C>] : std::nullopt;
      expect(world_.template has<C>(handle) == seen.has_value(), "has and try_get differ");
      if (seen != wanted) complain(who, kNumberOf<C>, seen, wanted);
    };
    (one(std::type_identity<A>{}), one(std::type_identity<Health>{}), one(std::type_identity<Counted>{}),
     one(std::type_identity<Text>{}), one(std::type_identity<Frozen>{}));
  }
  [[noreturn]] static void complain(Ordinal who, std::size_t component, std::optional<int> seen,
                                    std::optional<int> wanted) {
    const auto told = [](std::optional<int> number) { return number ? std::to_string(*number) : "nothing"; };
    throw Disagreement{"entity " + std::to_string(who) + " holds " + told(seen) + " as component " +
                       std::to_string(component) + ", wanted " + told(wanted)};
  }
  void compare_question(std::size_t n) {
    ask<kFilters>(world_, n, [&](const Question& question, const auto& view) {
      const Answer wanted = model_.answer(question);
      const Answer seen = Listener{ordinals_}.listen(view);
      std::ostringstream complaint;
      complaint << "question " << n << ": " << seen.size() << " visits, wanted " << wanted.size();
      expect(seen == wanted, complaint.str());
      if constexpr (kFilters) expect(view.count() == wanted.size(), "count() and each differ");
    });
  }
  [[nodiscard]] std::size_t counted_in_model() const {
    std::size_t held = 0;
    for (const auto& [who, values] : model_.lives()) held += values[kNumberOf<Counted>] ? 1u : 0u;
    return held;
  }

  World world_;
  Model model_;
  Deferred<World> deferred_;
  std::vector<ecs::Entity> handles_;  // by ordinal
  Ordinals ordinals_;
};

}  // namespace ecsbench::tests
