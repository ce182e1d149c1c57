#include "search/worker.h"

#include <string.h>

#include "base/clock.h"
#include "base/integers.h"
#include "chess/movegen.h"
#include "eval/bare_king.h"
#include "search/scaling.h"

/* Nodes between two calls of worker_poll(): well under a millisecond. */
#define POLL_INTERVAL 512

/* Long enough to pay for the caches that the others have emptied. */
#define TURN_US 5000

/* Moves that take no time are not reported one by one. */
#define CURRENT_MOVE_INTERVAL_US 10000

/* Transparent pages: reserved huge pages are for the table. */
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
    published_init(&worker->published);
    return worker;
}

void worker_destroy(Worker *worker) {
    if (!worker)
        return;
    published_destroy(&worker->published);
    accumulators_free(&worker->accumulators);
    MemoryBlock memory = worker->memory;
    memory_block_unmap(&memory);
}

void worker_forget(Worker *worker) {
    worker->must_forget = true;
}

size_t worker_untouched_bytes(const Worker *worker) {
    return worker->has_searched ? 0 : worker->memory.bytes - HUGE_PAGE_BYTES;
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
    published_reset(&worker->published);
}

void worker_begin(Worker *worker, SearchControl *control) {
    worker->control = control;
    worker->global_index =
        worker->index + (control->setup.partners ? control->setup.partners->first_worker : 0);
    worker->outbox = control->outboxes ? &control->outboxes[worker->index] : NULL;
    tunables_use(control->setup.tunables);
    worker->has_searched = true;
    worker->aborted = false;
    worker->poll_countdown = POLL_INTERVAL;
    worker->node_limit = UINT64_MAX;
    if (control->limits.nodes > 0)
        worker_share_nodes(worker);
    worker->null_move_ply = worker->best_changes = 0;
    worker->current_move_us = worker->refutations_us = 0;
    worker->unreported_move = 0;
    worker->turn_us = clock_now_us();
    worker->positions[0] = control->setup.root->position;
    accumulators_begin(&worker->accumulators, control->setup.networks[worker->index]);
    worker->trail = control->setup.root->trail;
    forget_if_asked(worker);
    const HistoryShare *share = &control->setup.histories[worker->index];
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
        worker->frames[i].continuation = histories_first_moves(&worker->histories);
        worker->frames[i].corrections = &worker->histories.shared->pair_correction[NO_PIECE][0];
    }
    worker_frame(worker, 0)->threats = position_threats(&worker->positions[0]).by_any;
    root_moves_begin(&worker->root_moves, &worker->positions[0], &control->limits,
                     &control->tablebase_root);
}

void worker_publish(Worker *worker, int line_count, int depth) {
    published_write(&worker->published, &worker->root_moves, line_count, depth,
                    &worker->control->ballots[worker->index]);
}

/* The moves from the root to the node at hand, but none after a null move. */
static void tell_current_line(Worker *worker) {
    Move moves[MAX_PLY + 1];
    int plies = worker->trail.count - worker->control->setup.root->trail.count;
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
    CurrentMoveReport report = {worker->root_depth, worker->root_moves.list[number - 1].move,
                                number};
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

void worker_share_nodes(Worker *worker) {
    SearchControl *control = worker->control;
    const uint64_t limit = control->limits.nodes, nodes = control_nodes(control);
    if (nodes >= limit) {
        worker->aborted = true;
        control_stop(control);
        return;
    }
    uint64_t share = (limit - nodes) / (uint64_t)control->worker_count;
    /* What is left does not wait for who has waited for a processor. To sum up takes longer with
     * more workers. */
    const uint64_t most = (uint64_t)(1 + control->worker_count / 16) * POLL_INTERVAL;
    if (share > most && control->worker_count > 1)
        share = most;
    worker->node_limit = worker_nodes(worker) + (share > 0 ? share : 1);
}

bool worker_is_draw(const Worker *worker, int ply) {
    const Position *position = &worker->positions[ply];
    if (position_is_material_draw(position) || game_is_repetition(&worker->trail, position, ply))
        return true;
    if (!game_is_rule50_draw(position))
        return false;
    return !position_in_check(position) || movegen_count(position) > 0;
}

bool worker_user_value(const Worker *worker, int ply, Score *score) {
    const Position *position = &worker->positions[ply];
    Score white_value;
    if (!position_values_find(worker->control->setup.values, position->key, &white_value))
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

Score worker_correction(const Worker *worker, int ply) {
    const MovePairs pairs = worker_move_pairs(worker, ply);
    return histories_correction(&worker->histories, &worker->positions[ply], &pairs);
}

Score worker_correct_evaluation(Worker *worker, int ply, Score evaluation, Score correction) {
    return int_clamp(scaling_apply(&worker->positions[ply], evaluation) + correction,
                     -SCORE_EVALUATION_BOUND, SCORE_EVALUATION_BOUND);
}
