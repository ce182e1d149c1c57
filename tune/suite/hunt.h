#ifndef QUORUM_SUITE_HUNT_H
#define QUORUM_SUITE_HUNT_H

#include "cli/stop_signals.h"
#include "suite/find_settings.h"
#include "suite/games.h"
#include "suite/pool.h"

/* How a hunt has ended. */
typedef enum HuntEnd {
    HUNT_DONE,
    HUNT_STOPPED, /* by a signal; what is complete has been written */
    HUNT_UNWRITABLE,
    HUNT_NO_MEMORY
} HuntEnd;

/* Looks through the games from the one on that the pool has not seen, and adds to the pool what is
 * found, until there are no more games or every suite has what is wanted. Main thread only. */
HuntEnd hunt(const FindSettings *settings, Games *games, Pool *pool, const sigset_t *signals);

#endif
