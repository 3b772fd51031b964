# How everything is compiled (ecsbench_flags), and on top of it timed code (ecsbench_measured) and code that is far from
# any clock (ecsbench_untimed).
add_library(ecsbench_flags INTERFACE)
target_compile_features(ecsbench_flags INTERFACE cxx_std_20)
target_include_directories(ecsbench_flags INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_options(ecsbench_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wold-style-cast
  -Wnon-virtual-dtor -Woverloaded-virtual
  # The first error of a strategy that breaks the contract then names the missing expression.
  $<$<CXX_COMPILER_ID:GNU>:-fconcepts-diagnostics-depth=2>
  # GCC tells about each over-aligned parameter that releases before 4.6 passed it otherwise.
  $<$<CXX_COMPILER_ID:GNU>:-Wno-psabi>
  # A false alarm of g++ 12 on string concatenation (gcc bug 105651).
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
  # The compiler tidies its own memory less often, and hands the assembler its text as it goes: a tenth off the build.
  $<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-heapsize=600000> -pipe
  $<$<BOOL:${ECSBENCH_WERROR}>:-Werror>)

if(ECSBENCH_SANITIZE)
  target_compile_options(ecsbench_flags INTERFACE -fsanitize=${ECSBENCH_SANITIZE} -fno-omit-frame-pointer
                                                  -fno-sanitize-recover=all)
  # g++ 12 takes the members of std::regex for uninitialised where a sanitizer looks at them.
  target_compile_options(ecsbench_flags INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
  target_link_options(ecsbench_flags INTERFACE -fsanitize=${ECSBENCH_SANITIZE})
endif()

# Code that reads a command line or prints a table once a run: nobody waits for it, so that the build need not either.
add_library(ecsbench_untimed INTERFACE)
target_link_libraries(ecsbench_untimed INTERFACE ecsbench_flags)
target_compile_options(ecsbench_untimed INTERFACE $<$<CONFIG:Release>:-O1>)

# What most units include, read once and kept: a second off each unit. A file still includes what it uses, and the preset
# tidy compiles all without this.
#
#   ecsbench_precompiled(ecsbench_report ecsbench_untimed)     a library, and whose flags it is compiled with
#
# Compiler and flags must be the same for what is kept and what uses it, fmt's definitions included.
function(ecsbench_precompiled target flags)
  if(NOT TARGET ${flags}_precompiled)
    add_library(${flags}_precompiled OBJECT ${PROJECT_SOURCE_DIR}/cmake/precompiled.cpp)
    target_link_libraries(${flags}_precompiled PRIVATE ${flags} fmt::fmt)
    target_precompile_headers(${flags}_precompiled PRIVATE
      <fmt/format.h> <algorithm> <cmath> <functional> <memory> <optional> <random> <span> <string> <vector>)
  endif()
  target_precompile_headers(${target} REUSE_FROM ${flags}_precompiled)
endfunction()

# Traced code: hands over every address that it touches (harness/traced/). -O2 without vectors and assertions, whatever the
# build type: an access is then a load or store of the source. ECS_TRACED: arrays lie as in a release build.
set(ECSBENCH_TRACED_FLAGS -fsanitize=thread -O2 -fno-tree-vectorize -DNDEBUG -DECS_TRACED)
set(ECSBENCH_TRACED_LINK_FLAGS "LINKER:--wrap=memcpy,--wrap=memmove,--wrap=memset,--wrap=munmap")

# Timed code: the strategies bound to the workloads, and the hand-written limit beside them.
add_library(ecsbench_measured INTERFACE)
target_link_libraries(ecsbench_measured INTERFACE ecsbench_flags)
set(ECSBENCH_ARCH_FLAG "")
if(ECSBENCH_NATIVE)
  include(CheckCXXCompilerFlag)
  check_cxx_compiler_flag(-march=native ECSBENCH_HAS_MARCH_NATIVE)
  check_cxx_compiler_flag(-mcpu=native ECSBENCH_HAS_MCPU_NATIVE)
  if(ECSBENCH_HAS_MARCH_NATIVE)
    set(ECSBENCH_ARCH_FLAG -march=native)
  elseif(ECSBENCH_HAS_MCPU_NATIVE)
    set(ECSBENCH_ARCH_FLAG -mcpu=native)
  endif()
endif()
target_compile_options(ecsbench_measured INTERFACE $<$<CONFIG:Release>:-O3> ${ECSBENCH_ARCH_FLAG})
