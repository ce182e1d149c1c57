# What is built where a library is there: QUORUM_NAME=AUTO. ON fails without the library, and OFF does not
# look for it. At the end of configuring one table says what has become of each.

# quorum_switch(NAME MEANING [VALUE]): QUORUM_NAME, AUTO if not said otherwise, or that one value more.
function(quorum_switch name meaning)
  get_property(type CACHE QUORUM_${name} PROPERTY TYPE)
  if(type STREQUAL "BOOL" AND QUORUM_${name}) # of an older build folder, in which ON was what AUTO is
    unset(QUORUM_${name} CACHE)
  endif()
  set(QUORUM_${name} AUTO CACHE STRING "${meaning}: ON, OFF, or AUTO for where it can be")
  set_property(CACHE QUORUM_${name} PROPERTY STRINGS AUTO ON OFF ${ARGN})
  if(NOT QUORUM_${name} MATCHES "^(AUTO|ON|OFF)$" AND NOT QUORUM_${name} IN_LIST ARGN)
    string(JOIN ", " more "" ${ARGN})
    message(FATAL_ERROR "QUORUM_${name}=${QUORUM_${name}}: choose AUTO, ON or OFF${more}")
  endif()
endfunction()

# quorum_switched(NAME FOUND MISSING): what has become of it. FOUND is what was found, or empty; MISSING says
# what is not installed, and what the build has instead.
function(quorum_switched name found missing)
  if(found)
    set(state "yes: ${found}")
  elseif(NOT QUORUM_${name})
    set(state "no")
  elseif(QUORUM_${name} STREQUAL "ON")
    message(FATAL_ERROR "QUORUM_${name}=ON: ${missing}")
  else()
    set(state "no: ${missing}")
  endif()
  string(LENGTH "${name}${QUORUM_${name}}" length)
  math(EXPR length "12 - ${length}")
  string(REPEAT " " ${length} blanks)
  set_property(GLOBAL APPEND_STRING PROPERTY QUORUM_SWITCHES
    "\n  QUORUM_${name}=${QUORUM_${name}}${blanks} ${state}")
endfunction()

function(quorum_show_switches)
  get_property(rows GLOBAL PROPERTY QUORUM_SWITCHES)
  message(STATUS "Parts of this build:${rows}")
endfunction()

# Where an earlier run in this folder has found libraries by other suffixes (QUORUM_STATIC), they are looked for
# again, but for those that the command line names.
function(quorum_forget_other_libraries)
  set(before "$CACHE{QUORUM_LIBRARY_SUFFIXES}")
  set(QUORUM_LIBRARY_SUFFIXES "${CMAKE_FIND_LIBRARY_SUFFIXES}" CACHE INTERNAL "")
  if(NOT before OR before STREQUAL CMAKE_FIND_LIBRARY_SUFFIXES)
    return()
  endif()
  get_cmake_property(names CACHE_VARIABLES)
  list(FILTER names INCLUDE REGEX "(_LIBRARY|_LIB_NAMES)$")
  foreach(name IN LISTS names)
    get_property(origin CACHE ${name} PROPERTY HELPSTRING)
    get_property(type CACHE ${name} PROPERTY TYPE)
    if(type MATCHES "^(FILEPATH|STRING)$" AND NOT origin MATCHES "command line")
      unset(${name} CACHE)
    endif()
  endforeach()
endfunction()

quorum_switch(HWLOC "hwloc tells the machine's nodes, caches and cores")
quorum_switch(FATHOM "Fathom reads Syzygy endgame tables" FETCH)
quorum_switch(JSON "jansson holds, reads and writes JSON, of which pages are made" FETCH)
quorum_switch(OPENMP "Tools count, and the programs of tune/ play, in parallel")
quorum_switch(MPI "quorum-mpi, the program for several machines")
quorum_switch(TUNE "The programs of tune/")
quorum_switch(BENCH "Micro benchmarks of bench/")
