#include "base/integers.h"
#include "report/utf8.h"
#include "tools/epd/watch.h"

/* In centipawns, clear of what stands for a mate. */
static Score score_of(const GuestInfo *info) {
    if (info->is_mate)
        return info->score > 0 ? score_mate_in(2 * info->score - 1)
                               : score_mated_in(-2 * info->score);
    return int_clamp(info->score, -SCORE_EVALUATION_BOUND, SCORE_EVALUATION_BOUND);
}

static EpdNews news_of(const GuestInfo *info) {
    static const Bound BOUNDS[] = {
        [GUEST_EXACT] = BOUND_EXACT, [GUEST_LOWER] = BOUND_LOWER, [GUEST_UPPER] = BOUND_UPPER};
    return (EpdNews){info->move,  score_of(info), BOUNDS[info->bound],
                     info->depth, info->nodes,    info->elapsed_us};
}

static bool on_info(void *watch, const GuestInfo *info) {
    const EpdNews news = news_of(info);
    return epd_watch_line(watch, &news);
}

/* One that is told to stop has told all that counts. */
static bool search(Guest *guest, EpdWatch *watch, const EpdLimits *limits, Reason *error) {
    const Position *root = &watch->entry->position;
    const GuestTask task = {.start = root,
                            .root = root,
                            .movetime_ms = limits->movetime_ms,
                            .nodes = limits->nodes,
                            .depth = limits->depth,
                            .mate = limits->mate,
                            .on_info = on_info,
                            .context = watch};
    GuestResult result;
    if (!guest_new_game(guest, error) || !guest_search(guest, &task, &result, error))
        return false;
    EpdNews news = news_of(&result.last);
    news.move = result.best;
    news.elapsed_us = result.elapsed_us;
    if (!result.is_stopped)
        epd_watch_end(watch, &news);
    return true;
}

EpdAttempt epd_solve_guest(Guest *guest, const EpdEntry *entry, const EpdLimits *limits) {
    EpdWatch watch = epd_watch_begin(entry, limits);
    EpdAttempt *attempt = &watch.attempt;
    Reason error;
    if (search(guest, &watch, limits, &error))
        return *attempt;
    attempt->done = !guest_is_given_up(guest);
    attempt->solved = false;
    attempt->move = MOVE_NONE;
    attempt->stable_us = -1;
    attempt->fault = attempt->done ? utf8_copy(text_of(error.text)) : NULL;
    return *attempt;
}
