#pragma once

#include <stdint.h>

#include "base/integers.h"

/* Counts of what happens in the nodes of the main search, by remaining depth: for studies of the
 * search, in a build with -DQUORUM_CENSUS=ON alone; in others nothing is counted and nothing is
 * kept. */

#define CENSUS_DEPTHS     32 /* deeper ones count with the last */
#define CENSUS_REDUCTIONS 16
#define CENSUS_EXTENSIONS 7 /* -3 to 3 */

typedef struct Census {
    uint64_t nodes[CENSUS_DEPTHS];            /* that were entered, draws among them */
    uint64_t moves[CENSUS_DEPTHS];            /* searched in them */
    uint64_t table_cutoffs[CENSUS_DEPTHS];    /* decided by the table */
    uint64_t pruned[CENSUS_DEPTHS];           /* decided by other means before any move */
    uint64_t cutoffs[CENSUS_DEPTHS];          /* by a move */
    uint64_t first_cutoffs[CENSUS_DEPTHS];    /* by the first one */
    uint64_t reduced[CENSUS_REDUCTIONS];      /* moves, by plies of reduction */
    uint64_t reduced_high[CENSUS_REDUCTIONS]; /* of these that failed high all the same */
    uint64_t extensions[CENSUS_EXTENSIONS];   /* of table moves that were asked for singularity */
} Census;

ALWAYS_INLINE int census_index(int value, int count) {
    return int_clamp(value, 0, count - 1);
}

/* Adds one to the counter of that array at an index, clamped to the array. By the worker's thread.
 */
#ifdef QUORUM_CENSUS
#define CENSUS_COUNT(census, counters, index)                                                      \
    ((census)->counters[census_index(index, (int)ARRAY_LENGTH((census)->counters))]++)
#else
#define CENSUS_COUNT(census, counters, index) ((void)0)
#endif
