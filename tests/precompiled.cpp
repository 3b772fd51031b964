// Nothing but the headers that CMake precompiles for all tests; see CMakeLists.txt beside it.
