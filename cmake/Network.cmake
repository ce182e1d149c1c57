# The evaluation network that the program carries.

set(QUORUM_NETWORK "" CACHE STRING "Network file to embed; when empty, net/quorum.nnue")

set(quorum_network_file "${QUORUM_NETWORK}")
if(quorum_network_file STREQUAL "")
  set(quorum_network_file "${PROJECT_SOURCE_DIR}/net/quorum.nnue")
endif()
get_filename_component(quorum_network_file "${quorum_network_file}" ABSOLUTE)
if(NOT EXISTS "${quorum_network_file}" OR IS_DIRECTORY "${quorum_network_file}")
  message(FATAL_ERROR "QUORUM_NETWORK: there is no network file ${quorum_network_file} to embed")
endif()
# The rest of the file is judged by the test nnue/embedded_network.
file(READ "${quorum_network_file}" magic LIMIT 8 HEX)
string(HEX "QuorumNN" wanted_magic)
if(NOT magic STREQUAL wanted_magic)
  message(FATAL_ERROR "QUORUM_NETWORK: ${quorum_network_file} is not a network of Quorum")
endif()
message(STATUS "Embedded network: ${quorum_network_file}")
quorum_embed(nnue/embedded_network_file.c "${quorum_network_file}")
