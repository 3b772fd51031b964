# The door for given strategies: each header becomes a shared object of its own.
#
#   ecsbench_given(TARGET HEADER [INCLUDE folder...] [LINK library...])    one header, one shared object
#   ecsbench_given_list(VARIABLE NAME target...)    generates the source that lists them; its path in VARIABLE
#   ecsbench_own_program()                          ecsbench-own: the sources and libraries of ecsbench, and the
#                                                   headers of ECSBENCH_STRATEGY
#
# Nothing of this is part of ecsbench: a broken header breaks ecsbench-own alone.
#
# Why two classes of one name stay two: every name but the entry is hidden (-fvisibility=hidden, and the
# version script for what insists on being visible, such as templates of namespace std), and GCC's unique
# symbols, which the loader merges whatever their visibility, are turned off.
set(ECSBENCH_GIVEN_DIR ${PROJECT_SOURCE_DIR}/harness/cases/given)

function(ecsbench_given target header)
  cmake_parse_arguments(GIVEN "" "" "INCLUDE;LINK" ${ARGN})
  get_filename_component(GIVEN_HEADER ${header} ABSOLUTE)
  get_filename_component(GIVEN_NAME ${header} NAME)
  set(GIVEN_TARGET ${target})
  file(SHA256 ${GIVEN_HEADER} GIVEN_SHA256)  # an edit configures again, so that the sum stays true
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${GIVEN_HEADER})

  set(entry ${CMAKE_CURRENT_BINARY_DIR}/${target}.cpp)
  set(exports ${CMAKE_CURRENT_BINARY_DIR}/${target}.map)
  configure_file(${ECSBENCH_GIVEN_DIR}/entry.cpp.in ${entry} @ONLY)
  file(CONFIGURE OUTPUT ${exports} CONTENT "{ global: ecsbench_entry_@GIVEN_TARGET@; local: *; };\n" @ONLY)

  add_library(${target} SHARED EXCLUDE_FROM_ALL ${entry})
  set_source_files_properties(${entry} PROPERTIES COMPILE_OPTIONS -Wno-error)  # warnings of theirs stop nobody
  set_target_properties(${target} PROPERTIES
    CXX_VISIBILITY_PRESET hidden
    VISIBILITY_INLINES_HIDDEN ON
    LINK_DEPENDS ${exports})
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fno-gnu-unique>)
  target_link_options(${target} PRIVATE "LINKER:--version-script=${exports}")
  target_include_directories(${target} PRIVATE ${GIVEN_INCLUDE})
  target_link_libraries(${target} PRIVATE
    ecsbench_measured ecsbench_strategies ecsbench_workloads fmt::fmt ${GIVEN_LINK})
endfunction()

function(ecsbench_given_list variable name)
  set(GIVEN_DECLARATIONS "")
  set(GIVEN_CALLS "")
  set(number 0)
  foreach(target IN LISTS ARGN)
    string(APPEND GIVEN_DECLARATIONS "extern \"C\" void ecsbench_entry_${target}(ecsbench::Given& given);\n")
    string(APPEND GIVEN_CALLS "  ecsbench_entry_${target}(all[${number}]);\n")
    math(EXPR number "${number} + 1")
  endforeach()
  set(GIVEN_COUNT ${number})
  configure_file(${ECSBENCH_GIVEN_DIR}/list.cpp.in ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp @ONLY)
  set(${variable} ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp PARENT_SCOPE)
endfunction()

# Paths as typed: from the folder where cmake was called, else from the repository. Kept absolute in the
# cache, so that configuring again, from wherever, finds the same files.
function(ecsbench_absolute_paths variable meaning)
  set(found "")
  foreach(path IN LISTS ${variable})
    get_filename_component(here ${path} ABSOLUTE BASE_DIR $ENV{PWD})
    get_filename_component(there ${path} ABSOLUTE BASE_DIR ${PROJECT_SOURCE_DIR})
    if(EXISTS ${here})
      list(APPEND found ${here})
    elseif(EXISTS ${there})
      list(APPEND found ${there})
    else()
      message(FATAL_ERROR "${variable} names '${path}', and there is no such ${meaning}: looked for ${here} and "
                          "${there}. Type -D${variable}=path, several separated by ';' in quotes.")
    endif()
  endforeach()
  set_property(CACHE ${variable} PROPERTY VALUE "${found}")
endfunction()

function(ecsbench_own_program)
  ecsbench_absolute_paths(ECSBENCH_STRATEGY header)
  ecsbench_absolute_paths(ECSBENCH_STRATEGY_INCLUDE folder)
  set(given "")
  foreach(header IN LISTS ECSBENCH_STRATEGY)
    list(LENGTH given number)
    get_filename_component(stem ${header} NAME_WE)
    string(MAKE_C_IDENTIFIER "own_${number}_${stem}" target)
    ecsbench_given(${target} ${header}
      INCLUDE ${ECSBENCH_STRATEGY_INCLUDE} LINK ${ECSBENCH_STRATEGY_LINK})
    list(APPEND given ${target})
  endforeach()
  ecsbench_given_list(list given_strategies ${given})

  get_target_property(folder ecsbench SOURCE_DIR)
  get_target_property(sources ecsbench SOURCES)
  list(TRANSFORM sources PREPEND ${folder}/ REGEX "^[^/$]")
  get_target_property(libraries ecsbench LINK_LIBRARIES)
  add_executable(ecsbench-own ${sources} ${list})
  target_link_libraries(ecsbench-own PRIVATE ${libraries} ecsbench_flags ${given})
  set_target_properties(ecsbench-own PROPERTIES BUILD_RPATH_USE_ORIGIN ON)
  if(TARGET ecsbench-traced)
    ecsbench_own_traced_program(${ECSBENCH_STRATEGY})
    add_dependencies(ecsbench-own ecsbench-own-traced)
  endif()
endfunction()

# ecsbench-own-traced: the same headers once more, compiled to hand over the addresses that they touch to the program, which
# takes them.
function(ecsbench_own_traced_program)
  set(traced "")
  foreach(header IN LISTS ARGN)
    list(LENGTH traced number)
    get_filename_component(stem ${header} NAME_WE)
    string(MAKE_C_IDENTIFIER "traced_${number}_${stem}" target)
    ecsbench_given(${target} ${header}
      INCLUDE ${ECSBENCH_STRATEGY_INCLUDE} LINK ${ECSBENCH_STRATEGY_LINK})
    set_source_files_properties(${CMAKE_CURRENT_BINARY_DIR}/${target}.cpp PROPERTIES
      COMPILE_OPTIONS "-Wno-error;${ECSBENCH_TRACED_FLAGS}")
    target_link_options(${target} PRIVATE ${ECSBENCH_TRACED_LINK_FLAGS})
    list(APPEND traced ${target})
  endforeach()
  ecsbench_given_list(list traced_strategies ${traced})
  add_executable(ecsbench-own-traced $<TARGET_OBJECTS:ecsbench_traced_cases> $<TARGET_OBJECTS:ecsbench_tracer> ${list})
  target_link_libraries(ecsbench-own-traced PRIVATE
    ecsbench_traced_words ecsbench_workloads ecsbench_flags fmt::fmt Threads::Threads ${traced})
  target_link_options(ecsbench-own-traced PRIVATE ${ECSBENCH_TRACED_LINK_FLAGS})
  set_target_properties(ecsbench-own-traced PROPERTIES BUILD_RPATH_USE_ORIGIN ON ENABLE_EXPORTS ON)
endfunction()
