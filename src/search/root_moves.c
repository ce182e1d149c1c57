#include "search/root_moves.h"

#include <string.h>

#include "base/integers.h"
#include "chess/movegen.h"
#include "search/strength.h"
#include "search/tablebase.h"

/* What the endgame tables say about the move, where they know the root. */
static void rank_move(RootMove *root, const SyzygyRoot *ranks) {
    root->rank = 0;
    root->has_score = false;
    for (int i = 0; i < ranks->count; i++) {
        if (ranks->moves[i].move != root->move)
            continue;
        root->rank = ranks->moves[i].rank;
        root->has_score = true;
        root->may_be_spoilt = ranks->may_be_spoilt;
        root->tablebase_score = tablebase_root_score(ranks->moves[i].wdl);
    }
}

/* Whether a root move is to stand behind another. */
static bool stands_behind(const RootMove *root, const RootMove *other) {
    if (root->rank != other->rank)
        return root->rank < other->rank;
    if (root->score != other->score)
        return root->score < other->score;
    return root->previous_score < other->previous_score;
}

static bool has_lower_rank(const RootMove *root, const RootMove *other) {
    return root->rank < other->rank;
}

static bool has_lower_score(const RootMove *root, const RootMove *other) {
    return root->score < other->score;
}

/* Whether the other move leads to a mate, and this one to none or a later one. */
static bool mates_later(const RootMove *root, const RootMove *other) {
    const Score score = root_move_reported_score(other);
    return score >= SCORE_MATE_BOUND && root_move_reported_score(root) < score;
}

/* Insertion: each move goes in front of those that stand behind it. */
static void sort(RootMove *list, int first, int end,
                 bool (*is_behind)(const RootMove *, const RootMove *)) {
    for (int i = first + 1; i < end; i++) {
        int j = i;
        while (j > first && is_behind(&list[j - 1], &list[i]))
            j--;
        if (j == i)
            continue;
        const RootMove moved = list[i];
        memmove(&list[j + 1], &list[j], (size_t)(i - j) * sizeof moved);
        list[j] = moved;
    }
}

void root_moves_begin(RootMoves *moves, const Position *position, const SearchLimits *limits,
                      const SyzygyRoot *ranks) {
    const MoveList legal = movegen_list(position);
    moves->count = 0;
    for (int i = 0; i < legal.count; i++) {
        if (!search_limits_allow(limits, legal.moves[i]))
            continue;
        RootMove *root = &moves->list[moves->count++];
        root->move = root->pv[0] = legal.moves[i];
        rank_move(root, ranks);
        root->length = 1;
        root->score = root->previous_score = -SCORE_INFINITE;
        root->bound = root->previous_bound = BOUND_EXACT;
        root->most = SCORE_INFINITE;
        root->selective_depth = 0;
        root->nodes = 0;
        root->error = limits->elo > 0 ? strength_error(limits->elo, limits->strength_seed,
                                                       position->key, root->move)
                                      : 0;
    }
    if (ranks->count > 0)
        root_moves_sort_by_rank(moves);
}

/* A move without an exact score in the last iteration has none to compare by: an older one, of a
 * lower depth, may well be higher, and would put it first where this iteration is cut short. */
void root_moves_begin_iteration(RootMoves *moves) {
    for (int i = 0; i < moves->count; i++) {
        moves->list[i].previous_score = moves->list[i].score;
        moves->list[i].previous_bound = BOUND_EXACT;
        moves->list[i].score = -SCORE_INFINITE;
        moves->list[i].most = SCORE_INFINITE;
    }
}

void root_moves_sort(RootMoves *moves, int first, int end) {
    sort(moves->list, first, end, stands_behind);
}

static bool is_loss(Score score) {
    return score != -SCORE_INFINITE && score <= -SCORE_TABLEBASE_BOUND;
}

/* The best of the last whole iteration. */
static Score best_before(const RootMoves *moves) {
    Score best = -SCORE_INFINITE;
    for (int i = 0; i < moves->count; i++)
        best = int_max(best, moves->list[i].previous_score);
    return best;
}

void root_moves_avoid_loss(RootMoves *moves) {
    const RootMove *lost = &moves->list[0];
    const Score before = best_before(moves);
    /* Where all were lost before they are so by a whole iteration. */
    if (!is_loss(lost->score) || is_loss(before) || before == -SCORE_INFINITE)
        return;
    for (int i = 1; i < moves->count; i++) {
        RootMove *other = &moves->list[i];
        if (other->score != -SCORE_INFINITE || is_loss(other->most) || other->rank != lost->rank)
            continue;
        if (other->previous_score == -SCORE_INFINITE) {
            other->previous_score = int_min(other->most, before);
            other->previous_bound = BOUND_UPPER;
        }
        root_moves_bring_to(moves, 0, other->move);
        return;
    }
}

void root_moves_sort_by_rank(RootMoves *moves) {
    sort(moves->list, 0, moves->count, has_lower_rank);
}

void root_moves_sort_by_score(RootMoves *moves) {
    sort(moves->list, 0, moves->count, has_lower_score);
}

void root_moves_sort_by_mate(RootMoves *moves, int end) {
    sort(moves->list, 0, end, mates_later);
}

bool root_moves_bring_to(RootMoves *moves, int next, Move move) {
    int at = next;
    while (at < moves->count && moves->list[at].move != move)
        at++;
    if (at == moves->count)
        return false;
    const RootMove moved = moves->list[at];
    memmove(&moves->list[next + 1], &moves->list[next], (size_t)(at - next) * sizeof moved);
    moves->list[next] = moved;
    return true;
}
