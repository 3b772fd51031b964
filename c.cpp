#include "a.hpp"
