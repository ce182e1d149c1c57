#include "search/progress.h"

#include "search/tunables.h"

void progress_note(Progress *progress, Worker *worker) {
    const RootMove *best = &worker->root_moves.list[0];
    const int depth = worker->root_depth;
    const bool kept = best->move == progress->best && depth > TIME_SIGNS_DEPTH;
    progress->stability = kept ? progress->stability + 1 : 0;
    progress->changes = progress->changes / 2 + 1000 * worker->best_changes;
    progress->best = best->move;
    progress->scores[depth % RECENT_SCORES] = best->score;
    worker->best_changes = 0;
}

/* Centipawns that the score has fallen since three and four iterations ago; 0 as long as there are
 * none. */
static int fall_lately(const Progress *progress, int depth) {
    if (depth < RECENT_SCORES)
        return 0;
    const Score *scores = progress->scores;
    return (scores[(depth - 3) % RECENT_SCORES] + scores[(depth - 4) % RECENT_SCORES]) / 2 -
           scores[depth % RECENT_SCORES];
}

TimeSigns progress_signs(const Progress *progress, const Worker *worker) {
    const RootMove *best = &worker->root_moves.list[0];
    const Score last = worker->control->last_score;
    const uint64_t nodes = worker_nodes(worker);
    const int lately = fall_lately(progress, worker->root_depth);
    return (TimeSigns){
        .stability = progress->stability,
        .changes = progress->changes,
        .fall = last != SCORE_NONE ? last - root_move_reported_score(best) : lately,
        .fall_lately = lately,
        .effort = nodes ? (int)(best->nodes * 1000 / nodes) : 0,
        .nodes = nodes,
    };
}
