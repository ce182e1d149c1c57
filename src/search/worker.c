#include "search/worker.h"

#include <string.h>

#include "base/clock.h"
#include "chess/movegen.h"
#include "chess/see.h"
#include "eval/bare_king.h"
#include "search/strength.h"
#include "search/tablebase.h"

/* Nodes between two looks of the lead at clock and node limit: well under a millisecond. */
#define POLL_INTERVAL 512

/* Long enough to pay for the caches that the others have emptied. */
#define TURN_US 5000

/* Moves that take no time are not reported one by one. */
#define CURRENT_MOVE_INTERVAL_US 10000

/* Transparent pages: those that are set aside are for the table. */
static MemoryWish wish_for_node(int node) {
    MemoryWish wish = {.pages = PAGES_TRANSPARENT, .policy = NODES_FIRST_TOUCH};
    if (node >= 0) {
        wish.policy = NODES_PREFERRED;
        node_set_add(&wish.nodes, node);
    }
    return wish;
}

Worker *worker_create(int index, int node) {
    MemoryWish wish = wish_for_node(node);
    size_t bytes = sizeof(Worker) + shared_histories_bytes(1);
    MemoryBlock memory;
    if (!memory_block_map(&memory, bytes, &wish))
        return NULL;
    /* The worker itself; the rest, histories, comes into being when its thread first searches. */
    _Static_assert(sizeof(Worker) <= HUGE_PAGE_BYTES, "a worker is within one huge page");
    const int huge_pages = (int)(memory.bytes / HUGE_PAGE_BYTES);
    if (!memory_block_populate(&memory, 0, huge_pages)) {
        memory_block_unmap(&memory);
        return NULL;
    }
    Worker *worker = memory.address;
    worker->memory = memory;
    worker->own_histories = (SharedHistories *)(worker + 1);
    accumulators_place(&worker->accumulators, &wish);
    worker->index = index;
    pthread_mutex_init(&worker->published.lock, NULL);
    return worker;
}

void worker_destroy(Worker *worker) {
    if (!worker)
        return;
    pthread_mutex_destroy(&worker->published.lock);
    accumulators_free(&worker->accumulators);
    MemoryBlock memory = worker->memory;
    memory_block_unmap(&memory);
}

void worker_forget(Worker *worker) {
    worker->must_forget = true;
}

static void forget_if_asked(Worker *worker) {
    if (!worker->must_forget)
        return;
    histories_clear(&worker->histories);
    memset(worker->own_histories, 0, shared_histories_bytes(1));
    worker->must_forget = false;
}

void worker_reset_reports(Worker *worker) {
    atomic_store_explicit(&worker->nodes, 0, memory_order_relaxed);
    atomic_store_explicit(&worker->tablebase_hits, 0, memory_order_relaxed);
    current_line_reset(&worker->current_line);
    pthread_mutex_lock(&worker->published.lock);
    worker->published.line_count = 0;
    pthread_mutex_unlock(&worker->published.lock);
}

/* What the endgame tables say about the move, where they know the root. */
static void rank_root_move(RootMove *root, const SyzygyRoot *ranks) {
    root->rank = 0;
    root->has_score = false;
    for (int i = 0; i < ranks->count; i++) {
        if (ranks->moves[i].move != root->move)
            continue;
        root->rank = ranks->moves[i].rank;
        root->has_score = true;
        root->tablebase_score = tablebase_root_score(ranks->moves[i].wdl);
    }
}

void worker_sort_by_rank(Worker *worker) {
    for (int i = 1; i < worker->root_count; i++) {
        RootMove moved = worker->root_moves[i];
        int j = i;
        for (; j > 0 && worker->root_moves[j - 1].rank < moved.rank; j--)
            worker->root_moves[j] = worker->root_moves[j - 1];
        worker->root_moves[j] = moved;
    }
}

static void list_root_moves(Worker *worker) {
    MoveList list;
    list.count = 0;
    movegen_all(&worker->positions[0], &list);
    worker->root_count = 0;
    const SyzygyRoot *ranks = &worker->control->tablebase_root;
    const SearchLimits *limits = &worker->control->limits;
    for (int i = 0; i < list.count; i++) {
        if (!search_limits_allow(limits, list.moves[i]))
            continue;
        RootMove *root = &worker->root_moves[worker->root_count++];
        root->move = root->pv[0] = list.moves[i];
        rank_root_move(root, ranks);
        root->length = 1;
        root->score = root->previous_score = -SCORE_INFINITE;
        root->average = -SCORE_INFINITE;
        root->selective_depth = 0;
        root->nodes = 0;
        root->error = limits->elo > 0 ? strength_error(limits->elo, limits->strength_seed,
                                                       worker->positions[0].key, root->move)
                                      : 0;
    }
    if (ranks->count > 0)
        worker_sort_by_rank(worker);
}

void worker_begin(Worker *worker, SearchControl *control) {
    worker->control = control;
    tunables_use(control->tunables);
    worker->aborted = false;
    worker->poll_countdown = POLL_INTERVAL;
    worker->node_limit =
        control->worker_count == 1 && control->limits.nodes ? control->limits.nodes : UINT64_MAX;
    worker->null_move_ply = 0;
    worker->current_move_us = worker->refutations_us = 0;
    worker->unreported_move = 0;
    worker->turn_us = clock_now_us();
    worker->positions[0] = control->root->position;
    accumulators_begin(&worker->accumulators, control->networks[worker->index]);
    worker->trail = control->root->trail;
    forget_if_asked(worker);
    const HistoryShare *share = &control->histories[worker->index];
    histories_use(&worker->histories,
                  share->tables ? *share : (HistoryShare){worker->own_histories, 1});
    histories_begin_search(&worker->histories);
#ifdef QUORUM_CENSUS
    worker->census = (Census){0};
#endif
    memset(worker->frames, 0, sizeof worker->frames);
    for (int i = 0; i < (int)ARRAY_LENGTH(worker->frames); i++) {
        worker->frames[i].piece = NO_PIECE;
        worker->frames[i].evaluation = SCORE_NONE;
        worker->frames[i].continuation = &worker->histories.shared->continuation[NO_PIECE][0];
        worker->frames[i].corrections = &worker->histories.shared->pair_correction[NO_PIECE][0];
    }
    worker_frame(worker, 0)->threats = position_threats(&worker->positions[0]).by_any;
    list_root_moves(worker);
}

void worker_publish(Worker *worker, int line_count, int depth) {
    Published *published = &worker->published;
    pthread_mutex_lock(&published->lock);
    for (int i = 0; i < line_count; i++) {
        const RootMove *root = &worker->root_moves[i];
        PublishedLine *line = &published->lines[i];
        bool fresh = root->score != -SCORE_INFINITE;
        line->depth = fresh ? depth : depth - 1;
        line->score = root_reported_score(root);
        if (line->score == -SCORE_INFINITE)
            line->score = SCORE_DRAW; /* not even the first move has been searched */
        line->selective_depth = root->selective_depth;
        line->length = root->length;
        memcpy(line->pv, root->pv, (size_t)root->length * sizeof(Move));
    }
    published->line_count = line_count;
    const PublishedLine *first = &published->lines[0];
    Ballot ballot = {first->pv[0], first->score, first->depth};
    atomic_store_explicit(&worker->control->ballots[worker->index], ballot_pack(&ballot),
                          memory_order_relaxed);
    pthread_mutex_unlock(&published->lock);
}

int worker_published(Worker *worker, PublishedLine *lines, int most, bool wait) {
    Published *published = &worker->published;
    if (wait)
        pthread_mutex_lock(&published->lock);
    else if (pthread_mutex_trylock(&published->lock) != 0)
        return -1;
    int count = published->line_count < most ? published->line_count : most;
    memcpy(lines, published->lines, (size_t)count * sizeof *lines);
    pthread_mutex_unlock(&published->lock);
    return count;
}

/* The moves from the root to the node at hand, but none after a null move. */
static void tell_current_line(Worker *worker) {
    Move moves[MAX_PLY + 1];
    int plies = worker->trail.count - worker->control->root->trail.count;
    int length = 0;
    while (length < plies && length <= MAX_PLY && worker_frame(worker, length)->move != MOVE_NULL) {
        moves[length] = worker_frame(worker, length)->move;
        length++;
    }
    if (length > 0)
        current_line_answer(&worker->current_line, &worker->control->line_requests, moves, length);
}

static void report_current_move(Worker *worker) {
    if (worker->unreported_move == 0 || !control_is_talkative(worker->control))
        return;
    int64_t now = clock_now_us();
    if (now - worker->current_move_us < CURRENT_MOVE_INTERVAL_US)
        return;
    worker->current_move_us = now;
    int number = worker->unreported_move;
    worker->unreported_move = 0;
    CurrentMoveReport report = {worker->root_depth, worker->root_moves[number - 1].move, number};
    reporter_current_move(&worker->control->reporter, &report);
}

void worker_note_current_move(Worker *worker, int number) {
    worker->unreported_move = worker->index == 0 ? number : 0;
    report_current_move(worker);
}

/* Lets another worker have the processor after a fair turn. */
static void give_turn(Worker *worker) {
    SearchControl *control = worker->control;
    if (!control->takes_turns || clock_now_us() - worker->turn_us < TURN_US)
        return;
    turnstile_pass(&control->turnstile);
    worker->turn_us = clock_now_us();
}

void worker_poll(Worker *worker) {
    worker->poll_countdown = POLL_INTERVAL;
    if (current_line_is_asked(&worker->current_line, &worker->control->line_requests))
        tell_current_line(worker);
    if (worker->index > 0)
        give_turn(worker);
    else if (control_limit_reached(worker->control))
        control_stop(worker->control);
    else
        report_current_move(worker);
}

bool worker_is_draw(const Worker *worker, int ply) {
    const Position *position = &worker->positions[ply];
    if (position_is_material_draw(position) || game_is_repetition(&worker->trail, position, ply))
        return true;
    if (!game_is_rule50_draw(position))
        return false;
    return !position_in_check(position) || movegen_count(position) > 0;
}

bool worker_set_value(const Worker *worker, int ply, Score *score) {
    const Position *position = &worker->positions[ply];
    Score white_value;
    if (!position_values_find(worker->control->values, position->key, &white_value))
        return false;
    *score = position_side(position) == WHITE ? white_value : -white_value;
    return true;
}

Score worker_evaluate(Worker *worker, int ply) {
    const Position *position = &worker->positions[ply];
    if (bare_king_applies(position))
        return bare_king_evaluate(position);
    return accumulators_evaluate(&worker->accumulators, worker->positions, ply);
}

/* What the men other than kings are worth, both sides together: 8,190 at the start of a game. */
static int material(const Position *position) {
    int sum = 0;
    for (PieceType type = PAWN; type < KING; type++)
        sum += SEE_VALUE[type] * bb_count(position->by_type[type]);
    return sum;
}

Score worker_correct_evaluation(Worker *worker, int ply, Score evaluation) {
    const Position *position = &worker->positions[ply];
    const MovePairs pairs = worker_move_pairs(worker, ply);
    Score score = evaluation * (MATERIAL_SCALE_BASE + material(position)) / 32768;
    score = score * (200 - (position->rule50 < 100 ? position->rule50 : 100)) / 200;
    score += histories_correction(&worker->histories, position, &pairs);
    score = score > SCORE_EVALUATION_BOUND ? SCORE_EVALUATION_BOUND : score;
    return score < -SCORE_EVALUATION_BOUND ? -SCORE_EVALUATION_BOUND : score;
}
