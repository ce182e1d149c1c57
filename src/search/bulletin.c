#include "search/bulletin.h"

#include "base/clock.h"
#include "base/integers.h"

#define SECOND_US 1000000

/* So that a GUI can keep up with the lines of hundreds of workers. */
#define LINES_PER_SECOND 100

/* Of other processes' workers, at most. */
#define PARTNER_LINES 1024

/* Time in which each worker has had a turn: this for as many workers as there are processors, but
 * half a second at most. */
#define ROUND_US        30000
#define LONGEST_WAIT_US 500000

void bulletin_begin(Bulletin *bulletin, SearchControl *control, const Pool *pool) {
    int64_t first = control->limits.start_us + CONTROL_TALKATIVE_US;
    *bulletin = (Bulletin){
        .control = control,
        .pool = pool,
        .statistics_us = control->reporter.sink.statistics ? first : INT64_MAX,
        .question_us = control->reporter.sink.current_lines ? first : INT64_MAX,
        .lines_us = INT64_MAX,
    };
}

int64_t bulletin_due_us(const Bulletin *bulletin) {
    return int64_min(bulletin->statistics_us, int64_min(bulletin->question_us, bulletin->lines_us));
}

static void send_statistics(SearchControl *control) {
    reporter_hold(&control->reporter);
    const SearchFigures figures = control_figures(control);
    reporter_statistics(&control->reporter, &figures);
    reporter_release(&control->reporter);
}

/* A worker that the system has not let run since the question stands where it stood before, or
 * where it will begin. Returns how many lines were sent. */
static int send_lines(const Bulletin *bulletin) {
    SearchControl *control = bulletin->control;
    MoveLine lines[POOL_MAX_WORKERS + PARTNER_LINES];
    Move first = control_first_move(control);
    if (first == MOVE_NONE)
        return 0;
    for (int i = 0; i < control->worker_count; i++) {
        if (!current_line_read(&pool_worker(bulletin->pool, i)->current_line, &lines[i]))
            lines[i] = (MoveLine){1, &first};
    }
    MoveLinesReport report = {control->worker_count, lines};
    if (control->partner_count > 0)
        report.count += control->setup.partners->current_lines(control->setup.partners->context,
                                                               lines + report.count, PARTNER_LINES);
    reporter_current_lines(&control->reporter, &report);
    return report.count;
}

/* From one report of all lines to the next. */
static int64_t lines_interval_us(int lines) {
    return int64_max((int64_t)lines * SECOND_US / LINES_PER_SECOND, SECOND_US);
}

/* From a question to the report of the answers. */
static int64_t answers_wait_us(const SearchControl *control) {
    int rounds =
        (control->worker_count + control->setup.processors - 1) / control->setup.processors;
    return int64_min((int64_t)rounds * ROUND_US, LONGEST_WAIT_US);
}

void bulletin_send(Bulletin *bulletin) {
    SearchControl *control = bulletin->control;
    int64_t now = clock_now_us();
    if (now >= bulletin->statistics_us) {
        send_statistics(control);
        bulletin->statistics_us = now + SECOND_US;
    }
    if (now >= bulletin->lines_us) {
        const int lines = send_lines(bulletin);
        bulletin->lines_us = INT64_MAX;
        bulletin->question_us = now - answers_wait_us(control) + lines_interval_us(lines);
    }
    if (now >= bulletin->question_us) {
        current_line_ask(&control->line_requests);
        bulletin->question_us = INT64_MAX;
        bulletin->lines_us = now + answers_wait_us(control);
    }
}
