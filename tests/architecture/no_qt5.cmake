# SPDX-License-Identifier: GPL-3.0-or-later
# cmake -DPROGRAM=<path> -P no_qt5.cmake: the program loads Qt 6 and no library of Qt 5.
execute_process(COMMAND ldd ${PROGRAM} OUTPUT_VARIABLE libraries COMMAND_ERROR_IS_FATAL ANY)
if(NOT libraries MATCHES "libQt6Widgets" OR libraries MATCHES "libQt5")
  message(FATAL_ERROR "${PROGRAM} loads:\n${libraries}")
endif()
