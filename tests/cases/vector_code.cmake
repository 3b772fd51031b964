# A storage's movement loop is compiled to vectors as wide as those of the hand-written limit: what the plain visitor costs
# is decided here, and a change that hides the columns' contiguity from the compiler shows as a lost register width.
#
#   OBJDUMP disassembler   STRATEGY its name   OBJECTS the object files of the cases, which hold movement/<name>.cpp.o
set(multiply "(mul|fmadd[0-9]+)ps[^\n]*%[xyz]mm")

# The widest of x, y and z (16, 32, 64 bytes) that a packed multiplication of the object uses.
function(widest variable name)
  set(object ${OBJECTS})
  list(FILTER object INCLUDE REGEX "/movement/${name}\\.cpp\\.o")
  execute_process(COMMAND ${OBJDUMP} -d --no-show-raw-insn ${object} OUTPUT_VARIABLE code COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCHALL "${multiply}" found "${code}")
  foreach(width z y x)
    if(found MATCHES "%${width}mm")
      set(${variable} ${width} PARENT_SCOPE)
      return()
    endif()
  endforeach()
  message(FATAL_ERROR "The movement loop of ${name} multiplies nothing in vectors.")
endfunction()

widest(of_limit limit)
widest(of_strategy ${STRATEGY})
if(NOT of_strategy STREQUAL of_limit)
  message(FATAL_ERROR "The movement loop of ${STRATEGY} uses ${of_strategy}mm registers, that of the limit ${of_limit}mm.")
endif()
