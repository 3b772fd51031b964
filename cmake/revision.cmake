# Writes a header with the git revision of SOURCE_DIR and whether tracked files differ from it.
#
#   cmake -D SOURCE_DIR=folder -D OUTPUT=revision.hpp -P revision.cmake
#
# OUTPUT is touched only when its text changes. A folder that is not the top of a git checkout has no
# revision: that of a repository around it would be a lie.
find_program(GIT git)

# Runs git in SOURCE_DIR; sets ${result} to its output, or to NOTFOUND when it failed.
function(ask_git result)
  set(${result} NOTFOUND PARENT_SCOPE)
  if(NOT GIT)
    return()
  endif()
  execute_process(COMMAND ${GIT} --no-optional-locks -C ${SOURCE_DIR} ${ARGN}
                  OUTPUT_VARIABLE output OUTPUT_STRIP_TRAILING_WHITESPACE
                  ERROR_QUIET RESULT_VARIABLE code)
  if(code EQUAL 0)
    set(${result} "${output}" PARENT_SCOPE)
  endif()
endfunction()

ask_git(top rev-parse --show-toplevel)
file(REAL_PATH "${SOURCE_DIR}" source)
set(revision NOTFOUND)
if(top STREQUAL source)
  ask_git(revision rev-parse --short=12 HEAD)
endif()

set(dirty false)
if(revision)
  ask_git(changes status --porcelain --untracked-files=no)
  if(changes)
    set(dirty true)
  endif()
else()
  set(revision "n/a (not built from a git checkout)")
endif()

set(text "// Written by cmake/revision.cmake at every build in which it changed.
#pragma once

#include <string_view>

namespace ecsbench::build_facts {

inline constexpr std::string_view kRevision = \"${revision}\";
inline constexpr bool kDirty = ${dirty};

}  // namespace ecsbench::build_facts
")
set(before "")
if(EXISTS "${OUTPUT}")
  file(READ "${OUTPUT}" before)
endif()
if(NOT text STREQUAL before)
  file(WRITE "${OUTPUT}" "${text}")
endif()
