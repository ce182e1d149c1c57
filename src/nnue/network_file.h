#pragma once

#include "base/reason.h"
#include "nnue/network.h"

/* The file of a network, byte by byte in docs/network.md: a header that names the architecture, the
 * layers in order, all little-endian, guarded by a checksum. Any thread. */

/* Bytes of the file of a network of this width with those sets of features. */
size_t network_file_size(int width, FeatureSets sets);

/* Writes the file's bytes, network_file_size() of them, and sets the network's id. */
void network_encode(Network *network, uint8_t *bytes);

/* Reads a file's bytes. NULL when anything at all is wrong with them; *reason then
 * says what. */
Network *network_decode(const uint8_t *bytes, size_t size, Reason *reason);

/* Reads a file; likewise. */
Network *network_load(const char *path, Reason *reason);
