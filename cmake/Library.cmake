# libquorum: src/engine/ and what it stands on as a shared library, see docs/library.md. It is compiled once
# more, so that the program's own code stays as it is, and shows what its public headers declare alone.

option(QUORUM_LIBRARY "libquorum, the engine for other programs" OFF)
if(NOT QUORUM_LIBRARY)
  return()
elseif(QUORUM_STATIC OR QUORUM_SANITIZE)
  message(FATAL_ERROR "QUORUM_LIBRARY: it is a shared library, and for QUORUM_STATIC or QUORUM_SANITIZE "
                      "there is none")
endif()
set(public_headers base/clock.h chess/movegen.h chess/notation.h engine/engine.h)

# With what they include, copied to where they are installed from.
set(umbrella "#pragma once\n\n/* All public headers of libquorum. */\n\n")
set(prelude "#pragma GCC visibility push(default)\n")
foreach(header IN LISTS public_headers)
  string(APPEND umbrella "#include \"quorum/${header}\"\n")
  string(APPEND prelude "#include \"${header}\"\n")
endforeach()
set(copies "${PROJECT_BINARY_DIR}/include")
file(REMOVE_RECURSE "${copies}")
while(public_headers)
  list(POP_FRONT public_headers header)
  if(NOT EXISTS "${copies}/quorum/${header}")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "src/${header}")
    file(READ "src/${header}" text)
    string(REGEX MATCHALL "#include \"[^\"]+" more "${text}")
    list(TRANSFORM more REPLACE "#include \"" "")
    list(APPEND public_headers ${more})
    string(REGEX REPLACE "#include \"" "#include \"quorum/" text "${text}")
    file(WRITE "${copies}/quorum/${header}" "${text}")
  endif()
endwhile()
file(WRITE "${copies}/quorum.h" "${umbrella}")
file(CONFIGURE OUTPUT "${quorum_generated}/library_symbols.h" CONTENT "${prelude}#pragma GCC visibility pop\n")

set(sources "")
foreach(folder base machine chess eval nnue tables search engine)
  get_target_property(more quorum_${folder} SOURCES)
  list(APPEND sources ${more})
endforeach()
add_library(libquorum SHARED ${sources})
get_target_property(options quorum_flags INTERFACE_COMPILE_OPTIONS)
list(REMOVE_ITEM options -fPIE -ffat-lto-objects)
target_compile_options(libquorum PRIVATE ${options} -fvisibility=hidden -fno-semantic-interposition
                       "SHELL:-include \"${quorum_generated}/library_symbols.h\"")
target_include_directories(libquorum PRIVATE src "${quorum_generated}")
target_include_directories(libquorum INTERFACE "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>")
target_link_libraries(libquorum PRIVATE quorum_hwloc quorum_fathom Threads::Threads m)
# What has been loaded stays: handlers of signals may lead there, and the network is never freed.
target_link_options(libquorum PRIVATE -Wl,--no-undefined,--exclude-libs,ALL,-Bsymbolic-functions,-z,relro,-z,now
                                      -Wl,-z,nodelete)
add_dependencies(libquorum quorum_version)
set_target_properties(libquorum PROPERTIES OUTPUT_NAME quorum EXPORT_NAME quorum
  VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR})

# For pkg-config and find_package(). All paths start from the file, wherever it is installed.
set(library "${CMAKE_INSTALL_LIBDIR}")
file(RELATIVE_PATH up "/${library}/pkgconfig" "/")
file(CONFIGURE OUTPUT "${quorum_generated}/quorum.pc" @ONLY CONTENT [[
prefix=${pcfiledir}/@up@
Name: quorum
Description: chess engine
Version: @PROJECT_VERSION@
Cflags: -I${prefix}/@CMAKE_INSTALL_INCLUDEDIR@
Libs: -L${prefix}/@library@ -lquorum
]])
include(CMakePackageConfigHelpers)
write_basic_package_version_file("${quorum_generated}/quorum-config-version.cmake"
  COMPATIBILITY SameMajorVersion)
install(TARGETS libquorum EXPORT quorum LIBRARY DESTINATION "${library}" COMPONENT dev
        NAMELINK_COMPONENT dev)
install(DIRECTORY "${copies}/" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" COMPONENT dev)
install(FILES "${quorum_generated}/quorum.pc" DESTINATION "${library}/pkgconfig" COMPONENT dev)
install(EXPORT quorum NAMESPACE quorum:: FILE quorum-config.cmake
        DESTINATION "${library}/cmake/quorum" COMPONENT dev)
install(FILES "${quorum_generated}/quorum-config-version.cmake"
        DESTINATION "${library}/cmake/quorum" COMPONENT dev)
