# SPDX-License-Identifier: GPL-3.0-or-later
# cmake -DTYPE=<xml> -DFOLDER=<scratch> -P mime_type.cmake: a desktop's database takes the type and knows *.clank by it.
file(REMOVE_RECURSE ${FOLDER})
file(COPY ${TYPE} DESTINATION ${FOLDER}/packages)
execute_process(COMMAND update-mime-database ${FOLDER} ERROR_VARIABLE said COMMAND_ERROR_IS_FATAL ANY)
file(READ ${FOLDER}/globs2 globs)
if(NOT globs MATCHES "application/x-clank:\\*\\.clank")
  message(FATAL_ERROR "*.clank is not known: ${globs}${said}")
endif()
