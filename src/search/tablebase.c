#include "search/tablebase.h"

#include "base/integers.h"
#include "chess/movegen.h"

/* Beside a draw, so that of two the one is preferred that the other side might spoil. */
#define CURSED_WIN_SCORE 2

static bool has_repeated(const Game *game) {
    const KeyTrail *trail = &game->trail;
    const int first = int_max(trail->count - 1 - game->position.rule50, 0);
    for (int i = first; i < trail->count; i++) {
        for (int j = i + 1; j < trail->count; j++) {
            if (trail->keys[i] == trail->keys[j])
                return true;
        }
    }
    return false;
}

/* Whether a position stands for the third time by a move, or, if that counts, by a reply to it. The
 * trail is as it was in the end. */
static bool makes_third(KeyTrail *trail, const Position *position, Move move, bool or_reply) {
    Position next;
    position_make(position, &next, move);
    key_trail_push(trail, next.key);
    bool third = game_is_repetition(trail, &next, 0);
    if (!third && or_reply) {
        const MoveList replies = movegen_list(&next);
        for (int i = 0; i < replies.count && !third; i++)
            third = makes_third(trail, &next, replies.moves[i], false);
    }
    key_trail_pop(trail);
    return third;
}

/* Tables know no game: a move by which a position stands for the third time draws, and so does one
 * that would win but can be answered by such. */
static void rank_repetitions(const Game *game, SyzygyRoot *root) {
    KeyTrail trail = game->trail;
    for (int i = 0; i < root->count; i++) {
        SyzygyRootMove *move = &root->moves[i];
        if (makes_third(&trail, &game->position, move->move, move->rank > 0)) {
            move->rank = 0;
            move->wdl = SYZYGY_DRAW;
        }
    }
}

static int men_of(const Position *position) {
    return bb_count(position_occupied(position));
}

static void count_hits(Worker *worker, int hits) {
    uint64_t before = atomic_load_explicit(&worker->tablebase_hits, memory_order_relaxed);
    atomic_store_explicit(&worker->tablebase_hits, before + (uint64_t)hits, memory_order_relaxed);
}

void tablebase_begin(Worker *main_worker, SearchControl *control) {
    const TablebaseRules *rules = &control->tablebase_rules;
    SyzygyRoot *root = &control->tablebase_root;
    const Position *position = &control->setup.root->position;
    root->count = 0;
    control->tablebase = rules->tables && rules->men > 0 ? rules : NULL;
    if (!control->tablebase || position->castling_rights != 0 || men_of(position) > rules->men)
        return;
    const bool repeated = has_repeated(control->setup.root);
    if (!syzygy_rank_root(position, repeated, rules->rule50, root)) {
        root->count = 0;
        return;
    }
    if (repeated)
        rank_repetitions(control->setup.root, root);
    count_hits(main_worker, root->count);
    if (root->by_dtz)
        control->tablebase = NULL;
}

static Score score_of(SyzygyWdl wdl, int ply) {
    switch (wdl) {
    case SYZYGY_WIN:
        return SCORE_TABLEBASE - ply;
    case SYZYGY_LOSS:
        return ply - SCORE_TABLEBASE;
    default:
        return SCORE_DRAW + (int)wdl * CURSED_WIN_SCORE;
    }
}

Score tablebase_root_score(SyzygyWdl wdl) {
    return score_of(wdl, 1);
}

bool tablebase_probe(Worker *worker, int ply, int depth, Score *score, Bound *bound) {
    const TablebaseRules *rules = worker->control->tablebase;
    const Position *position = &worker->positions[ply];
    int men = men_of(position);
    if (position->rule50 != 0 || position->castling_rights != 0 || men > rules->men ||
        (men == rules->men && depth < rules->depth))
        return false;
    SyzygyWdl wdl;
    if (!syzygy_probe_wdl(position, &wdl))
        return false;
    count_hits(worker, 1);
    /* A probe may have waited for a disk: time for a look at the clock. */
    worker->poll_countdown = 0;
    if (!rules->rule50 && wdl != SYZYGY_DRAW)
        wdl = wdl > SYZYGY_DRAW ? SYZYGY_WIN : SYZYGY_LOSS;
    *score = score_of(wdl, ply);
    *bound = wdl == SYZYGY_WIN ? BOUND_LOWER : wdl == SYZYGY_LOSS ? BOUND_UPPER : BOUND_EXACT;
    return true;
}
