// Nothing but the headers that CMake precompiles: see cmake/flags.cmake and tests/CMakeLists.txt.
