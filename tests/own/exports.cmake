# LIBRARY shows the program nothing but its entry: what is visible could be merged with what another one shows.
execute_process(COMMAND ${NM} -D --defined-only ${LIBRARY} OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "[^ \n]+\n" names "${symbols}")
list(LENGTH names count)
if(NOT count EQUAL 1 OR NOT names MATCHES "ecsbench_entry_")
  message(FATAL_ERROR "${LIBRARY} exports ${count} names instead of its entry alone:\n${symbols}")
endif()
