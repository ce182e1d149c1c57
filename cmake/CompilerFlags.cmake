# quorum_flags: what every target of the project is compiled and linked with. Floating point stays
# strict everywhere: the same position must give the same search on every compiler.

include(CheckCCompilerFlag)
include(CheckIPOSupported)

add_library(quorum_flags INTERFACE)
target_compile_options(quorum_flags INTERFACE -Wall -Wextra -Wshadow -Wstrict-prototypes
                                              -Wmissing-prototypes)
if(QUORUM_WERROR)
  target_compile_options(quorum_flags INTERFACE -Werror)
endif()

if(QUORUM_ARCH STREQUAL "native")
  target_compile_options(quorum_flags INTERFACE -march=native)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64)$") # -mcpu would forbid Kernels.cmake its own -march
    target_compile_options(quorum_flags INTERFACE -mtune=native)
  endif()
elseif(QUORUM_ARCH MATCHES "^x86-64(-v[234])?$")
  target_compile_options(quorum_flags INTERFACE -march=${QUORUM_ARCH})
elseif(NOT QUORUM_ARCH STREQUAL "generic")
  message(FATAL_ERROR "QUORUM_ARCH=${QUORUM_ARCH}: choose native, generic, x86-64, x86-64-v2, "
                      "x86-64-v3 or x86-64-v4")
endif()

# What is shipped: calls that overrun their buffers end the program, addresses are not known before it
# runs, and nothing that holds them can be written once it does.
if(QUORUM_HARDENED)
  target_compile_options(quorum_flags INTERFACE -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3
                                                -fstack-protector-strong -fPIE)
  target_link_options(quorum_flags INTERFACE -Wl,-z,relro,-z,now)
  if(NOT QUORUM_STATIC)
    target_link_options(quorum_flags INTERFACE -pie)
  endif()
  # No path of the machine that builds it. Not in quorum_flags, whose options the program reports.
  add_compile_options("-ffile-prefix-map=${PROJECT_BINARY_DIR}=build"
                      "-ffile-prefix-map=${PROJECT_SOURCE_DIR}=.")
endif()

if(QUORUM_STATIC AND QUORUM_HARDENED)
  target_link_options(quorum_flags INTERFACE -static-pie)
elseif(QUORUM_STATIC)
  target_link_options(quorum_flags INTERFACE -static)
endif()

if(QUORUM_FUZZ)
  if(NOT CMAKE_C_COMPILER_ID STREQUAL "Clang")
    message(FATAL_ERROR "QUORUM_FUZZ needs clang: set CMAKE_C_COMPILER=clang")
  endif()
  set(QUORUM_SANITIZE "fuzzer-no-link,address,undefined")
endif()

if(QUORUM_SANITIZE)
  set(sanitize -fsanitize=${QUORUM_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_compile_options(quorum_flags INTERFACE ${sanitize})
  target_link_options(quorum_flags INTERFACE ${sanitize})
endif()

set(profile "")
if(QUORUM_PGO STREQUAL "generate")
  if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
    set(profile -fprofile-generate -fprofile-update=atomic)
  else()
    set(profile -fprofile-instr-generate)
  endif()
elseif(QUORUM_PGO STREQUAL "use")
  if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
    # What bench does not run has no profile: it is built as without one, not for size, since a
    # network's kernels may be part of it. A tail that the tracer copies can no longer be turned into
    # conditional moves, which the choice among a node's moves depends on.
    set(profile -fprofile-use -fprofile-correction -fprofile-partial-training -fno-tracer
                -Wno-missing-profile)
  else()
    set(profile -fprofile-instr-use=${QUORUM_PGO_PROFILE} -Wno-profile-instr-unprofiled
                -Wno-profile-instr-out-of-date)
  endif()
elseif(NOT QUORUM_PGO STREQUAL "off")
  message(FATAL_ERROR "QUORUM_PGO=${QUORUM_PGO}: choose off, generate or use")
endif()
target_compile_options(quorum_flags INTERFACE ${profile})
target_link_options(quorum_flags INTERFACE ${profile})

# Positions are copied and then changed field by field: a narrow load right after a wide store of the
# copy, or after neighbouring fields were packed into a vector, waits for the store to retire.
if(CMAKE_C_COMPILER_ID STREQUAL "GNU" AND CMAKE_BUILD_TYPE STREQUAL "Release")
  target_compile_options(quorum_flags INTERFACE -fno-tree-slp-vectorize)
  check_c_compiler_flag(-mmove-max=256 has_move_max)
  if(has_move_max)
    target_compile_options(quorum_flags INTERFACE -mmove-max=256 -mstore-max=256)
  endif()
endif()

if(CMAKE_BUILD_TYPE STREQUAL "Release")
  check_ipo_supported(RESULT ipo_supported OUTPUT ipo_reason LANGUAGES C)
  if(ipo_supported)
    set(CMAKE_INTERPROCEDURAL_OPTIMIZATION ON)
    # Machine code beside the intermediate: tests link that, in a fraction of the time.
    if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
      target_compile_options(quorum_flags INTERFACE -ffat-lto-objects)
    endif()
  else()
    message(STATUS "No link-time optimisation: ${ipo_reason}")
  endif()
endif()

# quorum_link_plainly(TARGET): without link-time optimisation, for programs whose speed does not
# matter.
function(quorum_link_plainly target)
  if(CMAKE_INTERPROCEDURAL_OPTIMIZATION AND CMAKE_C_COMPILER_ID STREQUAL "GNU")
    set_target_properties(${target} PROPERTIES INTERPROCEDURAL_OPTIMIZATION OFF)
    target_link_options(${target} PRIVATE -fno-lto)
  endif()
endfunction()

# quorum_describe_build(VARIABLE): build type and options of the compiler in one line of plain text.
function(quorum_describe_build variable)
  string(TOUPPER "${CMAKE_BUILD_TYPE}" type)
  get_target_property(options quorum_flags INTERFACE_COMPILE_OPTIONS)
  list(FILTER options INCLUDE REGEX "^-[^W]")
  string(JOIN " " line "${CMAKE_BUILD_TYPE}:" ${CMAKE_C_FLAGS} ${CMAKE_C_FLAGS_${type}} ${options})
  if(CMAKE_INTERPROCEDURAL_OPTIMIZATION)
    string(APPEND line " -flto")
  endif()
  string(REGEX REPLACE "[^A-Za-z0-9 :=,._/+-]" "?" line "${line}")
  set(${variable} "${line}" PARENT_SCOPE)
endfunction()
