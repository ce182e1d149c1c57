# Libraries that know machines, endgame tables and reports: hwloc, Fathom and jansson. Without hwloc the
# program still builds; it then takes every machine for one node and says so.

# quorum_find_library(NAME SWITCH HEADER DEFINITION MISSING): makes the target quorum_NAME, empty where the
# library is missing or QUORUM_SWITCH is off. Users see DEFINITION, if one is given, where it is there.
function(quorum_find_library name switch header definition missing)
  string(TOUPPER "${name}" upper)
  if(QUORUM_${switch})
    find_path(${upper}_INCLUDE_DIR ${header})
    find_library(${upper}_LIBRARY ${name})
    mark_as_advanced(${upper}_INCLUDE_DIR ${upper}_LIBRARY)
  endif()
  add_library(quorum_${name} INTERFACE)
  set(found "")
  if(QUORUM_${switch} AND ${upper}_INCLUDE_DIR AND ${upper}_LIBRARY)
    set(found "${${upper}_LIBRARY}")
    target_include_directories(quorum_${name} SYSTEM INTERFACE "${${upper}_INCLUDE_DIR}")
    target_link_libraries(quorum_${name} INTERFACE "${${upper}_LIBRARY}")
    if(definition)
      target_compile_definitions(quorum_${name} INTERFACE ${definition})
    endif()
  endif()
  quorum_switched(${switch} "${found}" "${missing}")
  set(quorum_${name}_FOUND "${found}" PARENT_SCOPE)
endfunction()

set(missing "hwloc is not installed (Debian: libhwloc-dev); every machine is one node")
if(QUORUM_STATIC AND QUORUM_HWLOC) # Debian's needs libudev, of which Debian has no static one
  find_library(HWLOC_LIBRARY hwloc)
  include(CheckCSourceCompiles)
  set(CMAKE_REQUIRED_LINK_OPTIONS -static)
  set(CMAKE_REQUIRED_LIBRARIES "${HWLOC_LIBRARY}" m)
  check_c_source_compiles("#include <hwloc.h>
    int main(void) { hwloc_topology_t t; return hwloc_topology_init(&t) || hwloc_topology_load(t); }"
    QUORUM_HWLOC_IS_STATIC)
  unset(CMAKE_REQUIRED_LINK_OPTIONS)
  unset(CMAKE_REQUIRED_LIBRARIES)
  if(NOT QUORUM_HWLOC_IS_STATIC)
    set(missing "hwloc cannot be linked without shared libraries; every machine is one node")
    set(HWLOC_LIBRARY "")
  endif()
endif()
quorum_find_library(hwloc HWLOC hwloc.h "" "${missing}")
set(QUORUM_FATHOM_SOURCE "" CACHE PATH "Folder of Fathom's source, in the place of the library")
if(QUORUM_FATHOM AND (QUORUM_FATHOM_SOURCE OR QUORUM_FATHOM STREQUAL "FETCH"))
  include(cmake/Fathom.cmake)
else()
  set(missing "Fathom is not installed (Debian: libfathom-dev); no endgame tables")
  if(QUORUM_STATIC) # Debian's is a shared one
    set(missing "no static Fathom, but QUORUM_FATHOM=FETCH makes one; no endgame tables")
  endif()
  quorum_find_library(fathom FATHOM tbprobe.h QUORUM_HAVE_FATHOM "${missing}")
endif()
quorum_find_library(jansson JSON jansson.h ""
  "jansson is not installed (Debian: libjansson-dev); no JSON, pages or compare")
set(quorum_have_json true)
if(NOT quorum_jansson_FOUND)
  set(quorum_have_json false)
  target_include_directories(quorum_jansson INTERFACE "${PROJECT_SOURCE_DIR}/src/report/without_jansson")
endif()
# What machine this is src/machine/windows/topology_groups.c tells, or of src/machine/linux/topology_hwloc.c and
# src/machine/topology_flat.c one.
if(WIN32 OR quorum_hwloc_FOUND)
  set(quorum_unused_sources "/topology_flat\\.c$")
else()
  set(quorum_unused_sources "/topology_hwloc\\.c$")
endif()
