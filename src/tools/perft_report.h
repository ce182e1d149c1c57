#ifndef QUORUM_TOOLS_PERFT_REPORT_H
#define QUORUM_TOOLS_PERFT_REPORT_H

#include <jansson.h>

#include "chess/move.h"
#include "chess/position.h"
#include "tools/perft_mpi.h"

/* The count of one position. */
typedef struct PerftSingle {
    Position position;
    int depth;
    int threads;
    size_t hash_mib; /* 0 for none */
    uint64_t leaves;
    double seconds;
    MoveList moves; /* empty where nothing was counted by moves */
    uint64_t counts[MAX_MOVES];
} PerftSingle;

/* For --json: what report_create() gives, and `fen`, `depth`, `threads`, `hash_mib`, `leaves`,
 * `seconds`, `leaves_per_second` and `moves` (each with `move` and `leaves`, in the order of the
 * moves' texts); with mpi (NULL for none) `mpi` too. The caller gives it up. */
json_t *perft_report_single(const PerftSingle *single, const PerftMpiResult *mpi);

#endif
