# The header printed in DOCUMENT is HEADER, word for word.
file(READ ${DOCUMENT} document)
file(READ ${HEADER} header)
string(FIND "${document}" "```cpp\n${header}```\n" found)
if(found EQUAL -1)
  message(FATAL_ERROR "${DOCUMENT} no longer prints ${HEADER} as it is: copy it into the first block of code.")
endif()
