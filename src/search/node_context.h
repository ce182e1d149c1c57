#pragma once

#include "search/worker.h"

/* What the stages of node.c, the late move reduction and what a node teaches (learning.h) know of a
 * node and of its moves. */

#define TRIED_QUIETS 64
#define TRIED_NOISY  32

typedef struct Node {
    Worker *worker;
    const Position *position;
    Frame *frame;
    int ply;
    int depth;
    Score alpha, beta;
    bool cut_node;
    bool in_check;
    bool improving; /* the static evaluation has risen since our last move */
    Score result;

    bool table_hit;
    TableEntry entry;
    Move table_move; /* MOVE_NONE without a hit */
    bool table_noisy;
    bool is_singular;     /* the move of the table has proved to be: see stage_extension() */
    Score raw_evaluation; /* uncorrected; SCORE_NONE in check */
    Score correction;     /* what the histories add to it, 0 where they are not asked */
    Score estimate;       /* evaluation, or the table's score where that is a tighter bound */

    CheckInfo checks; /* that a move may give, from the first move on */
    Score best;
    Score ceiling; /* no more than this is to be had, say the endgame tables */
    Move best_move;
    int move_count;
    int quiet_count, noisy_count;
    Move quiets[TRIED_QUIETS]; /* tried before the best move */
    Move noisy[TRIED_NOISY];
} Node;

/* A move on its way through those stages. */
typedef struct Candidate {
    Move move;
    Piece piece;
    bool quiet;
    bool gives_check;
    int history; /* of a quiet move: quiet_history() in node.c; else that of captures */
    int extension;
} Candidate;
