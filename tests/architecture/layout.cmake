# SPDX-License-Identifier: GPL-3.0-or-later
# cmake -DROOT=<repository> -P layout.cmake: only core/dynamics/state_layout.h knows where whose numbers lie. Fails with every line of
# the rooms that handle states that multiplies a number of bodies, or a body, by 3 or 6, or divides by 3.
cmake_minimum_required(VERSION 3.25)

set(found 0)
foreach(room dynamics kinematics coulomb events simulation record)
  file(GLOB files RELATIVE ${ROOT} ${ROOT}/core/${room}/*.h ${ROOT}/core/${room}/*.cpp)
  foreach(file ${files})
    if(file STREQUAL "core/dynamics/state_layout.h")
      continue()
    endif()
    file(STRINGS ${ROOT}/${file} lines)
    foreach(line IN LISTS lines)
      string(REGEX REPLACE "//.*" "" code "${line}")
      if(code MATCHES "(^|[^0-9.])[36] \\* [^;,]*([bB]od|[^a-z][bikn][^a-zA-Z0-9_])" OR
          code MATCHES "([bB]od[a-zA-Z_.()]*|[^a-z][bikn]) \\* [36][^0-9.]" OR code MATCHES "[/%] 3([^0-9.]|$)")
        message("${file}: ${line}")
        math(EXPR found "${found} + 1")
      endif()
    endforeach()
  endforeach()
endforeach()
if(found)
  message(FATAL_ERROR "${found} lines know the layout of the state; StateLayout does (core/dynamics/state_layout.h)")
endif()
