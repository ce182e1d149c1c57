#include "search/verdict.h"

#include "base/integers.h"
#include "search/decisions.h"
#include "search/refutation.h"

/* Only the main thread knows several lines, and what a search for mate has proved. */
static bool main_decides(const SearchControl *control) {
    return control->setup.options.multipv > 1 || control->limits.mate > 0;
}

/* The lines of the worker that has won the vote; of another, if it is just publishing better ones.
 * Returns how many. */
static int take_lines(SearchControl *control, Pool *pool, PublishedLine *lines) {
    if (control->worker_count == 0)
        return 0;
    Ballot ballots[POOL_MAX_WORKERS];
    const int voters = main_decides(control) ? 1 : control->worker_count;
    const int most = int_min(control->setup.options.multipv, MAX_MOVES);
    for (int i = 0; i < voters; i++)
        ballots[i] = control_ballot(control, i);
    vote_silence_shallow(ballots, voters, control->limits.depth);
    for (;;) {
        const int chosen = vote_choose(ballots, voters);
        const int count =
            published_read(&pool_worker(pool, chosen)->published, lines, most, chosen == 0);
        if (count >= 0) {
            decisions_vote(control, ballots, voters, chosen, "thread");
            return count;
        }
        ballots[chosen].move = MOVE_NONE;
    }
}

/* Processes vote as threads do: this one by its line, its partners by theirs. */
static void let_partners_vote(SearchControl *control, Ballot *ballots, PublishedLine *line) {
    const SearchPartners *partners = control->setup.partners;
    if (control->partner_count == 0 || main_decides(control))
        return;
    ballots[0] = (Ballot){line->pv[0], line->score, line->depth};
    partners->vote(partners->context, ballots + 1);
    const int voters = 1 + control->partner_count;
    vote_silence_late(ballots, voters);
    vote_silence_shallow(ballots, voters, control->limits.depth);
    const int chosen = vote_choose(ballots, voters);
    decisions_vote(control, ballots, voters, chosen, "process");
    if (chosen > 0)
        partners->line(partners->context, chosen - 1, line);
}

/* What is said of a root that nobody has searched. Without a legal move there is no line, and the
 * score says whether it is mate; without a worker any move is better than none. */
static ReportLine line_without_search(const SearchControl *control, const Move *move) {
    if (*move != MOVE_NONE)
        return (ReportLine){.depth = 1, .bound = BOUND_EXACT, .length = 1, .moves = move};
    const bool mated = position_in_check(&control->setup.root->position);
    return (ReportLine){.score = mated ? score_mated_in(0) : SCORE_DRAW, .bound = BOUND_EXACT};
}

static ReportLine line_of(const PublishedLine *published) {
    return (ReportLine){.depth = published->depth,
                        .selective_depth = published->selective_depth,
                        .score = published->score,
                        .bound = published->bound,
                        .length = published->length,
                        .moves = published->pv};
}

Score verdict_report(Verdict *verdict, SearchControl *control, Pool *pool) {
    ReportLine lines[MAX_MOVES];
    const int count = take_lines(control, pool, verdict->lines);
    if (count > 0)
        let_partners_vote(control, verdict->partner_ballots, verdict->lines);
    for (int i = 0; i < count; i++)
        lines[i] = line_of(&verdict->lines[i]);
    const Move first = count == 0 ? control_first_move(control) : MOVE_NONE;
    if (count == 0)
        lines[0] = line_without_search(control, &first);
    const Move best = lines[0].length > 0 ? lines[0].moves[0] : MOVE_NONE;
    refutation_report_last(control, best);
    reporter_hold(&control->reporter);
    const IterationReport iteration = {
        .line_count = count > 0 ? count : 1,
        .lines = lines,
        .figures = control_figures(control),
        .is_last = true,
    };
    const BestMoveReport best_move = {
        .best = best,
        .ponder = refutation_expected(control, &lines[0]),
        .score = lines[0].score,
        .figures = iteration.figures,
    };
    reporter_close(&control->reporter, &iteration, &best_move);
    reporter_release(&control->reporter);
    return count > 0 ? lines[0].score : SCORE_NONE;
}
