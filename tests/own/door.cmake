# The door as its user meets it: a build of its own with a good header, a broken one, and one that is not there.
#
#   SOURCE repository   BUILD folder for it   HERE tests/own   GENERATOR, COMPILER of this build
set(configure ${CMAKE_COMMAND} -S ${SOURCE} -B ${BUILD} -G ${GENERATOR} -DCMAKE_CXX_COMPILER=${COMPILER}
              -DCMAKE_BUILD_TYPE=Debug -DECSBENCH_TESTS=OFF)

execute_process(COMMAND ${configure} -DECSBENCH_STRATEGY=no/such.hpp
                ERROR_VARIABLE said OUTPUT_QUIET RESULT_VARIABLE failed)
string(REGEX REPLACE "[ \n]+" " " said "${said}")
if(NOT failed OR NOT said MATCHES "ECSBENCH_STRATEGY names 'no/such.hpp', and there is no such header")
  message(FATAL_ERROR "A header that is not there was not refused with a sentence:\n${said}")
endif()

execute_process(COMMAND ${configure} "-DECSBENCH_STRATEGY=tests/own/store.hpp;${HERE}/broken_no_remove.hpp"
                OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
set(TARGET own_1_broken_no_remove)
set(SENTENCE "the given world has no remove")
include(${HERE}/first_error.cmake)

# What a target would compile, by a dry run that both Ninja and make know as -n.
function(plan variable target)
  execute_process(COMMAND ${CMAKE_COMMAND} --build ${BUILD} --target ${target} -- -n
                  OUTPUT_VARIABLE steps COMMAND_ERROR_IS_FATAL ANY)
  set(${variable} "${steps}" PARENT_SCOPE)
endfunction()
plan(plain ecsbench)
plan(own ecsbench-own)
if(NOT plain MATCHES "main.cpp" OR plain MATCHES "own_[01]_")
  message(FATAL_ERROR "The plan of ecsbench should know nothing of given headers:\n${plain}")
endif()
if(NOT own MATCHES "main.cpp" OR NOT own MATCHES "own_0_store" OR NOT own MATCHES "own_1_broken")
  message(FATAL_ERROR "The plan of ecsbench-own should hold both given headers:\n${own}")
endif()
