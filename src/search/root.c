#include "search/root.h"

#include <string.h>

#include "base/integers.h"
#include "search/mate.h"
#include "search/node.h"
#include "search/progress.h"
#include "search/reduction.h"
#include "search/refutation.h"
#include "search/tunables.h"

static bool is_main(const Worker *worker) {
    return worker->index == 0;
}

static int wanted_lines(const Worker *worker) {
    return int_min(worker->control->setup.options.multipv, worker->root_moves.count);
}

/* Reports the lines as they stand. */
static void report_lines(Worker *worker) {
    SearchControl *control = worker->control;
    if (!control->reporter.sink.iteration)
        return;
    ReportLine lines[MAX_MOVES];
    int count = wanted_lines(worker);
    for (int i = 0; i < count; i++) {
        const RootMove *root = &worker->root_moves.list[i];
        lines[i] = (ReportLine){
            .depth = root_move_reported_depth(root, worker->root_depth),
            .selective_depth = root->selective_depth,
            .score = root_move_reported_score(root),
            .bound = root_move_reported_bound(root),
            .length = root->length,
            .moves = root->pv,
        };
    }
    reporter_hold(&control->reporter);
    IterationReport report = {
        .line_count = count, .lines = lines, .figures = control_figures(control)};
    reporter_iteration(&control->reporter, &report);
    reporter_release(&control->reporter);
}

static void keep_line(Worker *worker, RootMove *root, Score score, Bound bound) {
    root->score = score;
    root->bound = bound;
    root->selective_depth = worker->selective_depth;
    root->length = worker->pv_length[1] + 1;
    memcpy(root->pv + 1, worker->pv[1], (size_t)worker->pv_length[1] * sizeof(Move));
}

/* Plies by which a late root move is searched less deep at first: as in any node of the principal
 * variation. Without it 5 Elo more at 32,000 nodes a move (200 games, +/- 32). */
static int root_reduction(const Worker *worker, Move move, int move_count, int depth) {
    const Position *position = &worker->positions[0];
    Frame frames[2] = {{.pv = true}};
    const Node node = {
        .frame = frames,
        .depth = depth,
        .move_count = move_count,
        .improving = true,
        .table_move = worker->root_moves.list[worker->root_line].move,
        .table_noisy = position_is_noisy(position, worker->root_moves.list[worker->root_line].move),
    };
    const CheckInfo checks = position_check_info(position);
    const Candidate candidate = {
        .quiet = !position_is_noisy(position, move),
        .gives_check = position_gives_check(position, &checks, move),
        .history = node_move_history(worker, 0, move),
    };
    return reduction_plies(&node, &candidate, true);
}

/* Searches a root move that has been made, `reduced` plies deep at first. */
static Score search_made_move(Worker *worker, int move_count, int reduced, int depth, Score alpha,
                              Score beta) {
    Score score = -SCORE_INFINITE;
    if (move_count > 1) {
        score = -node_search_zero_window(worker, 1, reduced, -alpha, true);
        if (score > alpha && reduced < depth - 1 && !worker->aborted)
            score = -node_search_zero_window(worker, 1, depth - 1, -alpha, false);
    }
    if (move_count == 1 || (score > alpha && !worker->aborted))
        score = -node_search_pv(worker, 1, depth - 1, -beta, -alpha);
    return score;
}

/* The score of a root move, with the error of a player of limited strength. */
static Score search_root_move(Worker *worker, const RootMove *root, int move_count, int depth,
                              Score alpha, Score beta) {
    int reduced = depth - 1;
    if (depth >= 2 && move_count > 1) {
        reduced -= root_reduction(worker, root->move, move_count, depth);
        reduced = int_clamp(reduced, 1, depth - 1);
    }
    worker_make(worker, 0, root->move);
    Score score = search_made_move(worker, move_count, reduced, depth,
                                   root_move_score_without_error(alpha, root->error),
                                   root_move_score_without_error(beta, root->error));
    worker_unmake(worker);
    return score_is_decided(score) ? score : score + root->error;
}

/* The root's own static evaluation, for the nodes below that look back. */
static void evaluate_root(Worker *worker) {
    Frame *frame = worker_frame(worker, 0);
    frame->evaluation = position_in_check(&worker->positions[0])
                            ? SCORE_NONE
                            : worker_correct_evaluation(worker, 0, worker_evaluate(worker, 0),
                                                        worker_correction(worker, 0));
}

/* One search of the root with a window, moves from root_line on as long as they are of its rank. */
static Score search_window(Worker *worker, int depth, Score alpha, Score beta) {
    Score best = -SCORE_INFINITE;
    int first = worker->root_line;
    int rank = worker->root_moves.list[first].rank;
    evaluate_root(worker);
    worker_frame(worker, 2)->cutoffs = 0;
    for (int i = first; i < worker->root_moves.count && worker->root_moves.list[i].rank == rank;
         i++) {
        RootMove *root = &worker->root_moves.list[i];
        worker_note_current_move(worker, i + 1);
        uint64_t before = worker_nodes(worker);
        worker->pv_length[1] = 0;
        Score score = search_root_move(worker, root, i - first + 1, depth, alpha, beta);
        worker_note_current_move(worker, 0);
        root->nodes += worker_nodes(worker) - before;
        if (worker->aborted)
            return best;
        if (i == first || score > alpha)
            keep_line(worker, root, score, score_bound(score, alpha, beta));
        else
            root->score = -SCORE_INFINITE;
        if (score <= alpha)
            root->most = int_min(root->most, score);
        best = int_max(best, score);
        if (score > alpha) {
            worker->best_changes += i > first && first == 0;
            if (score >= beta)
                break;
            alpha = score;
        }
    }
    return best;
}

/* Searches one line with a window around its last score, wider after each failure. Around a mean of
 * the scores before 4.6 Elo less at 25,000 nodes a move (+/- 6.1). */
static void search_line(Worker *worker, int depth) {
    RootMove *expected = &worker->root_moves.list[worker->root_line];
    Score alpha = -SCORE_INFINITE;
    Score beta = SCORE_INFINITE;
    /* Another window for each worker, so that not all search the same tree (Stockfish, 2023). */
    int delta = ASPIRATION_DELTA + worker->global_index % 8 * ASPIRATION_SPREAD / 2;
    const Score last = expected->previous_score;
    if (depth >= ASPIRATION_DEPTH && last != -SCORE_INFINITE) {
        delta += last * last / ASPIRATION_SCORE_DIVISOR;
        alpha = int_max(last - delta, -SCORE_INFINITE);
        beta = int_min(last + delta, SCORE_INFINITE);
    }
    int searched = depth;
    for (;;) {
        Score score = search_window(worker, searched, alpha, beta);
        root_moves_sort(&worker->root_moves, worker->root_line, worker->root_moves.count);
        if (worker->aborted || (score > alpha && score < beta))
            return;
        const bool low = score <= alpha;
        if (is_main(worker) && worker->control->setup.options.multipv == 1 &&
            control_is_talkative(worker->control))
            report_lines(worker);
        if (low) {
            beta = (alpha + beta) / 2;
            alpha = int_max(score - delta, -SCORE_INFINITE);
            searched = depth;
        } else {
            beta = int_min(score + delta, SCORE_INFINITE);
            if (!score_is_mate(score) && searched > depth - ASPIRATION_HIGH_PLIES)
                searched--;
        }
        delta += delta * ASPIRATION_GROWTH / 1024;
    }
}

/* Ranks the moves behind the best so far as any node would try them, once: what is known of them
 * later is mostly that they were refuted (Obsidian does so at each iteration, 2023): 7.7
 * Elo at 25,000 nodes a move (+/- 6.1). */
static void order_root_moves(Worker *worker) {
    static const Move NO_REFUTATIONS[PICKER_REFUTATIONS] = {MOVE_NONE};
    const PickerSource source = worker_picker_source(worker, 0);
    const CheckInfo checks = position_check_info(source.position);
    Picker picker;
    picker_begin(&picker, &source, &checks.squares, worker->root_moves.list[0].move, 0,
                 NO_REFUTATIONS);
    int next = 0;
    Move move;
    while ((move = picker_next(&picker, false)) != MOVE_NONE) {
        next += root_moves_bring_to(&worker->root_moves, next, move);
    }
}

/* All lines of one depth. When aborted, a single line is kept as far as it got, several only if
 * there is no complete set of them from the depth before. A helper has nothing to say before it has
 * searched one ply, as the main thread has done by then. */
static void search_iteration(Worker *worker, int depth) {
    int lines = wanted_lines(worker);
    if (depth == 2)
        order_root_moves(worker);
    worker->root_depth = depth;
    root_moves_sort_by_rank(&worker->root_moves); /* as windows take them */
    root_moves_begin_iteration(&worker->root_moves);
    for (worker->root_line = 0; worker->root_line < lines; worker->root_line++) {
        worker->selective_depth = 0;
        search_line(worker, depth);
        root_moves_sort(&worker->root_moves, 0, worker->root_line + 1);
        if (worker->aborted) {
            if (lines == 1)
                root_moves_avoid_loss(&worker->root_moves);
            if (depth == 1 ? is_main(worker) : lines == 1)
                worker_publish(worker, worker->root_line > 0 ? worker->root_line : 1, depth);
            return;
        }
    }
    root_moves_sort_by_mate(&worker->root_moves, lines);
    worker_publish(worker, lines, depth);
    if (is_main(worker)) {
        report_lines(worker);
        refutation_report(worker);
    }
}

/* Whether another iteration is not worth its time. A single legal move needs no thought, unless the
 * question is whether it mates. */
static bool time_is_up(const Worker *worker, const Progress *progress) {
    const SearchControl *control = worker->control;
    if (!control->budget.limited)
        return false;
    if (worker->root_moves.count == 1 && control->budget.adjustable && !control->limits.analyse &&
        control->limits.mate == 0)
        return true;
    const TimeSigns signs = progress_signs(progress, worker);
    return control_clock_us(control) - control->limits.start_us >=
           timeman_adjusted_optimum(&control->budget, &signs);
}

/* Why the main thread ends the search after an iteration, SEARCH_END_NONE if it goes on. */
static SearchEnd end_after_iteration(Worker *worker, const Progress *progress) {
    SearchControl *control = worker->control;
    if (control->limits.soft_nodes > 0 && control_nodes(control) >= control->limits.soft_nodes)
        return SEARCH_END_NODES;
    if (!time_is_up(worker, progress))
        return SEARCH_END_NONE;
    if (!atomic_load(&control->pondering))
        return SEARCH_END_TIME;
    atomic_store(&control->overdue, true);
    /* A ponderhit between the two lines above has not seen the flag. */
    return atomic_load(&control->pondering) ? SEARCH_END_NONE : SEARCH_END_TIME;
}

/* Lets the main thread's search for mate have its turn: whether what was asked is settled. last: no
 * iteration follows. */
static bool mate_is_settled(Worker *worker, MateSearch *mate, bool last) {
    MateNews news;
    while ((news = mate_search(mate, last)) == MATE_LINE) {
        worker_publish(worker, wanted_lines(worker), worker->root_depth);
        report_lines(worker);
    }
    return news == MATE_OVER;
}

/* Iterative deepening, with turns of the search for mate in between where that is asked for. */
static SearchEnd deepen(Worker *worker, MateSearch *mate) {
    const SearchLimits *limits = &worker->control->limits;
    int last_depth = limits->depth > 0 ? int_min(limits->depth, MAX_PLY - 1) : MAX_PLY - 1;
    Progress progress = {0};
    for (int depth = 1; depth <= last_depth; depth++) {
        search_iteration(worker, depth);
        if (worker->aborted)
            return SEARCH_END_NONE;
        if (is_main(worker) && depth == 1)
            worker->control->main_is_under_way(worker->control->main_argument);
        progress_note(&progress, worker);
        SearchEnd end = is_main(worker) ? end_after_iteration(worker, &progress) : SEARCH_END_NONE;
        if (end != SEARCH_END_NONE)
            return end;
        if (mate && mate_is_settled(worker, mate, depth == last_depth))
            return SEARCH_END_MATE;
        if (worker->aborted)
            return SEARCH_END_NONE;
    }
    while (mate && limits->depth == 0 && mate_is_open(mate))
        if (mate_is_settled(worker, mate, true))
            return SEARCH_END_MATE;
    if (worker->aborted || control_stopped(worker->control))
        return SEARCH_END_NONE;
    return limits->depth > 0 ? SEARCH_END_DEPTH : SEARCH_END_EXHAUSTED;
}

SearchEnd root_search(Worker *worker) {
    const SearchLimits *limits = &worker->control->limits;
    if (worker->root_moves.count == 0)
        return SEARCH_END_NO_MOVE;
    if (!is_main(worker) || limits->mate == 0 || limits->elo > 0)
        return deepen(worker, NULL);
    MateSearch mate;
    mate_begin(&mate, worker);
    SearchEnd end = deepen(worker, &mate);
    mate_end(&mate);
    return end;
}
