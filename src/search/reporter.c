#include "search/reporter.h"

#include <stddef.h>

void reporter_init(Reporter *reporter) {
    pthread_mutex_init(&reporter->lock, NULL);
    reporter->open = false;
}

void reporter_destroy(Reporter *reporter) {
    pthread_mutex_destroy(&reporter->lock);
}

void reporter_open(Reporter *reporter, const ReportSink *sink) {
    pthread_mutex_lock(&reporter->lock);
    reporter->sink = sink ? *sink : (ReportSink){0};
    reporter->open = true;
    pthread_mutex_unlock(&reporter->lock);
}

bool reporter_wants_iterations(const Reporter *reporter) {
    return reporter->sink.iteration != NULL;
}

static void send_iteration(const ReportSink *sink, const IterationReport *report) {
    if (sink->iteration)
        sink->iteration(sink->context, report);
}

void reporter_iteration(Reporter *reporter, const IterationReport *report) {
    pthread_mutex_lock(&reporter->lock);
    if (reporter->open)
        send_iteration(&reporter->sink, report);
    pthread_mutex_unlock(&reporter->lock);
}

void reporter_current_move(Reporter *reporter, const CurrentMoveReport *report) {
    pthread_mutex_lock(&reporter->lock);
    if (reporter->open && reporter->sink.current_move)
        reporter->sink.current_move(reporter->sink.context, report);
    pthread_mutex_unlock(&reporter->lock);
}

void reporter_message(Reporter *reporter, const char *text) {
    pthread_mutex_lock(&reporter->lock);
    if (reporter->open && reporter->sink.message)
        reporter->sink.message(reporter->sink.context, text);
    pthread_mutex_unlock(&reporter->lock);
}

void reporter_close(Reporter *reporter, const IterationReport *iteration,
                    const BestMoveReport *best_move) {
    pthread_mutex_lock(&reporter->lock);
    if (reporter->open) {
        send_iteration(&reporter->sink, iteration);
        if (reporter->sink.best_move)
            reporter->sink.best_move(reporter->sink.context, best_move);
        reporter->open = false;
    }
    pthread_mutex_unlock(&reporter->lock);
}
