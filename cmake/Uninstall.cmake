# cmake -DMANIFEST=FILE -P Uninstall.cmake: removes what `cmake --install` has written into that list, and
# the folders of the name quorum that are empty then.

if(NOT EXISTS "${MANIFEST}")
  message(FATAL_ERROR "${MANIFEST} does not exist: nothing was installed from here")
endif()
# Not as a list: file(STRINGS) divides names at letters outside of ASCII, and a list not at brackets.
file(READ "${MANIFEST}" rest)
string(APPEND rest "\n")
string(FIND "${rest}" "\n" end)
while(NOT end EQUAL -1)
  string(SUBSTRING "${rest}" 0 ${end} file)
  math(EXPR end "${end} + 1")
  string(SUBSTRING "${rest}" ${end} -1 rest)
  string(FIND "${rest}" "\n" end)
  set(path "$ENV{DESTDIR}${file}")
  file(REMOVE "${path}")
  cmake_path(GET path PARENT_PATH folder)
  while(folder MATCHES "/quorum(/.*)?$")
    if(IS_DIRECTORY "${folder}")
      execute_process(COMMAND rmdir "${folder}" RESULT_VARIABLE left ERROR_QUIET) # which knows best whether it is empty
      if(left)
        break()
      endif()
    endif()
    cmake_path(GET folder PARENT_PATH folder)
  endwhile()
endwhile()
