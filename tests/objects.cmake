# SPDX-License-Identifier: GPL-3.0-or-later
# Objects of tests that another build folder has made already. Under AddressSanitizer it is the core that is to be watched, so a
# sanitizer's build may link the tests' objects of CLANK_TEST_OBJECTS, a build folder without it, in place of compiling them once more:
#   reuse_objects(TARGET)
# names the objects of TARGET in a file of this build, or, where CLANK_TEST_OBJECTS is set, puts those of that build in place of the
# sources. What tests and core both instantiate is taken from the core, which is watched.
function(reuse_objects target)
  if(NOT CLANK_TEST_OBJECTS)
    file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/test-objects/${target} CONTENT "$<TARGET_OBJECTS:${target}>")
    return()
  endif()
  get_filename_component(folder ${CLANK_TEST_OBJECTS} ABSOLUTE BASE_DIR ${PROJECT_SOURCE_DIR})
  set(list ${folder}/test-objects/${target})
  if(NOT EXISTS ${list})
    message(FATAL_ERROR "${list} is missing: build ${target} in ${folder} first (CLANK_TEST_OBJECTS)")
  endif()
  set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${list})
  file(READ ${list} objects)
  set_target_properties(${target} PROPERTIES SOURCES "${objects}" LINKER_LANGUAGE CXX LINK_DEPENDS $<TARGET_FILE:clank_core>)
  target_link_options(${target} PRIVATE LINKER:--whole-archive $<TARGET_FILE:clank_core> LINKER:--no-whole-archive)
endfunction()
