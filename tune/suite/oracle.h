#ifndef QUORUM_SUITE_ORACLE_H
#define QUORUM_SUITE_ORACLE_H

#include "tables/syzygy.h"

/* What endgame tables say about the moves of a position. */
typedef struct OracleAnswer {
    bool is_win; /* the side to move wins; else it draws, or loses */
    bool is_loss;
    Move only; /* the one move that keeps win or draw; MOVE_NONE for several, and when all loses */
} OracleAnswer;

/* False when no table has the position, and with NULL for tables. Any thread. */
bool oracle_ask(const SyzygyTables *tables, const Position *position, OracleAnswer *answer);

#endif
