# What `cmake --install` puts where. docs/manual/ adds its pages and completion.

if(WIN32) # all in one folder, as programs without an installer are there
  set(CMAKE_INSTALL_BINDIR .)
  set(CMAKE_INSTALL_DOCDIR .)
  set(quorum_suites epd)
elseif(NOT CMAKE_INSTALL_DOCDIR)
  set(CMAKE_INSTALL_DOCDIR share/doc/quorum) # the default has the project's capital
endif()
include(GNUInstallDirs)
if(NOT WIN32)
  set(quorum_suites "${CMAKE_INSTALL_DATADIR}/quorum/epd")
endif()
foreach(program quorum quorum-mpi quorum-datagen quorum-datagen-mpi quorum-data quorum-spsa quorum-spsa-mpi quorum-train)
  if(TARGET ${program})
    install(TARGETS ${program} RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
  endif()
endforeach()
install(FILES README.md CHANGELOG.md CONTRIBUTING.md LICENSE DESTINATION "${CMAKE_INSTALL_DOCDIR}")
# All that their links lead to.
install(DIRECTORY docs DESTINATION "${CMAKE_INSTALL_DOCDIR}" FILES_MATCHING PATTERN *.md PATTERN *.svg
        PATTERN manual EXCLUDE)
foreach(folder bench epd)
  install(FILES ${folder}/README.md DESTINATION "${CMAKE_INSTALL_DOCDIR}/${folder}")
endforeach()
if(TARGET quorum_fathom_source) # whose licence wants to be where the program is
  install(FILES "${fathom_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}" RENAME LICENSE.Fathom
          OPTIONAL)
endif()
if(TARGET jansson) # likewise
  install(FILES "${jansson_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}" RENAME LICENSE.jansson)
endif()
file(GLOB suites CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/epd/*.epd")
install(FILES ${suites} DESTINATION "${quorum_suites}")
if(NOT WIN32) # which has no manual pages
  add_subdirectory(docs/manual manual)
endif()
