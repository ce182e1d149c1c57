#ifndef QUORUM_ENGINE_TABLEBASES_H
#define QUORUM_ENGINE_TABLEBASES_H

#include "search/tablebase_rules.h"

/* The endgame tables that an engine was given, and how it is to use them. By the engine's owner,
 * while no search runs. */

#define TABLEBASES_MOST_MEN   7
#define TABLEBASES_MOST_DEPTH 100

typedef struct Tablebases {
    SyzygyTables *tables; /* NULL for none */
    int limit;            /* positions of more men are not looked up */
    int depth;
    bool rule50;
} Tablebases;

/* What is to be done without tables, and by default with them. */
Tablebases tablebases_default(void);

/* Changes the tables for those of a path, "" for none. On false there are none, and *reason (of
 * reason_size bytes) says why. */
bool tablebases_open(Tablebases *tablebases, const char *path, char *reason, size_t reason_size);

/* Goes back to no tables. */
void tablebases_close(Tablebases *tablebases);

/* What a search is to do. */
TablebaseRules tablebases_rules(const Tablebases *tablebases);

#endif
