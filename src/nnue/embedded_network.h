#ifndef QUORUM_NNUE_EMBEDDED_NETWORK_H
#define QUORUM_NNUE_EMBEDDED_NETWORK_H

#include "nnue/packed_network.h"

/* The network that the program carries, packed for the best kernel; NULL when it was built without
 * one (QUORUM_NETWORK). Made at the first call and never freed; the caller does not become an
 * owner. Any thread. */
PackedNetwork *embedded_network(void);

#endif
