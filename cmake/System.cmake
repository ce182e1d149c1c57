# Which system the program is built for: the folder of src/base/ and src/machine/ that knows it, and what
# stands in for what its C library lacks.

set(quorum_system linux)
if(WIN32)
  set(quorum_system windows)
  # src/base/windows/posix.h has what these would declare.
  foreach(header endian.h poll.h sys/eventfd.h sys/file.h sys/uio.h)
    file(WRITE "${PROJECT_BINARY_DIR}/posix/${header}" "#include \"base/windows/posix.h\"\n")
  endforeach()
  include_directories("${PROJECT_BINARY_DIR}/posix")
  add_compile_options("$<$<COMPILE_LANGUAGE:C>:SHELL:-include \"${PROJECT_SOURCE_DIR}/src/base/windows/posix.h\">")
  # Windows 10 and its like. Files may be larger than 2 GiB.
  add_compile_definitions(_WIN32_WINNT=0x0A00 _FILE_OFFSET_BITS=64 WIN32_LEAN_AND_MEAN _CRT_RAND_S
    _POSIX_THREAD_SAFE_FUNCTIONS=200809L)
  # The program stands alone. Its first thread searches, and has the stack that Linux gives it.
  set(CMAKE_FIND_LIBRARY_SUFFIXES .a) # and not .dll.a
  add_link_options(-static -Wl,--stack,8388608)
  link_libraries(winmm psapi)
  # Stacks are aligned to 16 bytes, and gcc (bug 54412) spills wider vectors with moves that want more.
  add_compile_options("$<$<COMPILE_LANGUAGE:C>:-Wa,-muse-unaligned-vector-move>")
  add_link_options(-Wa,-muse-unaligned-vector-move)
  # The same program wherever and whenever it is built.
  add_compile_options("$<$<COMPILE_LANGUAGE:C>:-ffile-prefix-map=${PROJECT_BINARY_DIR}=build>"
                      "$<$<COMPILE_LANGUAGE:C>:-ffile-prefix-map=${PROJECT_SOURCE_DIR}=.>")
  add_link_options(-Wl,--no-insert-timestamp)
  # Its name, its version, and that names of files are in UTF-8.
  enable_language(RC)
  set(quorum_resources "${PROJECT_SOURCE_DIR}/src/base/windows/program.rc")
  set_source_files_properties("${quorum_resources}" PROPERTIES
    OBJECT_DEPENDS
    "${PROJECT_SOURCE_DIR}/src/base/windows/program.manifest;${PROJECT_BINARY_DIR}/generated/quorum_version.h")
endif()
