#include "search/reporter.h"

#include <stdarg.h>
#include <stdio.h>

#define TEXT_SIZE 256

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

void reporter_statistics(Reporter *reporter, const SearchFigures *figures) {
    if (reporter->open && reporter->sink.statistics)
        reporter->sink.statistics(reporter->sink.context, figures);
}

void reporter_current_move(Reporter *reporter, const CurrentMoveReport *report) {
    pthread_mutex_lock(&reporter->lock);
    if (reporter->open && reporter->sink.current_move)
        reporter->sink.current_move(reporter->sink.context, report);
    pthread_mutex_unlock(&reporter->lock);
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

/* Tells a text by a function of the sink, if that is there. */
static void tell(Reporter *reporter, void (*function)(void *context, const char *text),
                 const char *format, va_list arguments) {
    char text[TEXT_SIZE];
    if (!function)
        return;
    vsnprintf(text, sizeof text, format, arguments);
    pthread_mutex_lock(&reporter->lock);
    if (reporter->open)
        function(reporter->sink.context, text);
    pthread_mutex_unlock(&reporter->lock);
}

void reporter_message(Reporter *reporter, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    tell(reporter, reporter->sink.message, format, arguments);
    va_end(arguments);
}

void reporter_decision(Reporter *reporter, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    tell(reporter, reporter->sink.decision, format, arguments);
    va_end(arguments);
}

void reporter_close(Reporter *reporter, const IterationReport *iteration,
                    const BestMoveReport *best_move) {
    reporter_iteration(reporter, iteration);
    if (reporter->open && reporter->sink.best_move)
        reporter->sink.best_move(reporter->sink.context, best_move);
    reporter->open = false;
}
