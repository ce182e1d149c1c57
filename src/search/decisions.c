#include "search/decisions.h"

#include <inttypes.h>

#include "base/format.h"
#include "chess/notation.h"

static const char *const REASONS[] = {
    [SEARCH_END_STOP] = "stop",
    [SEARCH_END_TIME] = "time",
    [SEARCH_END_NODES] = "node limit",
    [SEARCH_END_DEPTH] = "depth limit",
    [SEARCH_END_MATE] = "mate settled",
    [SEARCH_END_NO_MOVE] = "no legal move",
    [SEARCH_END_EXHAUSTED] = "no depth left",
};

void decisions_budget(SearchControl *control) {
    const TimeBudget *budget = &control->budget;
    if (budget->limited)
        reporter_decision(&control->reporter,
                          "time: optimum %" PRId64 " ms, maximum %" PRId64 " ms%s%s",
                          budget->optimum_us / 1000, budget->maximum_us / 1000,
                          control->setup.options.nodes_time > 0 ? " of nodes" : "",
                          atomic_load(&control->pondering) ? ", once pondering ends" : "");
    else
        reporter_decision(&control->reporter, "time: no limit");
}

void decisions_end(SearchControl *control, SearchEnd end) {
    uint64_t nodes = control_nodes(control);
    if (end == SEARCH_END_NONE)
        end = control->limits.nodes && nodes >= control->limits.nodes ? SEARCH_END_NODES
                                                                      : SEARCH_END_TIME;
    reporter_decision(&control->reporter, "end: %s, after %" PRId64 " ms and %" PRIu64 " %s",
                      REASONS[end], control_elapsed_us(control) / 1000, nodes,
                      format_plural((int64_t)nodes, "node", "nodes"));
}

#ifdef QUORUM_CENSUS
void decisions_census(SearchControl *control, const Worker *worker) {
    const Census *census = &worker->census;
    for (int depth = 1; depth < CENSUS_DEPTHS; depth++)
        reporter_decision(&control->reporter,
                          "census: depth %d nodes %" PRIu64 " moves %" PRIu64 " table %" PRIu64
                          " pruned %" PRIu64 " cutoffs %" PRIu64 " first %" PRIu64,
                          depth, census->nodes[depth], census->moves[depth],
                          census->table_cutoffs[depth], census->pruned[depth],
                          census->cutoffs[depth], census->first_cutoffs[depth]);
    for (int plies = 0; plies < CENSUS_REDUCTIONS; plies++)
        reporter_decision(&control->reporter,
                          "census: reduction %d moves %" PRIu64 " high %" PRIu64, plies,
                          census->reduced[plies], census->reduced_high[plies]);
    for (int i = 0; i < CENSUS_EXTENSIONS; i++)
        reporter_decision(&control->reporter, "census: extension %d moves %" PRIu64,
                          i - CENSUS_EXTENSIONS / 2, census->extensions[i]);
}
#else
void decisions_census(SearchControl *control, const Worker *worker) {
    (void)control;
    (void)worker;
}
#endif

void decisions_vote(SearchControl *control, const Ballot *ballots, int count, int chosen,
                    const char *voter) {
    if (!control->reporter.sink.decision || (count == 1 && control->worker_count == 1) ||
        ballots[chosen].move == MOVE_NONE)
        return;
    int votes = 0;
    for (int i = 0; i < count; i++)
        votes += ballots[i].move == ballots[chosen].move;
    char move[COORDINATE_SIZE];
    notation_coordinate(ballots[chosen].move, control->setup.root->position.chess960, move);
    reporter_decision(&control->reporter,
                      "vote: %s, as %s %d has it at depth %d; %d of %d are for this move", move,
                      voter, chosen + 1, ballots[chosen].depth, votes, count);
}
