// Shapes and names of components, as a snapshot writes them down. What has no fields: compile_fail.
#include "strategies/fields.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "tests/support/components.hpp"
#include "tests/support/saved_components.hpp"

namespace ecsbench::tests {
namespace {

TEST(Fields, a_shape_names_each_field_and_its_kind_in_order) {
  EXPECT_EQ(ecs::shape_of<Position>(), "{x float32, y float32}");
  EXPECT_EQ(ecs::shape_of<Follows>(), "{leader entity, friends [] entity}");
  EXPECT_EQ(
      ecs::shape_of<Everything>(),
      "{yes bool, small int8, large uint64, negative int64, single float32, precise float64, mood int8, letter int8, "
      "text text, three [3] int16, bits [] bool, nested [] [] {x float32, y float32}, id entity}");
}

TEST(Fields, a_tag_has_a_name_and_no_fields) {
  EXPECT_EQ(ecs::name_of<Frozen>(), "Frozen");
  EXPECT_EQ(ecs::shape_of<Frozen>(), "{}");
}

TEST(Fields, a_stand_in_has_the_shape_of_what_stands_in) {
  EXPECT_EQ(ecs::shape_of<MoveOnly>(), "int32");
  EXPECT_EQ(ecs::name_of<MoveOnly>(), "MoveOnly");
}

TEST(Fields, who_is_not_registered_has_none) {
  static_assert(!ecs::HasFields<C>);
  static_assert(ecs::ListsFields<Position> && !ecs::HasStandIn<Position>);
  static_assert(ecs::HasStandIn<MoveOnly> && !ecs::ListsFields<MoveOnly>);
  static_assert(ecs::HasFields<Frozen> && !ecs::ListsFields<Frozen>);
}

}  // namespace
}  // namespace ecsbench::tests
