#include "search/root.h"

#include <string.h>

#include "base/clock.h"
#include "search/node.h"
#include "search/reduction.h"
#include "search/tunables.h"

/* Bounds are reported, and the root move that is being searched, only from here on. */
#define TALKATIVE_AFTER_US 1000000

/* How the last iterations went, for the time manager. */
typedef struct Progress {
    Move best;
    int stability; /* iterations that have kept it */
    Score score;   /* of the last iteration */
} Progress;

static bool is_lead(const Worker *worker) {
    return worker->index == 0;
}

/* Sorts the root moves from `first` on, best first, stably: moves without a score of this iteration
 * keep their order of the last one. */
static void sort_root_moves(Worker *worker, int first, int last) {
    for (int i = first + 1; i < last; i++) {
        RootMove moved = worker->root_moves[i];
        int j = i;
        while (j > first && (worker->root_moves[j - 1].score < moved.score ||
                             (worker->root_moves[j - 1].score == moved.score &&
                              worker->root_moves[j - 1].previous_score < moved.previous_score))) {
            worker->root_moves[j] = worker->root_moves[j - 1];
            j--;
        }
        if (j != i)
            worker->root_moves[j] = moved;
    }
}

static int wanted_lines(const Worker *worker) {
    int lines = worker->control->multipv;
    return lines < worker->root_count ? lines : worker->root_count;
}

/* Reports the lines as they stand; the one of index `bounded` with the given bound. */
static void report_lines(Worker *worker, int bounded, Bound bound) {
    SearchControl *control = worker->control;
    if (!reporter_wants_iterations(&control->reporter))
        return;
    ReportLine lines[MAX_MOVES];
    int count = wanted_lines(worker);
    for (int i = 0; i < count; i++) {
        const RootMove *root = &worker->root_moves[i];
        bool fresh = root->score != -SCORE_INFINITE;
        lines[i] = (ReportLine){
            .depth = fresh ? worker->root_depth : worker->root_depth - 1,
            .selective_depth = root->selective_depth,
            .score = fresh ? root->score : root->previous_score,
            .bound = i == bounded ? bound : BOUND_EXACT,
            .length = root->length,
            .moves = root->pv,
        };
    }
    IterationReport report = {
        .line_count = count,
        .lines = lines,
        .nodes = control_nodes(control),
        .elapsed_us = control_elapsed_us(control),
        .hash_full = table_fullness(control->table),
    };
    reporter_iteration(&control->reporter, &report);
}

static void report_current_move(Worker *worker, int number) {
    if (!is_lead(worker) || control_elapsed_us(worker->control) < TALKATIVE_AFTER_US)
        return;
    CurrentMoveReport report = {worker->root_depth, worker->root_moves[number - 1].move, number};
    reporter_current_move(&worker->control->reporter, &report);
}

static void keep_line(Worker *worker, RootMove *root, Score score) {
    root->score = score;
    root->selective_depth = worker->selective_depth;
    root->length = worker->pv_length[1] + 1;
    memcpy(root->pv + 1, worker->pv[1], (size_t)worker->pv_length[1] * sizeof(Move));
}

/* Searches a root move that has been made: like a move of any PV node, but reduced with more care.
 */
static Score search_root_move(Worker *worker, int number, bool quiet, int depth, Score alpha,
                              Score beta) {
    Score score = -SCORE_INFINITE;
    if (number > 1) {
        int reduced = depth - 1;
        if (depth >= 3 && number > 3 && quiet) {
            int reduction = reduction_base(depth, number) / 1024 - 1;
            reduced = depth - 1 - (reduction > 0 ? reduction : 0);
            reduced = reduced < 1 ? 1 : reduced;
        }
        score = -node_search_zero_window(worker, 1, reduced, -alpha, true);
        if (score > alpha && reduced < depth - 1 && !worker->aborted)
            score = -node_search_zero_window(worker, 1, depth - 1, -alpha, false);
    }
    if (number == 1 || (score > alpha && !worker->aborted))
        score = -node_search_pv(worker, 1, depth - 1, -beta, -alpha);
    return score;
}

/* One search of the root with a window, moves from root_line on. */
static Score search_window(Worker *worker, int depth, Score alpha, Score beta) {
    Score best = -SCORE_INFINITE;
    int first = worker->root_line;
    worker_frame(worker, 0)->evaluation = SCORE_NONE;
    worker_frame(worker, 2)->cutoffs = 0;
    for (int i = first; i < worker->root_count; i++) {
        RootMove *root = &worker->root_moves[i];
        bool quiet = !position_is_noisy(&worker->positions[0], root->move);
        report_current_move(worker, i + 1);
        uint64_t before = worker_nodes(worker);
        worker->pv_length[1] = 0;
        worker_make(worker, 0, root->move);
        Score score = search_root_move(worker, i - first + 1, quiet, depth, alpha, beta);
        worker_unmake(worker);
        root->nodes += worker_nodes(worker) - before;
        if (worker->aborted)
            return best;
        if (i == first || score > alpha)
            keep_line(worker, root, score);
        else
            root->score = -SCORE_INFINITE;
        if (score > best)
            best = score;
        if (score > alpha) {
            if (score >= beta)
                break;
            alpha = score;
        }
    }
    return best;
}

/* Searches one line with a window around its expected score, wider after each failure. */
static void search_line(Worker *worker, int depth) {
    RootMove *expected = &worker->root_moves[worker->root_line];
    Score alpha = -SCORE_INFINITE;
    Score beta = SCORE_INFINITE;
    int delta = ASPIRATION_DELTA;
    if (depth >= 4 && expected->average != -SCORE_INFINITE) {
        delta += expected->average * expected->average / 12000;
        alpha = expected->average - delta < -SCORE_INFINITE ? -SCORE_INFINITE
                                                            : expected->average - delta;
        beta =
            expected->average + delta > SCORE_INFINITE ? SCORE_INFINITE : expected->average + delta;
    }
    int searched = depth;
    for (;;) {
        Score score = search_window(worker, searched, alpha, beta);
        sort_root_moves(worker, worker->root_line, worker->root_count);
        if (worker->aborted || (score > alpha && score < beta))
            return;
        bool low = score <= alpha;
        if (is_lead(worker) && worker->control->multipv == 1 &&
            control_elapsed_us(worker->control) > TALKATIVE_AFTER_US)
            report_lines(worker, worker->root_line, low ? BOUND_UPPER : BOUND_LOWER);
        if (low) {
            beta = (alpha + beta) / 2;
            alpha = score - delta < -SCORE_INFINITE ? -SCORE_INFINITE : score - delta;
            searched = depth;
        } else {
            beta = score + delta > SCORE_INFINITE ? SCORE_INFINITE : score + delta;
            if (!score_is_mate(score) && searched > depth - 3)
                searched--;
        }
        delta += delta / 2;
    }
}

static void begin_iteration(Worker *worker, int depth) {
    worker->root_depth = depth;
    for (int i = 0; i < worker->root_count; i++) {
        worker->root_moves[i].previous_score = worker->root_moves[i].score != -SCORE_INFINITE
                                                   ? worker->root_moves[i].score
                                                   : worker->root_moves[i].previous_score;
        worker->root_moves[i].score = -SCORE_INFINITE;
    }
}

static void note_averages(Worker *worker) {
    for (int i = 0; i < worker->root_count; i++) {
        RootMove *root = &worker->root_moves[i];
        if (root->score == -SCORE_INFINITE)
            continue;
        root->average =
            root->average == -SCORE_INFINITE ? root->score : (root->score + root->average) / 2;
    }
}

/* All lines of one depth. When aborted, a single line is kept as far as it got, several only if
 * there is no complete set of them from the depth before. */
static void search_iteration(Worker *worker, int depth) {
    int lines = wanted_lines(worker);
    begin_iteration(worker, depth);
    for (worker->root_line = 0; worker->root_line < lines; worker->root_line++) {
        worker->selective_depth = 0;
        search_line(worker, depth);
        sort_root_moves(worker, 0, worker->root_line + 1);
        if (worker->aborted) {
            if (lines == 1 || depth == 1)
                worker_publish(worker, worker->root_line > 0 ? worker->root_line : 1, depth);
            return;
        }
    }
    worker_publish(worker, lines, depth);
    note_averages(worker);
    if (is_lead(worker))
        report_lines(worker, -1, BOUND_EXACT);
}

static void note_progress(const Worker *worker, Progress *progress) {
    const RootMove *best = &worker->root_moves[0];
    progress->stability = best->move == progress->best ? progress->stability + 1 : 0;
    progress->best = best->move;
    progress->score = best->score;
}

/* Whether another iteration is not worth its time. A single legal move needs no thought. */
static bool time_is_up(const Worker *worker, const Progress *progress, Score last_score) {
    SearchControl *control = worker->control;
    if (!control->budget.limited)
        return false;
    if (worker->root_count == 1 && control->budget.adjustable)
        return true;
    uint64_t nodes = worker_nodes(worker);
    int effort = nodes ? (int)(worker->root_moves[0].nodes * 1000 / nodes) : 0;
    int drop = last_score == -SCORE_INFINITE ? 0 : last_score - progress->score;
    int64_t optimum = timeman_adjusted_optimum(&control->budget, progress->stability, drop, effort);
    return control_elapsed_us(control) >= optimum;
}

static bool mate_found(const Worker *worker) {
    Score score = worker->root_moves[0].score;
    int wanted = worker->control->limits.mate;
    return wanted > 0 && score >= SCORE_MATE_BOUND && score_mate_moves(score) <= wanted;
}

static bool soft_nodes_are_spent(const SearchControl *control) {
    return control->limits.soft_nodes > 0 && control_nodes(control) >= control->limits.soft_nodes;
}

/* Whether the lead ends the search after an iteration. */
static bool lead_is_done(Worker *worker, const Progress *progress, Score last_score) {
    SearchControl *control = worker->control;
    if (mate_found(worker) || soft_nodes_are_spent(control))
        return true;
    if (!time_is_up(worker, progress, last_score))
        return false;
    if (!atomic_load(&control->pondering))
        return true;
    atomic_store(&control->overdue, true);
    /* A ponderhit between the two lines above has not seen the flag. */
    return !atomic_load(&control->pondering);
}

void root_search(Worker *worker) {
    const SearchLimits *limits = &worker->control->limits;
    int last_depth = limits->depth > 0 && limits->depth < MAX_PLY ? limits->depth : MAX_PLY - 1;
    if (worker->root_count == 0)
        return;
    Progress progress = {MOVE_NONE, 0, -SCORE_INFINITE};
    for (int depth = 1; depth <= last_depth; depth++) {
        search_iteration(worker, depth);
        if (worker->aborted)
            return;
        if (is_lead(worker) && depth == 1)
            worker->control->lead_is_under_way(worker->control->lead_argument);
        Score last_score = progress.score;
        note_progress(worker, &progress);
        if (is_lead(worker) && lead_is_done(worker, &progress, last_score))
            return;
    }
}
