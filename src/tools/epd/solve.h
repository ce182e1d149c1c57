#pragma once

#include "engine/engine.h"
#include "guest/guest.h"
#include "tools/epd/suite.h"

/* One search of one position. */

/* What ends a search; the first that is reached. 0: no limit of that kind. */
typedef struct EpdLimits {
    int64_t movetime_ms;
    uint64_t nodes; /* of all threads together */
    int depth;      /* plies */
    int mate;       /* a mate in so many moves has been found or excluded */
    int stable;     /* the answer has been right for so many more plies */
} EpdLimits;

typedef struct EpdAttempt {
    bool done;
    bool solved;       /* the answer is right in the end */
    Move move;         /* that the engine would play */
    Score score;       /* for the side to move */
    int64_t first_us;  /* after which the answer was right for the first time, or -1 */
    int64_t stable_us; /* after which it has stayed right, or -1 */
    int64_t elapsed_us;
    uint64_t nodes;
    int depth;     /* of the last iteration */
    bool is_bound; /* each thread of the engine was bound to its core: set by who drives it */
    char *fault;   /* what a guest has done wrong, or NULL; then there is no move */
} EpdAttempt;

/* Searches the position, as if the engine had never searched before, and returns when done. It is
 * not done where gives_up() has said yes before. One thread at a time for an engine. */
EpdAttempt epd_solve(Engine *engine, const EpdEntry *entry, const EpdLimits *limits,
                     bool (*gives_up)(void *context), void *context);

/* The same by a guest. A fault of it, for the caller to free, is an attempt that is done; it is not
 * done where the guest's terms gave up. */
EpdAttempt epd_solve_guest(Guest *guest, const EpdEntry *entry, const EpdLimits *limits);
