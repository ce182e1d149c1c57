#include "search/worker.h"

#include <string.h>

#include "base/memory.h"
#include "chess/movegen.h"

/* Nodes between two looks of the lead at clock and node limit: well under a millisecond. */
#define POLL_INTERVAL 512

Worker *worker_create(int index) {
    Worker *worker = memory_map(sizeof *worker);
    if (!worker)
        return NULL;
    memory_populate(worker, sizeof *worker);
    worker->index = index;
    pthread_mutex_init(&worker->published.lock, NULL);
    return worker;
}

void worker_destroy(Worker *worker) {
    if (!worker)
        return;
    pthread_mutex_destroy(&worker->published.lock);
    memory_unmap(worker, sizeof *worker);
}

void worker_clear(Worker *worker) {
    histories_clear(&worker->histories);
}

void worker_reset_reports(Worker *worker) {
    atomic_store_explicit(&worker->nodes, 0, memory_order_relaxed);
    pthread_mutex_lock(&worker->published.lock);
    worker->published.line_count = 0;
    pthread_mutex_unlock(&worker->published.lock);
}

static bool is_wanted(const SearchLimits *limits, Move move) {
    for (int i = 0; i < limits->search_move_count; i++) {
        if (limits->search_moves[i] == move)
            return true;
    }
    return limits->search_move_count == 0;
}

static void list_root_moves(Worker *worker) {
    MoveList list;
    list.count = 0;
    movegen_all(&worker->positions[0], &list);
    worker->root_count = 0;
    for (int i = 0; i < list.count; i++) {
        if (!is_wanted(&worker->control->limits, list.moves[i]))
            continue;
        RootMove *root = &worker->root_moves[worker->root_count++];
        root->move = root->pv[0] = list.moves[i];
        root->length = 1;
        root->score = root->previous_score = -SCORE_INFINITE;
        root->average = -SCORE_INFINITE;
        root->selective_depth = 0;
        root->nodes = 0;
    }
}

void worker_begin(Worker *worker, SearchControl *control) {
    worker->control = control;
    worker->aborted = false;
    worker->poll_countdown = POLL_INTERVAL;
    worker->node_limit =
        control->worker_count == 1 && control->limits.nodes ? control->limits.nodes : UINT64_MAX;
    worker->null_move_ply = 0;
    worker->positions[0] = control->root->position;
    worker->trail = control->root->trail;
    memset(worker->frames, 0, sizeof worker->frames);
    for (int i = 0; i < (int)ARRAY_LENGTH(worker->frames); i++) {
        worker->frames[i].piece = NO_PIECE;
        worker->frames[i].evaluation = SCORE_NONE;
        worker->frames[i].continuation = &worker->histories.continuation[NO_PIECE][0];
    }
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
        line->score = fresh ? root->score : root->previous_score;
        if (line->score == -SCORE_INFINITE)
            line->score = SCORE_DRAW; /* not even the first move has been searched */
        line->selective_depth = root->selective_depth;
        line->length = root->length;
        memcpy(line->pv, root->pv, (size_t)root->length * sizeof(Move));
    }
    published->line_count = line_count;
    pthread_mutex_unlock(&published->lock);
}

int worker_published(Worker *worker, PublishedLine *lines, int most) {
    Published *published = &worker->published;
    pthread_mutex_lock(&published->lock);
    int count = published->line_count < most ? published->line_count : most;
    memcpy(lines, published->lines, (size_t)count * sizeof *lines);
    pthread_mutex_unlock(&published->lock);
    return count;
}

bool worker_ballot(Worker *worker, Ballot *ballot) {
    Published *published = &worker->published;
    if (pthread_mutex_trylock(&published->lock) != 0)
        return false;
    const PublishedLine *line = &published->lines[0];
    bool found = published->line_count > 0;
    if (found)
        *ballot = (Ballot){line->pv[0], line->score, line->depth};
    pthread_mutex_unlock(&published->lock);
    return found;
}

void worker_poll(Worker *worker) {
    worker->poll_countdown = POLL_INTERVAL;
    if (worker->index == 0 && control_limit_reached(worker->control))
        control_stop(worker->control);
}

bool worker_is_draw(const Worker *worker, int ply) {
    const Position *position = &worker->positions[ply];
    if (position_is_material_draw(position) || game_is_repetition(&worker->trail, position, ply))
        return true;
    if (!game_is_rule50_draw(position))
        return false;
    return !position_in_check(position) || movegen_count(position) > 0;
}

Score worker_correct_evaluation(Worker *worker, int ply, Score evaluation) {
    const Position *position = &worker->positions[ply];
    const Frame *last = worker_frame(worker, ply - 1);
    Square last_to = last->move == MOVE_NULL ? 0 : move_to(last->move);
    Score score = evaluation * (200 - (position->rule50 < 100 ? position->rule50 : 100)) / 200;
    score += histories_correction(&worker->histories, position, last->piece, last_to);
    score = score > SCORE_EVALUATION_BOUND ? SCORE_EVALUATION_BOUND : score;
    return score < -SCORE_EVALUATION_BOUND ? -SCORE_EVALUATION_BOUND : score;
}
