// Laws on memory(): exact to the byte after each kind of operation, and bounded by what lives.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <new>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "strategies/derived.hpp"
#include "strategies/entity.hpp"
#include "strategies/filter.hpp"
#include "strategies/lock.hpp"
#include "strategies/memory.hpp"
#include "tests/support/components.hpp"
#include "tests/support/exact_memory.hpp"
#include "tests/support/failing_memory.hpp"
#include "tests/support/portrait.hpp"
#include "tests/support/strategy_under_test.hpp"

namespace ecsbench::tests {

// A world whose books are checked after each operation: after("spawn", [&] { ... }).
template <class Strategy>
class MemoryUseLaws : public ::testing::Test {
 protected:
  using World = typename Strategy::template World<A, Position, Byte, Aligned64, Text, Frozen>;

  template <class Operation>
  void after(const std::string& name, Operation operation) {
    SCOPED_TRACE("after " + name);
    operation();
    if constexpr (CanMeasure<Strategy>) expect_memory_adds_up(world_, nothing_, payload());
  }

  // Forty of four kinds.
  void settle() {
    for (int i = 0; i < 10; ++i) {
      e_.push_back(world_.spawn(A{i}, Text{i}));
      e_.push_back(world_.spawn(Position{}, Aligned64{i}, Frozen{}));
      e_.push_back(world_.spawn());
      e_.push_back(world_.spawn(make<Byte>(i), A{i}, Position{}));
    }
  }
  template <class... Given>
  void spawn_many(std::size_t n) {
    ecs::spawn_many<Given...>(world_, n, [&](std::size_t, ecs::Entity e, Given&...) { e_.push_back(e); });
  }

  const std::uint64_t nothing_ = ecs::memory_count.live_bytes.load();
  World world_;
  std::vector<ecs::Entity> e_;  // all ever spawned

 private:
  template <class C>
  [[nodiscard]] std::size_t bytes_in(ecs::Entity entity) const {
    return !std::is_empty_v<C> && world_.template has<C>(entity) ? sizeof(C) : 0;
  }
  [[nodiscard]] std::size_t payload() const {
    std::size_t bytes = 0;
    for (const ecs::Entity entity : e_) {
      bytes += bytes_in<A>(entity) + bytes_in<Position>(entity) + bytes_in<Byte>(entity) + bytes_in<Aligned64>(entity) +
               bytes_in<Text>(entity);
    }
    return bytes;
  }
};
TYPED_TEST_SUITE(MemoryUseLaws, UnderTest, StrategyName);

TYPED_TEST(MemoryUseLaws, memory_is_exact_whoever_comes_and_goes) {
  if constexpr (!CanMeasure<TypeParam>) {
    GTEST_SKIP() << kNotMeasured;
  } else {
    auto& world = this->world_;
    auto& e = this->e_;
    this->after("nothing", [] {});
    this->after("spawn", [&] { this->settle(); });
    this->after("insert of a value", [&] { world.insert(e[0], Aligned64{1}); });
    this->after("insert into the bare", [&] { world.insert(e[2], Text{40}); });
    this->after("replacing", [&] { world.insert(e[0], Text{41}); });
    this->after("insert of a tag", [&] { world.insert(e[0], Frozen{}); });
    this->after("insert for a stale handle", [&] { world.insert(ecs::Entity{7, 99}, Text{41}); });
    this->after("remove of a value", [&] { EXPECT_TRUE(world.template remove<A>(e[0])); });
    this->after("remove of a tag", [&] { EXPECT_TRUE(world.template remove<Frozen>(e[1])); });
    this->after("remove of what is absent", [&] { EXPECT_FALSE(world.template remove<Byte>(e[1])); });
    this->after("remove of the last component", [&] { EXPECT_TRUE(world.template remove<Text>(e[2])); });
    this->after("despawn", [&] { EXPECT_TRUE(world.despawn(e[3])); });
    this->after("spawn in a used slot", [&] { e.push_back(world.spawn(Text{1}, make<Byte>(2))); });
    this->after("spawn_many", [&] { this->template spawn_many<Text, A, Frozen>(300); });
    this->after("spawn_many of the bare", [&] { this->template spawn_many<>(50); });
    this->after("spawn_many of none", [&] { this->template spawn_many<Aligned64>(0); });
    this->after("spawn_many in small batches", [&] {
      for (int batch = 0; batch < 20; ++batch) this->template spawn_many<A, Position>(5);
    });
    this->after("despawn_many", [&] { ecs::despawn_many(world, std::span{e}.subspan(20, 200)); });
    this->after("despawn_many of the dead", [&] { ecs::despawn_many(world, std::span{e}.subspan(20, 200)); });
    this->after("despawn_many of all", [&] { ecs::despawn_many(world, e); });
    EXPECT_EQ(world.memory().payload_bytes, 0u);
    this->after("spawn into the emptied world", [&] { this->settle(); });
  }
}

TYPED_TEST(MemoryUseLaws, memory_is_exact_whatever_views_keep) {
  if constexpr (!CanMeasure<TypeParam> || !CanFilter<TypeParam>) {
    GTEST_SKIP() << kNotMeasured;
  } else {
    auto& world = this->world_;
    this->after("a view of nobody", [&] { EXPECT_EQ(visited(world.template view<const Text>()).size(), 0u); });
    this->settle();
    this->after("each", [&] { EXPECT_EQ(visited(world.template view<A>()).size(), 20u); });
    this->after("each of two", [&] { EXPECT_EQ((visited(world.template view<A, const Text>()).size()), 10u); });
    this->after("a filter", [&] { EXPECT_EQ(visited(world.template view<A>(ecs::without<Byte>)).size(), 10u); });
    this->after("an exclusion alone", [&] { EXPECT_EQ(world.template view<>(ecs::without<A>).count(), 20u); });
    this->after("an optional term", [&] { EXPECT_EQ(world.template view<ecs::Optional<A>>().count(), 40u); });
    this->after("contains", [&] { EXPECT_TRUE((world.template view<A, Text>().contains(this->e_[0]))); });
    this->after("get", [&] { EXPECT_TRUE((world.template view<Position, Byte>().get(this->e_[3]))); });
    this->after("range-for", [&] {
      for ([[maybe_unused]] auto [e, a, p] : world.template view<A, Position>()) break;
    });
    this->after("changes under kept views", [&] {
      for (std::size_t i = 0; i < 40; i += 3) world.insert(this->e_[i], A{1});
      for (std::size_t i = 0; i < 40; i += 2) world.template remove<Text>(this->e_[i]);
    });
    this->after("births under kept views", [&] { this->template spawn_many<A, Text>(500); });
    this->after("deaths under kept views", [&] { ecs::despawn_many(world, this->e_); });
  }
}

TYPED_TEST(MemoryUseLaws, memory_is_exact_through_upkeep_and_moves) {
  if constexpr (!CanMeasure<TypeParam> || !CanManage<TypeParam>) {
    GTEST_SKIP() << kNotMeasured;
  } else {
    auto& world = this->world_;
    this->after("reserve in an empty world", [&] { world.reserve(100); });
    this->after("spawn into reserved room", [&] { this->settle(); });
    this->after("reserve", [&] { world.reserve(5000); });
    this->after("reserve of less", [&] { world.reserve(10); });
    this->after("shrink_to_fit", [&] { world.shrink_to_fit(); });
    this->after("remove_all of a value", [&] { world.template remove_all<Text>(); });
    this->after("remove_all of a tag", [&] { world.template remove_all<Frozen>(); });
    this->after("shrink_to_fit again", [&] { world.shrink_to_fit(); });
    this->after("two large batches", [&] {  // arrays of more than 2 MiB are mapped
      for (int batch = 0; batch < 2; ++batch) this->template spawn_many<Aligned64, A>(40'000);
    });
    this->after("clear", [&] { world.clear(); });
    this->after("spawn after clear", [&] { this->settle(); });
    this->after("shrink_to_fit at last", [&] { world.shrink_to_fit(); });
    typename TestFixture::World other;
    this->after("moving out and back", [&] {
      other = std::move(world);
      EXPECT_EQ(world.memory().total_bytes() + other.memory().total_bytes(),
                ecs::memory_count.live_bytes.load() - this->nothing_);
      world = std::move(other);
      other = typename TestFixture::World{};
    });
  }
}

TYPED_TEST(MemoryUseLaws, memory_is_exact_after_what_failed) {
  if constexpr (!CanMeasure<TypeParam>) {
    GTEST_SKIP() << kNotMeasured;
  } else {
    auto& world = this->world_;
    this->settle();
    this->after("a fill that threw", [&] {
      const auto fill = [](std::size_t i, ecs::Entity, Text&, Position&) {
        if (i == 150) throw std::runtime_error{"stop"};
      };
      EXPECT_THROW((ecs::spawn_many<Text, Position>(world, 200, fill)), std::runtime_error);
    });
    bool goes_through = false;
    for (std::size_t left = 0; !goes_through; ++left) {
      ASSERT_LT(left, 1000u) << "an allocation each for 300 of two components, and some";
      this->after("want of memory for allocation " + std::to_string(left), [&] {
        std::vector<ecs::Entity> born;
        born.reserve(300);
        try {
          const MemoryRunsOut after{left};
          ecs::spawn_many<Byte, Aligned64>(world, 300,
                                           [&](std::size_t, ecs::Entity e, Byte&, Aligned64&) { born.push_back(e); });
        } catch (const std::bad_alloc&) {
          return;
        }
        this->e_.insert(this->e_.end(), born.begin(), born.end());
        goes_through = true;
      });
    }
    this->after("a despawn that found no memory", [&] {
      const MemoryRunsOut at_once{0};
      EXPECT_TRUE(world.despawn(this->e_[0]));
    });
    this->after("a refused change", [&] {
      world.template view<const A>().each([&](const A&) {
        EXPECT_THROW(world.spawn(Text{1}), ecs::LockedStorage);
        return false;
      });
    });
  }
}

template <class Strategy, class Numbers>
struct WorldOfMany;
template <class Strategy, std::size_t... kNumbers>
struct WorldOfMany<Strategy, std::index_sequence<kNumbers...>> {
  using World = typename Strategy::template World<Part<kNumbers>...>;
};

TYPED_TEST(MemoryUseLaws, who_is_left_of_many_with_every_component_takes_little) {  // H024, H093
  if constexpr (!CanMeasure<TypeParam> || !CanManage<TypeParam>) {
    GTEST_SKIP() << kNotMeasured;
  } else {
    constexpr std::size_t kSlots = 200'000;
    constexpr std::size_t kParts = 16;
    typename WorldOfMany<TypeParam, std::make_index_sequence<kParts>>::World world;
    std::vector<ecs::Entity> e;
    ecs::spawn_many<>(world, kSlots, [&](std::size_t, ecs::Entity entity) { e.push_back(entity); });
    const ecs::Entity last = e.back();
    e.pop_back();
    ecs::despawn_many(world, e);
    [&]<std::size_t... kNumbers>(std::index_sequence<kNumbers...>) {
      (world.insert(last, Part<kNumbers>{1}), ...);
    }(std::make_index_sequence<kParts>{});
    expect_memory_adds_up(world, this->nothing_, kParts * sizeof(int));
    EXPECT_LE(world.memory().total_bytes(), kSlots * (32 + 8 * kParts)) << "an index or a value each, and some slack";
    world.clear();
    world.shrink_to_fit();
    expect_memory_adds_up(world, this->nothing_, 0);
    EXPECT_LE(world.memory().total_bytes(), kSlots * 16 + 65'536) << "what tells the generations of old handles apart";
  }
}

}  // namespace ecsbench::tests
