#ifndef QUORUM_SUITE_MATING_H
#define QUORUM_SUITE_MATING_H

#include <stddef.h>

#include "chess/position.h"

/* Mates that are proved. */

/* Longest mate that is looked for, in moves. */
#define MATING_MAX_MOVES 12

typedef struct MatingRules {
    uint64_t nodes; /* for each question: mate in so many moves? */
    size_t bytes;   /* of the table */
} MatingRules;

typedef struct Mating {
    int moves; /* no mate is shorter */
    Move first;
    bool unique; /* every other first move takes longer, if it mates at all */
    int length;
    Move line[2 * MATING_MAX_MOVES];
} Mating;

/* Whether the side to move mates in most_moves (1 to MATING_MAX_MOVES) or fewer. False also when
 * the nodes or the memory do not suffice for a proof. The result depends on the arguments alone.
 * Any thread. */
bool mating_find(const Position *position, int most_moves, const MatingRules *rules,
                 Mating *mating);

#endif
