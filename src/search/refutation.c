#include "search/refutation.h"

#include <string.h>

#include "base/clock.h"
#include "base/integers.h"
#include "chess/movegen.h"
#include "search/node.h"

/* Not more often than this after iterations. */
#define INTERVAL_US 1000000

/* Longest line shown, the refuted move included. */
#define LINE_LENGTH 12

/* Depth of the search for a reply where the table has none: null moves and cut-offs by the
 * evaluation refute most bad moves, and neither leaves a move. */
#define REPLY_DEPTH 3

typedef struct Refutations {
    int count;
    Move moves[MAX_MOVES][LINE_LENGTH];
    MoveLine lines[MAX_MOVES];
} Refutations;

static bool is_wanted(const SearchControl *control) {
    return control->reporter.sink.refutations && control_is_talkative(control);
}

/* Follows the best moves of the table after the root move in moves[0]; returns the length. A table
 * that threads share may hold a move of another position. */
static int follow_table(const SearchControl *control, Move moves[LINE_LENGTH]) {
    Position position;
    position_make(&control->setup.root->position, &position, moves[0]);
    int length = 1;
    TableEntry entry;
    while (length < LINE_LENGTH && tt_probe(control->setup.table, position.key, length, &entry) &&
           movegen_is_legal(&position, entry.move)) {
        Position next;
        position_make(&position, &next, entry.move);
        position = next;
        moves[length++] = entry.move;
    }
    return length;
}

/* Replaces everything after the root move by the best line of a short search. */
static int search_reply(Worker *worker, Move moves[LINE_LENGTH]) {
    worker_make(worker, 0, moves[0]);
    worker->pv_length[1] = 0;
    node_search_pv(worker, 1, REPLY_DEPTH, -SCORE_INFINITE, SCORE_INFINITE);
    worker_unmake(worker);
    if (worker->aborted)
        return 1;
    const int replies = int_min(worker->pv_length[1], LINE_LENGTH - 1);
    memcpy(moves + 1, worker->pv[1], (size_t)replies * sizeof(Move));
    return replies + 1;
}

/* Adds a root move; with a worker, whose thread this is, a reply may be searched for. */
static void add_refutation(Refutations *refutations, const SearchControl *control, Worker *worker,
                           Move move) {
    Move *moves = refutations->moves[refutations->count];
    moves[0] = move;
    int length = follow_table(control, moves);
    if (length == 1 && worker && !worker->aborted)
        length = search_reply(worker, moves);
    refutations->lines[refutations->count++] = (MoveLine){length, moves};
}

static void send(const Refutations *refutations, SearchControl *control) {
    const MoveLinesReport report = {refutations->count, refutations->lines};
    if (report.count > 0)
        reporter_refutations(&control->reporter, &report);
}

void refutation_report(Worker *worker) {
    SearchControl *control = worker->control;
    int64_t now = clock_now_us();
    if (!is_wanted(control) || now - worker->refutations_us < INTERVAL_US)
        return;
    worker->refutations_us = now;
    Refutations refutations;
    refutations.count = 0;
    for (int i = 1; i < worker->root_moves.count; i++)
        add_refutation(&refutations, control, worker, worker->root_moves.list[i].move);
    send(&refutations, control);
}

void refutation_report_last(SearchControl *control, Move best) {
    if (!is_wanted(control))
        return;
    const MoveList list = movegen_list(&control->setup.root->position);
    Refutations refutations;
    refutations.count = 0;
    for (int i = 0; i < list.count; i++) {
        if (list.moves[i] != best && search_limits_allow(&control->limits, list.moves[i]))
            add_refutation(&refutations, control, NULL, list.moves[i]);
    }
    send(&refutations, control);
}

Move refutation_expected(const SearchControl *control, const ReportLine *line) {
    if (line->length != 1)
        return line->length > 1 ? line->moves[1] : MOVE_NONE;
    Move moves[LINE_LENGTH] = {line->moves[0]};
    return follow_table(control, moves) > 1 ? moves[1] : MOVE_NONE;
}
