// The packed store lifted to a world, for the laws of tests/conformance.
#pragma once

#include "strategies/lift.hpp"
#include "tests/own/store.hpp"

template <ecs::Component... Cs>
using LiftedWorld = typename ecs::Lifted<PackedStore>::template World<Cs...>;
