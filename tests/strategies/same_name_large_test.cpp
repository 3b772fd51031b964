// The other of two files with a component called Local: here it has 64 bytes. See same_name.hpp.
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <vector>

#include "tests/strategies/same_name.hpp"

namespace ecs::same_name {

template <class World>
std::vector<std::size_t> counted_in_the_other_file(World& world) {
  const std::size_t alone = world.template view<const A>(without<B>).count();
  return {world.template view<A>().count(), alone};
}
template std::vector<std::size_t> counted_in_the_other_file(Bitset&);
template std::vector<std::size_t> counted_in_the_other_file(Sparse&);
template std::vector<std::size_t> counted_in_the_other_file(Archetypes&);
template std::vector<std::size_t> counted_in_the_other_file(Reactive&);

namespace {

struct Local {
  std::array<unsigned char, 64> bytes{};
};

TEST(SameName, a_component_of_this_file_is_not_taken_for_the_other_files_tag) {  // H122
  expect_own_local<BitsetWorld<A, Local>, Local>(64);
  expect_own_local<SparseSetWorld<A, Local>, Local>(64);
  expect_own_local<ArchetypeWorld<A, Local>, Local>(64);
  expect_own_local<ReactiveWorld<A, Local>, Local>(64);
}

}  // namespace
}  // namespace ecs::same_name
