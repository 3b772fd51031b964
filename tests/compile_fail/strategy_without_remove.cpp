// A strategy that lacks remove is refused, and the message names what is missing.
// EXPECT: remove<C>(entity)
#include "tests/support/naive_world.hpp"

template <ecs::Component... Cs>
class Store : private NaiveWorld<Cs...> {
  using Base = NaiveWorld<Cs...>;

 public:
  using Base::spawn, Base::despawn, Base::alive, Base::size, Base::insert, Base::has, Base::try_get, Base::view;
#ifdef CORRECTED
  using Base::remove;
#endif
};

static_assert(ecs::Strategy<Store>);
