#pragma once

#include "tables/syzygy.h"

/* Which endgame tables a search asks, and when. */
typedef struct TablebaseRules {
    const SyzygyTables *tables; /* NULL for none */
    int men;                    /* positions with more are not looked up */
    int depth;                  /* with exactly so many, only at this depth or more */
    bool rule50;                /* the 50-move rule counts */
} TablebaseRules;
