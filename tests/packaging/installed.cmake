# SPDX-License-Identifier: GPL-3.0-or-later
# cmake -DBUILD=<build folder> -DFOLDER=<scratch> -P installed.cmake: what is installed is complete, and runs from where it was put.
set(prefix ${FOLDER}/usr)
file(REMOVE_RECURSE ${FOLDER})
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix ${prefix} OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)

set(id io.github.clank_linkage.Clank)
foreach(file bin/clank bin/clank-cli share/applications/${id}.desktop share/metainfo/${id}.metainfo.xml
    share/mime/packages/${id}.xml share/icons/hicolor/scalable/apps/${id}.svg share/man/man1/clank.1.gz share/man/man1/clank-cli.1.gz
    share/doc/clank/copyright share/clank/examples/papers/song-2020-three-bar.clank
    share/clank/manual/index.md share/clank/manual/command_line.md share/clank/manual/pictures/receipt.png)
  if(NOT EXISTS ${prefix}/${file})
    message(SEND_ERROR "not installed: ${file}")
  endif()
endforeach()
file(GLOB schemas ${prefix}/share/clank/schema/*.json)
if(NOT schemas)
  message(SEND_ERROR "no schema is installed")
endif()

# `clank-cli examples` names the installed files, not those of the source tree.
execute_process(COMMAND ${prefix}/bin/clank-cli examples --copy ${FOLDER}/copy WORKING_DIRECTORY ${FOLDER} COMMAND_ERROR_IS_FATAL ANY)
file(GLOB_RECURSE copied ${FOLDER}/copy/*.clank)
file(GLOB_RECURSE shipped ${prefix}/share/clank/examples/*.clank)
list(LENGTH copied copied_count)
list(LENGTH shipped shipped_count)
if(NOT copied_count EQUAL shipped_count OR copied_count EQUAL 0)
  message(SEND_ERROR "${shipped_count} examples are installed, ${copied_count} were copied")
endif()
execute_process(COMMAND ${prefix}/bin/clank-cli manual --out ${FOLDER}/site WORKING_DIRECTORY ${FOLDER} COMMAND_ERROR_IS_FATAL ANY)
if(NOT EXISTS ${FOLDER}/site/pictures/receipt.png)
  message(SEND_ERROR "the manual that is installed is not written as pages")
endif()
execute_process(COMMAND ${prefix}/bin/clank-cli validate ${copied} WORKING_DIRECTORY ${FOLDER} COMMAND_ERROR_IS_FATAL ANY)
