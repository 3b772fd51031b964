// Every strategy behind the run-time face Subject answers a random script like a map of maps.
#include "harness/cases/subject.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

namespace ecsbench {
namespace {

using Values = std::map<std::size_t, std::int64_t>;  // component number -> value

struct Life {
  ecs::Entity entity;
  Values values;
};

bool matches(const Values& values, const SubjectQuery& query) {
  for (std::size_t n = 0; n < kSubjectComponents; ++n) {
    if ((query.required >> n & 1) != 0 && !values.contains(n)) return false;
    if ((query.excluded >> n & 1) != 0 && values.contains(n)) return false;
  }
  return true;
}

std::vector<SubjectMatch> expected(const std::vector<Life>& living, const SubjectQuery& query) {
  std::vector<SubjectMatch> found;
  for (const Life& life : living) {
    if (!matches(life.values, query)) continue;
    SubjectMatch match{life.entity, {}};
    for (const auto& [number, value] : life.values) {
      if ((query.required >> number & 1) != 0) match.values.push_back(value);
    }
    found.push_back(std::move(match));
  }
  return found;
}

void sort_by_index(std::vector<SubjectMatch>& matches) {
  std::sort(matches.begin(), matches.end(),
            [](const SubjectMatch& a, const SubjectMatch& b) { return a.entity.index < b.entity.index; });
}

class Script {
 public:
  explicit Script(Subject& subject, std::uint64_t seed) : subject_{subject}, random_{seed} {}

  void step() {
    switch (random_() % 6) {
      case 0:
      case 1:
        return spawn();
      case 2:
        return despawn();
      case 3:
      case 4:
        return insert();
      default:
        return remove();
    }
  }
  void compare() {
    ASSERT_EQ(subject_.size(), living_.size());
    ASSERT_NE(subject_.consistent(), false);
    for (std::size_t q = 0; q < kSubjectQueries.size(); ++q) {
      auto found = subject_.visits(q);
      ASSERT_TRUE(found);
      auto right = expected(living_, kSubjectQueries[q]);
      sort_by_index(*found);
      sort_by_index(right);
      ASSERT_EQ(*found, right) << "query " << q;
    }
    for (const ecs::Entity entity : dead_) ASSERT_FALSE(subject_.alive(entity));
  }

 private:
  std::int64_t value_for(std::size_t component) {
    return component == 3 ? 0 : static_cast<std::int64_t>(random_() % 1000);
  }

  void spawn() {
    Life life;
    std::vector<NumberedValue> given;
    for (std::size_t n = 0; n < kSubjectComponents; ++n) {
      if (random_() % 2 == 0) given.push_back({n, life.values[n] = value_for(n)});
    }
    life.entity = subject_.spawn(given);
    living_.push_back(std::move(life));
  }
  void despawn() {
    if (living_.empty()) return;
    const std::size_t chosen = random_() % living_.size();
    EXPECT_TRUE(subject_.despawn(living_[chosen].entity));
    EXPECT_FALSE(subject_.despawn(living_[chosen].entity));
    dead_.push_back(living_[chosen].entity);
    living_.erase(living_.begin() + static_cast<std::ptrdiff_t>(chosen));
  }
  void insert() {
    const std::size_t component = random_() % kSubjectComponents;
    const std::int64_t value = value_for(component);
    if (!dead_.empty() && random_() % 4 == 0) {
      EXPECT_FALSE(subject_.insert(dead_[random_() % dead_.size()], {component, value}));
    } else if (!living_.empty()) {
      Life& life = living_[random_() % living_.size()];
      EXPECT_TRUE(subject_.insert(life.entity, {component, value}));
      life.values[component] = value;
      EXPECT_EQ(subject_.get(life.entity, component), value);
    }
  }
  void remove() {
    if (living_.empty()) return;
    Life& life = living_[random_() % living_.size()];
    const std::size_t component = random_() % kSubjectComponents;
    EXPECT_EQ(subject_.has(life.entity, component), life.values.contains(component));
    EXPECT_EQ(subject_.remove(life.entity, component), life.values.erase(component) > 0);
    EXPECT_EQ(subject_.get(life.entity, component), std::nullopt);
  }

  Subject& subject_;
  std::mt19937_64 random_;
  std::vector<Life> living_;
  std::vector<ecs::Entity> dead_;
};

class EverySubject : public testing::TestWithParam<SubjectCase> {};

TEST_P(EverySubject, answers_a_random_script_like_a_map_of_maps) {
  const std::uint64_t seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  const auto subject = GetParam().make();
  Script script{*subject, seed};
  for (int i = 0; i < 3000 && !HasFatalFailure(); ++i) {
    script.step();
    if (i % 10 == 0) script.compare();
  }
}

INSTANTIATE_TEST_SUITE_P(strategies, EverySubject, testing::ValuesIn(subjects()),
                         [](const auto& subject) { return subject.param.strategy; });

}  // namespace
}  // namespace ecsbench
