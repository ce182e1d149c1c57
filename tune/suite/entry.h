#ifndef QUORUM_SUITE_ENTRY_H
#define QUORUM_SUITE_ENTRY_H

#include <stdio.h>

#include "chess/epd.h"
#include "search/score.h"
#include "suite/analyst.h"
#include "suite/theme.h"

#define ENTRY_ID_SIZE 40

/* A position of a suite with what has been found out about it. As a line of EPD:
 *
 *   acd, acn, ce, pv  depth, nodes, score in centipawns and line of the large search
 *   bm, id            the best move, and a name
 *   dm                of a mate: in how many moves
 *   c0                the theme
 *   c1 "stable N"     nodes from which on the large search stayed with the best move
 *   c2 "next Qe2 -35" the best of the other moves and its score, 32000 less plies for mate; not of
 *                   positions that are mates
 *   c3 "Syzygy win"   what endgame tables say, "win" or "draw"; every other move loses that
 *   c4 "game N ply P" where it comes from, both from 0
 *   hmvc, fmvn        counters, as in FEN */
typedef struct SuiteEntry {
    Position position;
    Theme theme;
    Move best;
    int mate;    /* moves, 0 for none */
    Score score; /* SCORE_NONE for none; a decided one is not written */
    int depth;
    uint64_t nodes;
    uint64_t stable;
    Move next; /* MOVE_NONE without */
    Score next_score;
    bool has_tablebase;
    bool tablebase_win; /* else a draw */
    uint64_t game;
    int ply;
    int length;
    Move line[ANALYSIS_PLIES];
    char id[ENTRY_ID_SIZE];
} SuiteEntry;

/* Writes one line. False when the stream has failed. */
bool entry_write(FILE *stream, const SuiteEntry *entry);

/* Reads such a line. EPD_EMPTY for comments; EPD_MALFORMED, with the reason in *error, also for a
 * line that lacks something. Pure; any thread. */
EpdStatus entry_read(const char *text, SuiteEntry *entry, EpdError *error);

#endif
