#include "spsa/run.h"

#include <stdlib.h>

static bool must_stop(void *context) {
    const RunPlan *plan = context;
    if (stop_signals_arrived(plan->signals))
        tournament_stop(plan->tournament);
    return tournament_is_over(plan->tournament);
}

/* What each thread does. */
static void play_pairs(Match *match, RunPlan *plan) {
    TournamentPair pair;
    while (tournament_take(plan->tournament, &pair)) {
        Tunables plus = parameters_apply(plan->parameters, pair.sides.plus);
        Tunables minus = parameters_apply(plan->parameters, pair.sides.minus);
        JournalRecord games;
        PlayStatus status =
            match_play_pair(match, pair.number, &plus, &minus, must_stop, plan, &games);
        if (status == PLAY_DONE)
            tournament_give(plan->tournament, &pair, &games);
        if (status == PLAY_NO_OPENING)
            tournament_fail(plan->tournament,
                            "no opening could be found that is not decided at once");
    }
}

bool run_games(const RunPlan *plan) {
    RunPlan run = *plan;
    Match **matches = calloc((size_t)plan->threads, sizeof(Match *));
    bool complete = matches;
    for (int i = 0; complete && i < plan->threads; i++) {
        matches[i] = match_create(plan->rules);
        complete = matches[i];
    }
    if (complete) {
#ifdef _OPENMP
#pragma omp parallel for num_threads(plan->threads) schedule(static, 1)
#endif
        for (int i = 0; i < plan->threads; i++)
            play_pairs(matches[i], &run);
    }
    for (int i = 0; matches && i < plan->threads; i++)
        match_destroy(matches[i]);
    free(matches);
    return complete;
}
