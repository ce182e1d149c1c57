#pragma once

#include "chess/cycle.h"
#include "nnue/accumulators.h"
#include "search/census.h"
#include "search/control.h"
#include "search/current_line.h"
#include "search/histories.h"
#include "search/picker.h"
#include "search/published.h"
#include "search/root_moves.h"

/* One searching thread's own state. Its thread writes it; other threads read only the
 * counters, the current line and, by published_read(), the published result. */

/* What a node leaves for the nodes around it. */
typedef struct Frame {
    Move move;                    /* made from this node */
    Piece piece;                  /* that moved, NO_PIECE for a null move */
    PieceToHistory *continuation; /* the row of the continuation histories for that move */
    PieceToHistory *corrections;  /* that of the corrections by pairs of moves */
    Score evaluation;             /* corrected static evaluation, SCORE_NONE in check */
    Bitboard threats;             /* squares that the enemy of the side to move attacks */
    Move killers[2];
    Move excluded;         /* left out by a singular search */
    int double_extensions; /* on the way from the root to here */
    int cutoffs;           /* beta cutoffs at this ply since the node two plies up began */
    int move_count;        /* of that move among those of its node, from 1 */
    int reduction;         /* of the search of that move, in plies, while it is reduced */
    bool pv;               /* is, or once was, on a principal variation */
} Frame;

/* Frames below the root's, so that a node may look back without asking. */
#define FRAME_MARGIN 6

typedef struct Worker {
    /* Written by the worker alone, read by all; on a cache line of its own. */
    _Alignas(CACHE_LINE) _Atomic uint64_t nodes;
    _Atomic uint64_t tablebase_hits;

    _Alignas(CACHE_LINE) int index; /* 0 is the main thread */
    int global_index; /* the same, but counted through all processes that search together */
    SearchControl *control;
    Outbox *outbox;      /* NULL without partners */
    bool aborted;        /* the search unwinds; what it returns means nothing */
    int poll_countdown;  /* nodes until the next worker_poll() */
    uint64_t node_limit; /* own nodes after which it asks for a share again, or ends */
    int selective_depth;
    int best_changes; /* of the best root move, in this iteration */
    int root_depth;
    int null_move_ply; /* below it null moves are being verified and not allowed */

    KeyTrail trail;
    Frame frames[FRAME_MARGIN + MAX_PLY + 4];
    int pv_length[MAX_PLY + 2];
    Move pv[MAX_PLY + 2][MAX_PLY + 2];
    Position positions[MAX_PLY + 4];
    Accumulators accumulators; /* of these positions */

    MemoryBlock memory; /* that all this lies in */

    int64_t turn_us;         /* when its turn began, clock_now_us(), where workers take turns */
    int64_t current_move_us; /* when the main thread last reported one, clock_now_us() */
    int64_t refutations_us;  /* and these */

    int root_line;       /* which line of MultiPV is being searched, from 0 */
    int unreported_move; /* number of the root move that is searched, 0 once it is reported */
    RootMoves root_moves;
    Histories histories;
    SharedHistories *own_histories; /* what histories.shared is where no group shares any */
    bool must_forget;               /* what is in these two, before the next search */
    bool has_searched;
    Published published;
    CurrentLine current_line;
#ifdef QUORUM_CENSUS
    Census census; /* of the search that runs */
#endif
} Worker;

/* --- Any thread, at any time. --- */

/* Nodes that the search so far has cost the worker. */
ALWAYS_INLINE uint64_t worker_nodes(const Worker *worker) {
    return atomic_load_explicit(&worker->nodes, memory_order_relaxed);
}

/* --- By the owner of the pool, while the worker is parked. --- */

/* Marks the worker's own histories for clearing; the worker clears them when its next search
 * starts, so the caller need not wait. */
void worker_forget(Worker *worker);

/* Bytes of its memory that have not been touched yet: its first search does that. */
size_t worker_untouched_bytes(const Worker *worker);

/* Zeroes the node counter and withdraws what was published or answered. */
void worker_reset_reports(Worker *worker);

/* --- By the worker's own thread. --- */

/* A worker with empty histories, in fresh memory on that node (OS index), or for -1 where the
 * calling thread is, which touches it first. NULL without memory. */
Worker *worker_create(int index, int node);
void worker_destroy(Worker *worker);

/* Readies the worker for the search that control describes. */
void worker_begin(Worker *worker, SearchControl *control);

/* The worker begins its root move of that number, from 1; 0: it has left the last one. The main
 * thread reports it in a long search, at once or while it searches it. */
void worker_note_current_move(Worker *worker, int number);

/* Makes the first lines of the root moves public. */
void worker_publish(Worker *worker, int line_count, int depth);

/* Slow part of worker_must_stop(): says where the worker is, if asked, and lets others have their
 * turn; the main thread looks at the limits and tells all to stop. */
void worker_poll(Worker *worker);

/* Under a limit on nodes: a worker that has searched its share takes one of what all have left,
 * some hundred nodes if there are so many, and where nothing is left it aborts and tells all to
 * stop. So they come to the limit together, whatever the pace of each, and a lone worker exactly to
 * it. */
void worker_share_nodes(Worker *worker);

ALWAYS_INLINE Frame *worker_frame(Worker *worker, int ply) {
    return &worker->frames[FRAME_MARGIN + ply];
}

/* More than the first ply takes in a position of a game; with many queens its quiescence might take
 * millions. */
#define FIRST_PLY_NODES 10000

/* Whether the search must end; asked at every node. The main thread searches its first ply always,
 * if that takes no more than FIRST_PLY_NODES. */
ALWAYS_INLINE bool worker_must_stop(Worker *worker) {
    if (UNLIKELY(control_stopped(worker->control)))
        worker->aborted =
            worker->root_depth > 1 || worker->index > 0 || worker_nodes(worker) > FIRST_PLY_NODES;
    if (UNLIKELY(worker_nodes(worker) >= worker->node_limit))
        worker_share_nodes(worker);
    if (--worker->poll_countdown < 0)
        worker_poll(worker);
    return worker->aborted;
}

ALWAYS_INLINE void worker_count_node(Worker *worker) {
    atomic_store_explicit(&worker->nodes, worker_nodes(worker) + 1, memory_order_relaxed);
}

/* Fetches what the table holds about the position after a move at ply, which may be any bits. That
 * takes longer than to make the move: to be called as soon as it is likely to be made. */
ALWAYS_INLINE void worker_prefetch(const Worker *worker, int ply, Move move) {
    tt_prefetch(worker->control->setup.table, position_key_after(&worker->positions[ply], move));
}

/* Fetches what quiet moves at ply are ordered by and may not be at hand yet: by the last move and
 * by the pawn structure. That takes about as long as to evaluate the position. */
ALWAYS_INLINE void worker_prefetch_quiets(Worker *worker, int ply) {
    const Position *position = &worker->positions[ply];
    const Color side = position_side(position);
    histories_prefetch_side(worker_frame(worker, ply)[-1].continuation, side);
    histories_prefetch_side(pawn_history(&worker->histories, position->pawn_key), side);
}

/* By which moves the evaluation of a node at ply is corrected. */
ALWAYS_INLINE MovePairs worker_move_pairs(const Worker *worker, int ply) {
    const Frame *frame = &worker->frames[FRAME_MARGIN + ply];
    return (MovePairs){
        frame[-1].piece, move_to(frame[-1].move), {frame[-2].corrections, frame[-4].corrections}};
}

/* Makes a legal move at ply; the next position stands at ply + 1. */
ALWAYS_INLINE void worker_make(Worker *worker, int ply, Move move) {
    Position *next = &worker->positions[ply + 1];
    const Position *position = &worker->positions[ply];
    Frame *frame = worker_frame(worker, ply);
    frame->move = move;
    frame->piece = position_piece_on(position, move_from(move));
    frame->continuation = histories_sequels(&worker->histories, position, move);
    frame->corrections = &worker->histories.shared->pair_correction[frame->piece][move_to(move)];
    position_make(position, next, move);
    accumulators_forget(&worker->accumulators, ply + 1);
    tt_prefetch(worker->control->setup.table, next->key);
    const MovePairs pairs = worker_move_pairs(worker, ply + 1);
    histories_prefetch(&worker->histories, next, position_side(position), &pairs);
    key_trail_push(&worker->trail, next->key);
    worker_count_node(worker);
}

ALWAYS_INLINE void worker_make_null(Worker *worker, int ply) {
    Frame *frame = worker_frame(worker, ply);
    frame->move = MOVE_NULL;
    frame->piece = NO_PIECE;
    frame->continuation = histories_first_moves(&worker->histories);
    frame->corrections = &worker->histories.shared->pair_correction[NO_PIECE][0];
    position_make_null(&worker->positions[ply], &worker->positions[ply + 1]);
    tt_prefetch(worker->control->setup.table, worker->positions[ply + 1].key);
    accumulators_forget(&worker->accumulators, ply + 1);
    key_trail_push(&worker->trail, worker->positions[ply + 1].key);
    worker_count_node(worker);
}

ALWAYS_INLINE void worker_unmake(Worker *worker) {
    key_trail_pop(&worker->trail);
}

/* The principal variation at ply is a move followed by that of the next ply. */
ALWAYS_INLINE void worker_extend_pv(Worker *worker, int ply, Move move) {
    int length = worker->pv_length[ply + 1];
    worker->pv[ply][0] = move;
    for (int i = 0; i < length; i++)
        worker->pv[ply][i + 1] = worker->pv[ply + 1][i];
    worker->pv_length[ply] = length + 1;
}

/* What a node at ply orders its moves by. */
ALWAYS_INLINE PickerSource worker_picker_source(Worker *worker, int ply) {
    const Frame *frame = worker_frame(worker, ply);
    return (PickerSource){&worker->positions[ply],
                          &worker->histories,
                          {frame[-1].continuation, frame[-2].continuation, frame[-4].continuation,
                           frame[-6].continuation}};
}

/* Draw by repetition, the 50-move rule (but mate comes first) or lack of material. */
bool worker_is_draw(const Worker *worker, int ply);

/* What a draw within the tree is worth: SCORE_DRAW_SWING more or less by turns, so that lines that
 * all end in draws are not all the same and others come to be tried (as in Stockfish, 2018). */
ALWAYS_INLINE Score worker_draw_score(const Worker *worker) {
    return SCORE_DRAW + (worker_nodes(worker) & 2 ? SCORE_DRAW_SWING : -SCORE_DRAW_SWING);
}

/* Whether the side to move can repeat a position, so that a draw is the least it has. */
ALWAYS_INLINE bool worker_may_repeat(const Worker *worker, int ply) {
    const Position *position = &worker->positions[ply];
    return position->rule50 >= 3 && cycle_is_upcoming(&worker->trail, position, ply);
}

/* Whether the user has given the position at ply a value, and then what it is for the side to move.
 * Such a position is not searched. */
bool worker_user_value(const Worker *worker, int ply, Score *score);

/* What the position at ply is worth for the side to move, which is not in check, without looking
 * ahead: by the network, but by rules where a side has a bare king. */
Score worker_evaluate(Worker *worker, int ply);

/* What the histories have taught about the error of the static evaluation. */
Score worker_correction(const Worker *worker, int ply);

/* The static evaluation with that correction, fading as the 50-move rule draws near. */
Score worker_correct_evaluation(Worker *worker, int ply, Score evaluation, Score correction);
