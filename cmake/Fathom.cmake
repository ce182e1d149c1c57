# quorum_fathom from Fathom's source, which is no part of the repository: from QUORUM_FATHOM_SOURCE, or
# fetched by git. The commit is the one that the tests have been run with.

set(fathom_SOURCE_DIR "${QUORUM_FATHOM_SOURCE}")
if(NOT QUORUM_FATHOM_SOURCE)
  include(FetchContent)
  FetchContent_Declare(fathom GIT_REPOSITORY https://github.com/jdart1/Fathom.git
                              GIT_TAG c9c6fef0dddc05d2e242c183acf5833149ab676d)
  FetchContent_MakeAvailable(fathom)
endif()
set(source "${fathom_SOURCE_DIR}/src/tbprobe.c")
if(NOT EXISTS "${source}")
  message(FATAL_ERROR "QUORUM_FATHOM_SOURCE: there is no Fathom in it: ${source} is missing")
endif()
add_library(quorum_fathom_source STATIC "${source}")
# Without locks: src/tables/ has its own, and may leave a call of Fathom in the middle (base/guard.h).
# And without an instruction that not every processor of the family has.
target_compile_definitions(quorum_fathom_source PRIVATE TB_NO_THREADS
                           TB_CUSTOM_POP_COUNT=__builtin_popcountll)
target_link_libraries(quorum_fathom_source PRIVATE quorum_flags)
target_include_directories(quorum_fathom_source PRIVATE "${fathom_SOURCE_DIR}/src") # and not an installed one
# With its assertions, by which damaged tables end a call. -fPIC for libquorum.
target_compile_options(quorum_fathom_source PRIVATE -w -UNDEBUG -fPIC)
add_library(quorum_fathom INTERFACE)
target_include_directories(quorum_fathom SYSTEM INTERFACE "${fathom_SOURCE_DIR}/src")
target_compile_definitions(quorum_fathom INTERFACE QUORUM_HAVE_FATHOM)
target_link_libraries(quorum_fathom INTERFACE quorum_fathom_source)
quorum_switched(FATHOM "${source}" "")
