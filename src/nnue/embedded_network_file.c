#include "base/embed.h"

/* The network file that QUORUM_NETWORK names. */
EMBED_FILE(embedded_network_file);
