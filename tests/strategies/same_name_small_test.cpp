// One of two files with a component called Local: here it is a tag. See same_name.hpp.
#include <gtest/gtest.h>

#include <cstddef>

#include "tests/strategies/same_name.hpp"

namespace ecs::same_name {
namespace {

struct Local {};

// Worlds work before main, too, whichever file comes first.
std::size_t counted_before_main() {
  Sparse world;
  world.spawn(A{1});
  return world.view<const A>().count() + counted_in_the_other_file(world)[0];
}
const std::size_t kCountedBeforeMain = counted_before_main();

TEST(SameName, two_files_share_the_storage_of_a_component) {  // H063, H121
  expect_one_storage_for_both_files<Bitset>();
  expect_one_storage_for_both_files<Sparse>();
  expect_one_storage_for_both_files<Archetypes>();
  expect_one_storage_for_both_files<Reactive>();
  EXPECT_EQ(kCountedBeforeMain, 2u);
}

TEST(SameName, a_tag_of_this_file_is_not_taken_for_the_other_files_component) {  // H122
  expect_own_local<BitsetWorld<A, Local>, Local>(0);
  expect_own_local<SparseSetWorld<A, Local>, Local>(0);
  expect_own_local<ArchetypeWorld<A, Local>, Local>(0);
  expect_own_local<ReactiveWorld<A, Local>, Local>(0);
}

}  // namespace
}  // namespace ecs::same_name
