// The naive store of the conformance tests, as it comes in by the door.
#include "tests/support/naive_world.hpp"

template <class... Cs>
using Own = NaiveWorld<Cs...>;
