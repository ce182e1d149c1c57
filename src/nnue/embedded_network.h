#pragma once

#include "nnue/packed_network.h"

/* The network that the program carries. Any thread. */

/* Packed for the best kernel. Made at the first call and never freed; the caller does not become an
 * owner. NULL, now and ever after, when there was no memory at the first call. */
PackedNetwork *embedded_network(void);

/* As it stands in its file, for other kernels; the caller destroys it. NULL without memory. */
Network *embedded_network_decode(void);
