# The evaluation network: kernels of which each is compiled for an instruction set of its own, so that
# one program runs on every processor of the family, and the network that the program carries.

set(QUORUM_NETWORK "" CACHE STRING
    "Network file to embed, or none; when empty, net/quorum.nnue where that exists")

set(kernels "${PROJECT_SOURCE_DIR}/src/nnue")
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|amd64|AMD64)$")
  set(avx512 -mavx2 -mavx512f -mavx512bw -mavx512vl)
  set_source_files_properties("${kernels}/kernel_avx2.c" PROPERTIES COMPILE_OPTIONS "-mavx2")
  set_source_files_properties("${kernels}/kernel_avx512.c" PROPERTIES COMPILE_OPTIONS "${avx512}")
  set_source_files_properties("${kernels}/kernel_avx512_vnni.c" PROPERTIES
                              COMPILE_OPTIONS "${avx512};-mavx512vnni")
endif()

set(network "${QUORUM_NETWORK}")
if(network STREQUAL "")
  set(network "${PROJECT_SOURCE_DIR}/net/quorum.nnue")
  if(NOT EXISTS "${network}")
    set(network none)
  endif()
endif()
if(NOT network STREQUAL "none")
  get_filename_component(network "${network}" ABSOLUTE)
  if(NOT EXISTS "${network}")
    message(FATAL_ERROR "QUORUM_NETWORK: there is no ${network}")
  endif()
  message(STATUS "Embedded network: ${network}")
  set_source_files_properties("${kernels}/embedded_network.c" PROPERTIES
                              COMPILE_DEFINITIONS "QUORUM_NETWORK_FILE=\"${network}\"")
  set_source_files_properties("${kernels}/embedded_network_file.c" PROPERTIES
                              COMPILE_DEFINITIONS "QUORUM_NETWORK_FILE=\"${network}\""
                              COMPILE_OPTIONS "-fno-lto" OBJECT_DEPENDS "${network}")
endif()
