#pragma once

#include "chess/position.h"
#include "search/limits.h"
#include "search/score.h"
#include "tables/syzygy.h"

/* The moves of the root and what a worker has found out about each, in the order in which it
 * searches them. By the worker's thread. */

typedef struct RootMove {
    Move move;
    int rank;           /* of the endgame tables: a move of lower rank is never preferred; else 0 */
    bool has_score;     /* the tables know: */
    bool may_be_spoilt; /* by the 50-move rule, whose counter they have not looked at */
    Score tablebase_score;
    Score score; /* of the iteration that runs, -SCORE_INFINITE when not searched exactly */
    Bound bound; /* what that is: a window may have been too narrow so far; else BOUND_EXACT */
    Score most;  /* upper bound from the iteration that runs; SCORE_INFINITE: none known */
    Score previous_score; /* of the last completed iteration, likewise */
    Bound previous_bound; /* what that is: BOUND_EXACT but after root_moves_avoid_loss() */
    int selective_depth;
    Score error;    /* added on purpose by a player of limited strength, otherwise 0 */
    uint64_t nodes; /* spent below this move in the whole search */
    int length;
    Move pv[MAX_PLY + 1];
} RootMove;

typedef struct RootMoves {
    int count;
    RootMove list[MAX_MOVES];
} RootMoves;

/* The score without the error. Scores of a decided game never have one. */
static inline Score root_move_score_without_error(Score score, Score error) {
    return score_is_decided(score) ? score : score - error;
}

/* The score of this iteration, or of the last one. */
static inline Score root_move_searched_score(const RootMove *root) {
    return root->score != -SCORE_INFINITE ? root->score : root->previous_score;
}

/* Whether the endgame tables say more about the move than the search: all but a mate. A win or loss
 * that the 50-move rule may spoil they only confirm. */
static inline bool root_move_is_told_by_tables(const RootMove *root) {
    const Score score = root_move_searched_score(root);
    if (!root->has_score || score == -SCORE_INFINITE)
        return root->has_score;
    if (root->may_be_spoilt && score_is_decided(root->tablebase_score) &&
        (score_may_be_draw(score) || (score > 0) != (root->tablebase_score > 0)))
        return false;
    return !score_is_mate(score);
}

/* What is to be said about the move. What may be a draw is said to be one. */
static inline Score root_move_reported_score(const RootMove *root) {
    if (root_move_is_told_by_tables(root))
        return root->tablebase_score;
    const Score whole = root_move_score_without_error(root_move_searched_score(root), root->error);
    return score_may_be_draw(whole) ? SCORE_DRAW : whole;
}

/* The depth that it is from, in an iteration of so many plies. */
static inline int root_move_reported_depth(const RootMove *root, int depth) {
    return root->score != -SCORE_INFINITE ? depth : depth - 1;
}

/* What the reported score is. */
static inline Bound root_move_reported_bound(const RootMove *root) {
    if (root_move_is_told_by_tables(root))
        return BOUND_EXACT;
    return root->score == -SCORE_INFINITE ? root->previous_bound : root->bound;
}

/* Lists the legal moves that the limits allow, those of the highest rank in the endgame tables
 * first; `ranks` is empty where these do not know the root. */
void root_moves_begin(RootMoves *moves, const Position *position, const SearchLimits *limits,
                      const SyzygyRoot *ranks);

/* Makes the scores of the last iteration the previous ones. */
void root_moves_begin_iteration(RootMoves *moves);

/* Sorts those from `first` to before `end`, best first, stably: moves without a score of this
 * iteration keep their order of the last one. */
void root_moves_sort(RootMoves *moves, int first, int end);

/* If an aborted iteration has just proved the first move lost, moves the next one not known to be
 * lost to the front, with its previous score, or an upper bound if it has none. */
void root_moves_avoid_loss(RootMoves *moves);

/* Sorts by what the endgame tables say of them, stably. */
void root_moves_sort_by_rank(RootMoves *moves);

/* Sorts by the scores of this iteration alone, stably. */
void root_moves_sort_by_score(RootMoves *moves);

/* Puts those before `end` that mate first, the shortest mate first, whatever their ranks: of
 * several winning moves the tables' order is another one. Stably. */
void root_moves_sort_by_mate(RootMoves *moves, int end);

/* Moves a move to the place `next` and shifts those from there on back by one; false when it is not
 * among them. */
bool root_moves_bring_to(RootMoves *moves, int next, Move move);
