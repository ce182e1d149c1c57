#pragma once

#include "base/reason.h"
#include "engine/engine.h"

/* An engine that only holds the network of a file, for others to take with engine_share_network();
 * the caller destroys it. With path NULL its network is the program's own. NULL, with the
 * reason (a line) in error: the file holds no network that can be used, or there is no memory. */
Engine *network_holder(const char *path, Reason *error);
