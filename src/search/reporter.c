#include "search/reporter.h"

#include <stdarg.h>
#include <stdio.h>

#define DECISION_SIZE 256

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
    return reporter->sink.iteration;
}

bool reporter_wants_statistics(const Reporter *reporter) {
    return reporter->sink.statistics;
}

bool reporter_wants_current_lines(const Reporter *reporter) {
    return reporter->sink.current_lines;
}

bool reporter_wants_refutations(const Reporter *reporter) {
    return reporter->sink.refutations;
}

bool reporter_wants_decisions(const Reporter *reporter) {
    return reporter->sink.decision;
}

void reporter_hold(Reporter *reporter) {
    pthread_mutex_lock(&reporter->lock);
}

void reporter_release(Reporter *reporter) {
    pthread_mutex_unlock(&reporter->lock);
}

void reporter_iteration(Reporter *reporter, const IterationReport *report) {
    if (reporter->open && reporter->sink.iteration)
        reporter->sink.iteration(reporter->sink.context, report);
}

void reporter_current_move(Reporter *reporter, const CurrentMoveReport *report) {
    pthread_mutex_lock(&reporter->lock);
    if (reporter->open && reporter->sink.current_move)
        reporter->sink.current_move(reporter->sink.context, report);
    pthread_mutex_unlock(&reporter->lock);
}

void reporter_statistics(Reporter *reporter, const SearchFigures *figures) {
    if (reporter->open && reporter->sink.statistics)
        reporter->sink.statistics(reporter->sink.context, figures);
}

void reporter_current_lines(Reporter *reporter, const MoveLinesReport *report) {
    pthread_mutex_lock(&reporter->lock);
    if (reporter->open && reporter->sink.current_lines)
        reporter->sink.current_lines(reporter->sink.context, report);
    pthread_mutex_unlock(&reporter->lock);
}

void reporter_refutations(Reporter *reporter, const MoveLinesReport *report) {
    pthread_mutex_lock(&reporter->lock);
    if (reporter->open && reporter->sink.refutations)
        reporter->sink.refutations(reporter->sink.context, report);
    pthread_mutex_unlock(&reporter->lock);
}

void reporter_message(Reporter *reporter, const char *text) {
    pthread_mutex_lock(&reporter->lock);
    if (reporter->open && reporter->sink.message)
        reporter->sink.message(reporter->sink.context, text);
    pthread_mutex_unlock(&reporter->lock);
}

void reporter_decision(Reporter *reporter, const char *format, ...) {
    if (!reporter_wants_decisions(reporter))
        return;
    char text[DECISION_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    pthread_mutex_lock(&reporter->lock);
    if (reporter->open && reporter->sink.decision)
        reporter->sink.decision(reporter->sink.context, text);
    pthread_mutex_unlock(&reporter->lock);
}

void reporter_close(Reporter *reporter, const IterationReport *iteration,
                    const BestMoveReport *best_move) {
    reporter_iteration(reporter, iteration);
    if (reporter->open && reporter->sink.best_move)
        reporter->sink.best_move(reporter->sink.context, best_move);
    reporter->open = false;
}
