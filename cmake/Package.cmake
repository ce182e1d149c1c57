# `cpack -G DEB` in the build folder makes a Debian package of what `cmake --install` installs.

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME quorum)
# Without libquorum, the component dev: Debian has packages of their own for libraries.
set(CPACK_INSTALL_CMAKE_PROJECTS "${PROJECT_BINARY_DIR};${PROJECT_NAME};Unspecified;/")
# There is no address to write to; this one can never be anybody's (RFC 2606), and is well-formed.
set(CPACK_PACKAGE_CONTACT "The Quorum developers <quorum@example.org>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "chess engine for many processors")
set(CPACK_PACKAGE_DESCRIPTION
    "Quorum speaks the Universal Chess Interface and searches one position with
any number of threads that share a table and vote on the move. It needs a
chess program with a board, or a terminal. It also counts move trees, runs
suites of positions and draws the results, shows where threads run on a
machine, and makes training data for its evaluation.
.
Built for ${CMAKE_SYSTEM_PROCESSOR}, QUORUM_ARCH=${QUORUM_ARCH}.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_QUORUM_STRIP "${CMAKE_STRIP}")
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ
    GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION games)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "xboard | pychess | scid")
set(CPACK_PROJECT_CONFIG_FILE "${quorum_generated}/package.cmake") # version and date
set(CPACK_PRE_BUILD_SCRIPTS "${CMAKE_CURRENT_LIST_DIR}/DebianLayout.cmake")
include(CPack)
