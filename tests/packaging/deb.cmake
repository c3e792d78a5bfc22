# SPDX-License-Identifier: GPL-3.0-or-later
# cmake -DBUILD=<build folder> -DFOLDER=<scratch> -P deb.cmake: the Debian package can be made, holds both programs and asks for what
# they load.
file(REMOVE_RECURSE ${FOLDER})
execute_process(COMMAND cpack -G DEB -B ${FOLDER} WORKING_DIRECTORY ${BUILD} OUTPUT_VARIABLE said ERROR_VARIABLE said
  COMMAND_ERROR_IS_FATAL ANY)
file(GLOB packages ${FOLDER}/*.deb)
list(LENGTH packages count)
if(NOT count EQUAL 1)
  message(FATAL_ERROR "${count} packages were made: ${said}")
endif()

execute_process(COMMAND dpkg-deb --contents ${packages} OUTPUT_VARIABLE contents COMMAND_ERROR_IS_FATAL ANY)
foreach(file bin/clank bin/clank-cli share/applications/io.github.clank_linkage.Clank.desktop share/doc/clank/copyright)
  if(NOT contents MATCHES " \\./usr/${file}\n")
    message(SEND_ERROR "the package lacks /usr/${file}")
  endif()
endforeach()
execute_process(COMMAND dpkg-deb --field ${packages} Depends OUTPUT_VARIABLE depends COMMAND_ERROR_IS_FATAL ANY)
foreach(library libqt6widgets6 libvtk9.1 libqcustomplot2.1 qt6-qpa-plugins)
  if(NOT depends MATCHES "${library}")
    message(SEND_ERROR "the package does not depend on ${library}: ${depends}")
  endif()
endforeach()
