# Builds TARGET in BUILD, which must fail, and whose first error must hold SENTENCE.
execute_process(COMMAND ${CMAKE_COMMAND} --build ${BUILD} --target ${TARGET}
                OUTPUT_VARIABLE said ERROR_VARIABLE said RESULT_VARIABLE failed)
if(NOT failed)
  message(FATAL_ERROR "${TARGET} was built, and must not be.")
endif()
string(REGEX MATCH "[^\n]*error: [^\n]*" first "${said}")
string(FIND "${first}" "${SENTENCE}" found)
if(found EQUAL -1)
  message(FATAL_ERROR "The first error does not say '${SENTENCE}':\n${first}\n\nThe whole output:\n${said}")
endif()
