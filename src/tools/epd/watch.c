#include "tools/epd/watch.h"

EpdWatch epd_watch_begin(const EpdEntry *entry, const EpdLimits *limits) {
    return (EpdWatch){
        .entry = entry,
        .stable = limits->stable,
        .attempt = {.done = true, .first_us = -1, .stable_us = -1},
    };
}

static void take(EpdWatch *watch, const EpdNews *news) {
    EpdAttempt *attempt = &watch->attempt;
    attempt->nodes = news->nodes;
    attempt->move = news->move;
    attempt->score = news->score;
    attempt->elapsed_us = news->elapsed_us;
    attempt->solved = epd_entry_is_solved(watch->entry, news->move, news->score);
    if (!attempt->solved) {
        attempt->stable_us = -1;
        return;
    }
    if (attempt->first_us < 0)
        attempt->first_us = news->elapsed_us;
    if (attempt->stable_us < 0) {
        attempt->stable_us = news->elapsed_us;
        watch->stable_depth = attempt->depth;
    }
}

void epd_watch_end(EpdWatch *watch, const EpdNews *news) {
    EpdNews end = *news;
    if (watch->ends_low && news->move == watch->attempt.move)
        end.score = watch->attempt.score;
    take(watch, &end);
}

bool epd_watch_line(EpdWatch *watch, const EpdNews *news) {
    /* A score that is at most so much says nothing in favour of its move. */
    watch->ends_low = news->bound == BOUND_UPPER;
    if (watch->ends_low)
        return false;
    watch->attempt.depth = news->depth;
    take(watch, news);
    return watch->stable > 0 && watch->attempt.solved && news->bound == BOUND_EXACT &&
           news->depth >= watch->stable_depth + watch->stable;
}
