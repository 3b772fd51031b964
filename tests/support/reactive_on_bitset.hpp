// The reactive world over the other storage it can stand on, as a strategy of its own to hold the laws against.
#pragma once

#include "strategies/bitset.hpp"
#include "strategies/reactive.hpp"

template <ecs::Component... Cs>
using ReactiveOnBitset = ecs::BasicReactiveWorld<ecs::BitsetWorld, Cs...>;
