# Libraries that know machines and their reports: hwloc and jansson. Without hwloc the
# program still builds; it then takes every machine for one node and says so.

# quorum_find_library(NAME HEADER LIBRARY DEFINITION): makes the target quorum_NAME, empty where the
# library is missing. Users see DEFINITION, if one is given, where it is there.
function(quorum_find_library name header library definition)
  string(TOUPPER "${name}" upper)
  find_path(${upper}_INCLUDE_DIR ${header})
  find_library(${upper}_LIBRARY ${library})
  mark_as_advanced(${upper}_INCLUDE_DIR ${upper}_LIBRARY)
  add_library(quorum_${name} INTERFACE)
  if(${upper}_INCLUDE_DIR AND ${upper}_LIBRARY)
    target_include_directories(quorum_${name} SYSTEM INTERFACE "${${upper}_INCLUDE_DIR}")
    target_link_libraries(quorum_${name} INTERFACE "${${upper}_LIBRARY}")
    if(definition)
      target_compile_definitions(quorum_${name} INTERFACE ${definition})
    endif()
    set(quorum_${name}_FOUND ON PARENT_SCOPE)
  else()
    set(quorum_${name}_FOUND OFF PARENT_SCOPE)
  endif()
endfunction()

quorum_find_library(hwloc hwloc.h hwloc "")
quorum_find_library(jansson jansson.h jansson "")
quorum_find_library(fathom tbprobe.h fathom QUORUM_HAVE_FATHOM)
# src/machine/topology_hwloc.c or src/machine/topology_flat.c tells what machine this is.
if(quorum_hwloc_FOUND)
  set(quorum_unused_topology flat)
else()
  set(quorum_unused_topology hwloc)
  message(WARNING "hwloc is not installed (Debian: libhwloc-dev): every machine is one node")
endif()
if(NOT quorum_fathom_FOUND)
  message(STATUS "Fathom is not installed (Debian: libfathom-dev): no endgame tables")
endif()
if(NOT quorum_jansson_FOUND)
  message(FATAL_ERROR "jansson is not installed (Debian: libjansson-dev)")
endif()
