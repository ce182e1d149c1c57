#include "search/tablebase.h"

#include "chess/cycle.h"
#include "chess/movegen.h"

/* Beside a draw, so that of two the one is preferred that the other side might spoil. */
#define CURSED_WIN_SCORE 2

/* The trail begins with the last move that cannot be taken back. */
static bool has_repeated(const KeyTrail *trail) {
    for (int i = 0; i < trail->count; i++) {
        for (int j = i + 1; j < trail->count; j++) {
            if (trail->keys[i] == trail->keys[j])
                return true;
        }
    }
    return false;
}

/* Whether a position that has just come up is a draw by repetition, or whoever is to move in it can
 * make it one next. The trail ends with it. */
static bool allows_third(const KeyTrail *trail, const Position *position) {
    return game_is_repetition(trail, position, 0) || cycle_is_upcoming(trail, position, 0);
}

/* The same for the position after a move. */
static bool allows_third_by(KeyTrail *trail, const Position *position, Move move) {
    Position next;
    position_make(position, &next, move);
    key_trail_push(trail, next.key);
    const bool third = allows_third(trail, &next);
    key_trail_pop(trail);
    return third;
}

/* Whether a move wins by the tables. What they do not know it does not lose. */
static bool wins(const Position *position, Move move, bool rule50) {
    Position next;
    position_make(position, &next, move);
    SyzygyWdl wdl;
    return !syzygy_probe_wdl(&next, &wdl) || (rule50 ? wdl == SYZYGY_LOSS : wdl < SYZYGY_DRAW);
}

/* Whether the side to move, which wins by the tables, can do so without allowing a third
 * repetition. The tables are asked only where a move does allow one: they may lie on a slow disk.
 */
static bool can_win(KeyTrail *trail, const Position *position, bool rule50) {
    const MoveList list = movegen_list(position);
    MoveList safe = {.count = 0};
    for (int i = 0; i < list.count; i++) {
        if (!allows_third_by(trail, position, list.moves[i]))
            safe.moves[safe.count++] = list.moves[i];
    }
    bool can = safe.count == list.count;
    for (int i = 0; i < safe.count && !can; i++)
        can = wins(position, safe.moves[i], rule50);
    return can;
}

/* The same of its opponent, who is to move: whatever that one plays. */
static bool can_win_after_all(KeyTrail *trail, const Position *position, bool rule50) {
    const MoveList list = movegen_list(position);
    bool can = true;
    for (int i = 0; i < list.count && can; i++) {
        Position next;
        position_make(position, &next, list.moves[i]);
        key_trail_push(trail, next.key);
        can = can_win(trail, &next, rule50);
        key_trail_pop(trail);
    }
    return can;
}

/* Whether the history of a game makes a draw of a move. */
static bool is_drawn(KeyTrail *trail, const Position *position, const SyzygyRootMove *move,
                     bool rule50) {
    Position next;
    position_make(position, &next, move->move);
    key_trail_push(trail, next.key);
    const bool drawn = move->rank > 0
                           ? allows_third(trail, &next) || !can_win_after_all(trail, &next, rule50)
                           : game_is_repetition(trail, &next, 0) ||
                                 (move->rank < 0 && !can_win(trail, &next, rule50));
    key_trail_pop(trail);
    return drawn;
}

/* Tables know no game: a move by which a position stands for the third time draws, and so does one
 * after which the side that would win cannot keep the other from that, as far as two moves of each
 * show it. */
static void rank_repetitions(const Game *game, bool rule50, SyzygyRoot *root) {
    KeyTrail trail = game->trail;
    for (int i = 0; i < root->count; i++) {
        SyzygyRootMove *move = &root->moves[i];
        if (is_drawn(&trail, &game->position, move, rule50)) {
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
    const bool repeated = has_repeated(&control->setup.root->trail);
    if (!syzygy_rank_root(position, repeated, rules->rule50, root)) {
        root->count = 0;
        return;
    }
    if (repeated)
        rank_repetitions(control->setup.root, rules->rule50, root);
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
