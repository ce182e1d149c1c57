#pragma once

#include "search/proof.h"
#include "search/worker.h"

/* `go mate n`: between two iterations of the ordinary search, which yields a move to play whatever
 * comes, the main thread looks for a proof that the side to move mates in n moves, or that it is
 * mated in n, or that it cannot mate in n. All functions by the main thread. */

/* One of the two questions. */
typedef struct MateAim {
    Color attacker;
    int refuted;    /* no mate in so many moves */
    int proved;     /* mate in so many moves, 0 for not yet */
    uint64_t nodes; /* spent on it */
} MateAim;

typedef struct MateSearch {
    Worker *worker;
    ProofSearch *proof; /* NULL without memory */
    int wanted;         /* mate in so many moves, at least 1 */
    MateAim ours;
    MateAim theirs;
    bool told; /* that there is none */
} MateSearch;

typedef enum MateNews {
    MATE_OPEN, /* the ordinary search may go on */
    MATE_LINE, /* worker->root_moves begin with a better line; there may be a better one still */
    MATE_OVER  /* there is nothing more to find out */
} MateNews;

/* For limits that ask for mate. Takes memory, about as much as the transposition table has, if
 * there is any. */
void mate_begin(MateSearch *mate, Worker *worker);

/* Gives the memory back, and tells the user if the question has remained open. */
void mate_end(MateSearch *mate);

/* Whether there is something left to prove that is worth the effort, and nobody has said stop. */
bool mate_is_open(const MateSearch *mate);

/* Searches for mate for a while that is proportional to what the ordinary search has spent. last:
 * no iteration follows. */
MateNews mate_search(MateSearch *mate, bool last);
