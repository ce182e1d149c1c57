#pragma once

#include "uci/session.h"

/* In debug mode, in answer to `isready`: what the user should know about threads and memory, and
 * where the kernel says they are, if either has been placed anew since it was last said. Only while
 * no search runs. */
void placement_note(Session *session);

/* What of that are warnings, each once, if debug mode has not told them. Likewise. */
void placement_warn(Session *session);
