# What the program calls itself: "1.0" for the commit with the tag v1.0, "1.0-12-gabcdef0" twelve
# commits later, "1.0-gabcdef0" where git knows no tag, and "...-dirty" with changes that are not
# committed; "1.0-unknown" where git, or what it knows, cannot be had. In a source archive git has written it
# into the file VERSION (.gitattributes); where there is neither archive nor repository it is NUMBER alone.
#
# cmake -DSOURCE=FOLDER -DNUMBER=1.0 -DFOLDER=FOLDER -P Version.cmake writes FOLDER/quorum_version.h
# and, for cpack, FOLDER/package.cmake. Each build does.

if(NOT CMAKE_SCRIPT_MODE_FILE)
  set(quorum_generated "${PROJECT_BINARY_DIR}/generated")
  add_custom_target(quorum_version
    COMMAND "${CMAKE_COMMAND}" "-DSOURCE=${PROJECT_SOURCE_DIR}" -DNUMBER=${PROJECT_VERSION}
            "-DFOLDER=${quorum_generated}" -P "${CMAKE_CURRENT_LIST_FILE}"
    BYPRODUCTS "${quorum_generated}/quorum_version.h" "${quorum_generated}/package.cmake"
    VERBATIM)
  return()
endif()

file(READ "${SOURCE}/VERSION" line)
string(STRIP "${line}" line)
set(dirty "")
if(line MATCHES "^[$]Format:(.*)[$]$")
  set(format "${CMAKE_MATCH_1}")
  set(line "||")
  if(EXISTS "${SOURCE}/.git") # and not another repository that it was unpacked in
    set(ENV{GIT_OPTIONAL_LOCKS} 0)
    file(REAL_PATH "${SOURCE}" folder)
    set(git git -c "safe.directory=${folder}" -C "${folder}") # another user's in a container, say
    execute_process(COMMAND ${git} log -1 "--format=${format}" OUTPUT_VARIABLE line RESULT_VARIABLE failed
                    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    execute_process(COMMAND ${git} status --porcelain --untracked-files=no
                    OUTPUT_VARIABLE changes OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    if(failed)
      set(dirty "-unknown")
    elseif(changes)
      set(dirty "-dirty")
    endif()
  endif()
endif()

set(version "${NUMBER}")
set(seconds 1795262400)
if(line MATCHES "^v?([0-9A-Za-z.-]*)[|]([0-9a-f]+)[|]([0-9]+)$")
  set(seconds "${CMAKE_MATCH_3}")
  if(CMAKE_MATCH_1)
    set(version "${CMAKE_MATCH_1}")
  else()
    string(APPEND version "-g${CMAKE_MATCH_2}")
  endif()
endif()
string(APPEND version "${dirty}")
set(numbers "") # for Windows: of the version, and of commits since
string(REGEX MATCH "^([0-9]+)[.]([0-9]+)([.]([0-9]+))?(-([0-9]+)-g)?" match "${version}")
foreach(part 1 2 4 6)
  set(number "${CMAKE_MATCH_${part}}")
  if(NOT number)
    set(number 0)
  endif()
  list(APPEND numbers ${number})
endforeach()
list(JOIN numbers "," numbers)
string(REPLACE "-" "+" debian "${version}") # a hyphen would begin the package's own revision

file(CONFIGURE OUTPUT "${FOLDER}/quorum_version.h" CONTENT
"#define QUORUM_VERSION \"${version}\"
#define QUORUM_VERSION_NUMBERS ${numbers}
")
file(CONFIGURE OUTPUT "${FOLDER}/package.cmake" CONTENT
"set(CPACK_PACKAGE_VERSION \"${debian}\")
if(NOT DEFINED ENV{SOURCE_DATE_EPOCH}) # two builds agree: what is packed has the date of the commit
  set(ENV{SOURCE_DATE_EPOCH} ${seconds})
endif()
" @ONLY)
