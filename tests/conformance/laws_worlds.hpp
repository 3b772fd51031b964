// Laws on whole worlds: moving them, many components, big tables, long churn.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <utility>
#include <vector>

#include "strategies/derived.hpp"
#include "strategies/entity.hpp"
#include "strategies/filter.hpp"
#include "tests/support/components.hpp"
#include "tests/support/crowd.hpp"
#include "tests/support/portrait.hpp"
#include "tests/support/strategy_under_test.hpp"

namespace ecsbench::tests {

template <class Strategy>
class WorldLaws : public ::testing::Test {
 protected:
  using World = typename Strategy::template World<A, B, C, Frozen>;

  static void expect_empty_and_usable(World& world) {
    EXPECT_EQ(world.size(), 0u);
    EXPECT_EQ(visited(world.template view<A>()), Entities{});
    EXPECT_EQ(visited(world.template view<Frozen>()), Entities{});
    expect_consistent(world);
    const ecs::Entity e = world.spawn(A{1}, Frozen{});
    EXPECT_EQ(visited(world.template view<A>()), Entities{e});
    EXPECT_TRUE(world.despawn(e));
    expect_consistent(world);
  }
};
TYPED_TEST_SUITE(WorldLaws, UnderTest, StrategyName);

TYPED_TEST(WorldLaws, a_moved_world_keeps_its_handles_and_leaves_an_empty_one) {  // H064
  Crowd<TypeParam> crowd;
  const auto before = portrait<A, B, C, Frozen>(crowd.world, crowd.handles());
  auto moved = std::move(crowd.world);
  EXPECT_TRUE((same(portrait<A, B, C, Frozen>(moved, crowd.handles()), before)));
  TestFixture::expect_empty_and_usable(crowd.world);

  typename TestFixture::World target;
  for (int i = 0; i < 500; ++i) target.spawn(C{i}, B{i});
  target = std::move(moved);
  EXPECT_TRUE((same(portrait<A, B, C, Frozen>(target, crowd.handles()), before)));
  TestFixture::expect_empty_and_usable(moved);

  crowd.world = std::move(target);
  EXPECT_EQ(visited(crowd.world.template view<A>()), crowd.expected(kHasA));
  EXPECT_EQ(crowd.world.spawn().index, crowd.size());
  expect_consistent(crowd.world);
}

// What the world before it had learned of types, queries and ways between sets does not hold in the one that came.
TYPED_TEST(WorldLaws, a_world_moved_onto_another_brings_what_it_knows) {
  typename TestFixture::World world;
  const std::vector<ecs::Entity> old{world.spawn(A{1}), world.spawn(C{1}), world.spawn(A{1}, B{1}), world.spawn(B{1})};
  world.insert(old[0], Frozen{});
  static_cast<void>(world.template view<A>());
  typename TestFixture::World other;
  std::vector<ecs::Entity> e{other.spawn(B{1}, C{1}), other.spawn(B{2}), other.spawn(A{3}, B{3}), other.spawn(A{4})};
  other.insert(e[1], C{2});
  static_cast<void>(other.template view<B>());
  world = std::move(other);
  e.push_back(world.spawn(A{5}));
  e.push_back(world.spawn(B{6}));
  e.push_back(world.spawn(C{7}));
  e.push_back(world.spawn(A{8}, B{8}));
  world.insert(e[4], Frozen{});
  world.template remove<B>(e[7]);
  using Values = std::array<std::optional<int>, 4>;
  const auto seen = portrait<A, B, C, Frozen>(world, e);
  const std::optional<int> none;
  const std::vector<Values> wanted{{none, 1, 1, none},    {none, 2, 2, none},   {3, 3, none, none},
                                   {4, none, none, none}, {5, none, none, 0},   {none, 6, none, none},
                                   {none, none, 7, none}, {8, none, none, none}};
  ASSERT_EQ(seen.size, wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) EXPECT_EQ(seen.lives[i].values, wanted[i]) << i;
  TestFixture::expect_empty_and_usable(other);
}

TYPED_TEST(WorldLaws, a_const_world_is_read) {
  Crowd<TypeParam> crowd;
  const auto& seen = crowd.world;
  EXPECT_EQ(seen.size(), crowd.size());
  for (std::size_t i = 0; i < crowd.size(); ++i) {
    EXPECT_TRUE(seen.alive(crowd[i]));
    EXPECT_EQ(seen.template has<A>(crowd[i]), (i & kHasA) != 0);
    const B* const b = seen.template try_get<B>(crowd[i]);
    EXPECT_EQ(b != nullptr ? b->value : -1, (i & kHasB) != 0 ? static_cast<int>(i) : -1);
  }
}

TYPED_TEST(WorldLaws, twelve_components_keep_apart) {
  typename TypeParam::template World<Part<0>, Part<1>, Part<2>, Part<3>, Part<4>, Part<5>, Part<6>, Part<7>, Part<8>,
                                     Part<9>, Part<10>, Part<11>>
      world;
  std::vector<ecs::Entity> e;
  const auto put = [&]<std::size_t kNumber>(std::size_t i, Part<kNumber> part) {
    if (i % (kNumber + 1) == 0) world.insert(e[i], part);
  };
  const auto dress = [&]<std::size_t... kNumbers>(std::size_t i, std::index_sequence<kNumbers...>) {
    (put(i, Part<kNumbers>{static_cast<int>(i * 100 + kNumbers)}), ...);
  };
  for (std::size_t i = 0; i < 120; ++i) {
    e.push_back(world.spawn());
    dress(i, std::make_index_sequence<12>{});
  }
  const auto holds = [&]<std::size_t kNumber>(std::size_t i, Part<kNumber>) {
    return number_in<Part<kNumber>>(world, e[i]) ==
           (i % (kNumber + 1) == 0 ? std::optional{static_cast<int>(i * 100 + kNumber)} : std::nullopt);
  };
  const auto hold = [&]<std::size_t... kNumbers>(std::size_t i, std::index_sequence<kNumbers...>) {
    return (holds(i, Part<kNumbers>{}) && ...);
  };
  for (std::size_t i = 0; i < 120; ++i) EXPECT_TRUE(hold(i, std::make_index_sequence<12>{})) << i;
  EXPECT_EQ((visited(world.template view<Part<1>, const Part<7>, Part<11>>()).size()), 5u);  // multiples of 24
  EXPECT_EQ((visited(world.template view<Part<8>, Part<9>>()).size()), 2u);                  // multiples of 90
  expect_consistent(world);
}

template <class Strategy, class Numbers>
struct WorldOfParts;
template <class Strategy, std::size_t... kNumbers>
struct WorldOfParts<Strategy, std::index_sequence<kNumbers...>> {
  using World = typename Strategy::template World<Part<kNumbers>...>;
};

TYPED_TEST(WorldLaws, seventy_components_pass_the_word_of_a_mask) {
  typename WorldOfParts<TypeParam, std::make_index_sequence<70>>::World world;
  const ecs::Entity low = world.spawn(Part<0>{1}, Part<63>{2});
  const ecs::Entity high = world.spawn(Part<64>{3}, Part<69>{4});
  const ecs::Entity both = world.spawn(Part<69>{5}, Part<0>{6});
  EXPECT_EQ(visited(world.template view<Part<0>>()), (Entities{low, both}));
  EXPECT_EQ(visited(world.template view<Part<69>>()), (Entities{high, both}));
  EXPECT_EQ((visited(world.template view<Part<0>, Part<69>>())), Entities{both});
  EXPECT_EQ(visited(world.template view<Part<5>>()), Entities{});
  EXPECT_TRUE(world.template remove<Part<64>>(high));
  EXPECT_FALSE(world.template has<Part<64>>(high));
  EXPECT_FALSE(world.template has<Part<0>>(high));
  world.insert(low, Part<64>{7});
  EXPECT_EQ(number_in<Part<64>>(world, low), 7);
  EXPECT_EQ(number_in<Part<0>>(world, low), 1);
  world.despawn(both);
  EXPECT_EQ(visited(world.template view<Part<69>>()), Entities{high});
  EXPECT_EQ(number_in<Part<69>>(world, high), 4);
  expect_consistent(world);
}

TYPED_TEST(WorldLaws, more_than_a_million_entities_live_at_once) {  // H068
  constexpr std::size_t kMany = (std::size_t{1} << 20) + 1;
  typename TypeParam::template World<Byte, A> world;
  ecs::Entity last;
  ecs::spawn_many<Byte>(world, kMany, [&](std::size_t i, ecs::Entity e, Byte& byte) {
    byte = make<Byte>(static_cast<int>(i % 251));
    last = e;
  });
  std::uint64_t sum = 0;
  std::uint64_t wanted = 0;
  for (std::size_t i = 0; i < kMany; ++i) wanted += i % 251;
  world.template view<const Byte>().each([&](const Byte& byte) { sum += byte.value; });
  EXPECT_EQ(world.size(), kMany);
  EXPECT_EQ(sum, wanted);
  EXPECT_EQ(number_in<Byte>(world, last), static_cast<int>((kMany - 1) % 251));
  EXPECT_TRUE(world.despawn(last));
  EXPECT_EQ(world.spawn(A{1}).index, last.index);
}

// A world of 3 * 4096 + 5 rows: past the summary of a bitmap, past every block, with a ragged end.
template <class Strategy>
class BigWorldLaws : public ::testing::Test {
 protected:
  static constexpr std::size_t kRows = 3 * 4096 + 5;
  using World = typename Strategy::template World<A, B, C, Frozen>;

  BigWorldLaws() : has_b_(kRows, true), alive_(kRows, true) {
    ecs::spawn_many<A, B>(world_, kRows, [&](std::size_t i, ecs::Entity e, A& a, B& b) {
      a.value = b.value = static_cast<int>(i);
      e_.push_back(e);
    });
  }

  void remove_b(std::size_t i) {
    EXPECT_EQ(world_.template remove<B>(e_[i]), has_b_[i]);
    has_b_[i] = false;
  }
  void despawn(std::size_t i) {
    EXPECT_TRUE(world_.despawn(e_[i]));
    alive_[i] = false;
  }

  // Visits of A, and of A with B, counted and summed, against the plain lists.
  void expect_right() {
    std::size_t wanted_all = 0, wanted_pairs = 0, all = 0, pairs = 0;
    std::int64_t wanted_sum = 0, sum = 0;
    for (std::size_t i = 0; i < kRows; ++i) {
      if (!alive_[i]) continue;
      ++wanted_all;
      if (!has_b_[i]) continue;
      ++wanted_pairs;
      wanted_sum += static_cast<std::int64_t>(i);
    }
    world_.template view<const A>().each([&](const A&) { ++all; });
    world_.template view<const A, B>().each([&](const A& a, B& b) {
      pairs += a.value == b.value ? 1 : 0;
      sum += b.value;
    });
    EXPECT_EQ(all, wanted_all);
    EXPECT_EQ(pairs, wanted_pairs);
    EXPECT_EQ(sum, wanted_sum);
    if constexpr (CanFilter<Strategy>) {
      EXPECT_EQ(world_.template view<A>(ecs::without<B>).count(), wanted_all - wanted_pairs);
      EXPECT_EQ((world_.template view<A, B>().count()), wanted_pairs);
    }
    expect_consistent(world_);
  }

  World world_;
  std::vector<ecs::Entity> e_;
  std::vector<bool> has_b_;
  std::vector<bool> alive_;
};
TYPED_TEST_SUITE(BigWorldLaws, UnderTest, StrategyName);

TYPED_TEST(BigWorldLaws, half_full_words_and_empty_blocks_are_walked_right) {
  this->expect_right();
  for (std::size_t i = 0; i < 4096; i += 2) this->remove_b(i);
  this->expect_right();
  for (std::size_t i = 4096; i < 8192; ++i) this->despawn(i);
  this->expect_right();
  for (std::size_t i = 8192 + 64; i < 8192 + 128; ++i) this->remove_b(i);
  for (std::size_t i = this->kRows - 5; i < this->kRows; ++i) this->despawn(i);
  this->expect_right();
  this->remove_b(1);
  this->remove_b(8192 + 63);
  this->remove_b(8192 + 4095);
  this->expect_right();
}

TYPED_TEST(BigWorldLaws, a_table_empties_and_fills_again) {  // H081
  for (std::size_t k = 0; k < this->kRows; ++k) this->remove_b((k * 7919) % this->kRows);
  this->expect_right();
  this->world_.insert(this->e_.back(), B{static_cast<int>(this->kRows - 1)});
  this->has_b_.back() = true;
  this->expect_right();
  for (std::size_t i = 0; i < this->kRows; i += 3) {
    if (!this->has_b_[i]) this->world_.insert(this->e_[i], B{static_cast<int>(i)});
    this->has_b_[i] = true;
  }
  this->expect_right();
}

TYPED_TEST(BigWorldLaws, a_list_shrinks_to_nothing_and_starts_anew) {
  std::vector<ecs::Entity> doomed;
  for (std::size_t k = 0; k + 7 < this->kRows; ++k) doomed.push_back(this->e_[(k * 7919) % this->kRows]);
  EXPECT_EQ(ecs::despawn_many(this->world_, doomed), this->kRows - 7);
  std::size_t left = 0;
  this->world_.template view<A, B>().each([&](ecs::Entity e, A& a, B&) {
    EXPECT_EQ(e, this->e_[static_cast<std::size_t>(a.value)]);
    ++left;
  });
  EXPECT_EQ(left, 7u);
  EXPECT_EQ(ecs::despawn_many(this->world_, this->e_), 7u);
  EXPECT_EQ(visited(this->world_.template view<A>()), Entities{});
  expect_consistent(this->world_);
  const ecs::Entity e = this->world_.spawn(A{1}, B{1});
  EXPECT_LT(e.index, this->kRows) << "a freed slot is used before a new one";
  EXPECT_EQ((visited(this->world_.template view<A, B>())), Entities{e});
}

TYPED_TEST(BigWorldLaws, churn_of_65536_steps_ends_in_the_right_world) {  // H051
  struct Life {
    ecs::Entity e;
    int a;
    std::optional<int> c;
    bool frozen;
  };
  typename TestFixture::World world;
  std::vector<Life> lives;
  std::mt19937_64 random{42};
  const auto expect_right = [&] {
    std::size_t frozen = 0, wanted_frozen = 0;
    std::int64_t sum = 0, wanted_sum = 0;
    for (const Life& life : lives) {
      ASSERT_EQ(number_in<A>(world, life.e), life.a);
      ASSERT_EQ(number_in<C>(world, life.e), life.c);
      wanted_frozen += life.frozen ? 1 : 0;
      if (life.c) wanted_sum += std::int64_t{life.a} * *life.c;
    }
    world.template view<Frozen>().each([&] { ++frozen; });
    world.template view<A, const C>().each([&](A& a, const C& c) { sum += std::int64_t{a.value} * c.value; });
    EXPECT_EQ(frozen, wanted_frozen);
    EXPECT_EQ(sum, wanted_sum);
    EXPECT_EQ(world.size(), lives.size());
    expect_consistent(world);
  };
  for (int step = 0; step < 65536; ++step) {
    const std::uint64_t dice = random() % 100;
    if (lives.size() < 100 || (dice < 30 && lives.size() < 3000)) {
      lives.push_back({world.spawn(A{step}), step, std::nullopt, false});
      continue;
    }
    Life& life = lives[random() % lives.size()];
    if (dice < 50) {
      ASSERT_TRUE(world.despawn(life.e));
      life = lives.back();
      lives.pop_back();
    } else if (dice < 70) {
      life.c = step;
      world.insert(life.e, C{step});
    } else if (dice < 80) {
      ASSERT_EQ(world.template remove<C>(life.e), life.c.has_value());
      life.c.reset();
    } else {
      if (life.frozen) {
        ASSERT_TRUE(world.template remove<Frozen>(life.e));
      } else {
        world.insert(life.e, Frozen{});
      }
      life.frozen = !life.frozen;
    }
    if (step % 8192 == 0) expect_right();
  }
  expect_right();
}

}  // namespace ecsbench::tests
