#include "tools/perft/suite.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/format.h"
#include "base/memory.h"
#include "chess/epd.h"
#include "chess/fen.h"
#include "cli/lines.h"
#include "cli/progress.h"

static bool suite_append(PerftSuite *suite, const PerftJob *added) {
    if (suite->count == suite->capacity) {
        size_t capacity = suite->capacity > 0 ? suite->capacity * 2 : 64;
        PerftJob *jobs = memory_allocate(_Alignof(PerftJob), capacity * sizeof(PerftJob));
        if (!jobs)
            return false;
        if (suite->count > 0)
            memcpy(jobs, suite->jobs, suite->count * sizeof(PerftJob));
        memory_free(suite->jobs);
        suite->jobs = jobs;
        suite->capacity = capacity;
    }
    suite->jobs[suite->count++] = *added;
    suite->leaves += added->expected;
    return true;
}

/* Reads `D<depth> <count>`. */
static bool read_count(const EpdOperation *operation, PerftJob *read) {
    const Text name = operation->name;
    int64_t depth, count;
    if ((name.data[0] != 'D' && name.data[0] != 'd') ||
        !text_parse_integer((Text){name.data + 1, name.length - 1}, &depth) || depth < 0 ||
        depth > PERFT_MAX_DEPTH || !text_parse_fitting_integer(operation->operands, &count) ||
        count < 0)
        return false;
    read->depth = (int)depth;
    read->expected = (uint64_t)count;
    return true;
}

/* Adds the counts of one line. On false, *why says why. */
static bool suite_add_line(PerftSuite *suite, const LineSource *line, Reason *why) {
    if (strlen(line->text) != line->length)
        return reason_set(why, "a NUL character");
    EpdLine epd;
    line->text[strcspn(line->text, "#")] = '\0';
    const EpdStatus status = epd_parse(line->text, &epd, why);
    if (status != EPD_POSITION)
        return status == EPD_EMPTY;
    PerftJob read = {.position = epd.position, .tag = line->number};
    for (int i = 0; i < epd.operation_count; i++) {
        if (!read_count(&epd.operations[i], &read))
            return reason_set(why, "expected a count such as 'D1 20', found '%.40s'",
                              epd.operations[i].name.data);
        if (read.expected > suite->max_leaves)
            suite->skipped++;
        else if (!suite_append(suite, &read))
            return reason_set(why, "out of memory");
    }
    suite->position_count++;
    return epd.operation_count > 0 || reason_set(why, "no count such as 'D1 20' after the FEN");
}

/* Whether a file that was read whole has something to count; if not, error says why. */
static bool suite_has_counts(const PerftSuite *suite, Reason *error) {
    if (suite->position_count == 0)
        reason_set(error, "%s: holds no position", suite->path);
    else if (suite->count == 0)
        reason_set(error, "%s: nothing is checked: all counts are above %" PRIu64 " %s",
                   suite->path, suite->max_leaves,
                   format_plural((int64_t)suite->max_leaves, "leaf", "leaves"));
    return suite->count > 0;
}

bool perft_suite_read(PerftSuite *suite, const char *path, uint64_t max_leaves, Reason *error) {
    LineSource reader;
    *suite = (PerftSuite){.max_leaves = max_leaves};
    if (!lines_open(&reader, path, error))
        return false;
    suite->path = reader.name;
    bool valid = true;
    while (valid && lines_next(&reader)) {
        Reason why;
        valid = suite_add_line(suite, &reader, &why);
        if (!valid)
            reason_set(error, "%s:%ld: %s", reader.name, reader.number, why.text);
    }
    return lines_close(&reader, error) && valid && suite_has_counts(suite, error);
}

typedef struct Display {
    Progress progress;
    uint64_t leaves; /* to count */
} Display;

static void show_progress(void *context, uint64_t leaves) {
    Display *display = context;
    double share = display->leaves > 0 ? (double)leaves / (double)display->leaves : 0;
    progress_update(&display->progress, share, "%.0f million leaves", (double)leaves / 1e6);
}

void perft_suite_keep_done(PerftSuite *suite) {
    suite->extent = (ReportExtent){.wanted = suite->count};
    suite->leaves = 0;
    for (size_t i = 0; i < suite->count; i++) {
        const PerftJob *job = &suite->jobs[i];
        suite->extent.done += job->is_done;
        suite->leaves += job->is_done && !job->fault ? job->counted : 0;
    }
    if (!report_is_cut_short(suite->extent))
        return;
    suite->position_count = suite->count = 0;
    for (size_t i = 0; i < suite->extent.wanted; i++) {
        const PerftJob job = suite->jobs[i];
        if (!job.is_done)
            continue;
        suite->position_count += suite->count == 0 || suite->jobs[suite->count - 1].tag != job.tag;
        suite->jobs[suite->count++] = job;
    }
}

void perft_suite_count(PerftSuite *suite, int threads, PerftTable *table, StopSignals *signals) {
    int64_t start_us = clock_now_us();
    Display display = {.leaves = suite->leaves};
    progress_begin(&display.progress, 0, false);
    perft_parallel_run(suite->jobs, suite->count, threads, table, signals, show_progress, &display);
    progress_clear(&display.progress);
    suite->threads = threads;
    suite->hashed = table;
    suite->seconds = (double)(clock_now_us() - start_us) / 1e6;
}

const PerftJob *perft_suite_next_wrong(const PerftSuite *suite, size_t *index) {
    for (; *index < suite->count; ++*index) {
        const PerftJob *job = &suite->jobs[*index];
        if (!job->fault && job->counted == job->expected)
            continue;
        while (*index < suite->count && suite->jobs[*index].tag == job->tag)
            ++*index;
        return job;
    }
    return NULL;
}

static size_t print_wrong_lines(const PerftSuite *suite) {
    size_t lines = 0;
    const PerftJob *job;
    for (size_t i = 0; (job = perft_suite_next_wrong(suite, &i)); lines++) {
        char fen[FEN_SIZE];
        fen_format(&job->position, fen);
        printf("line %ld: depth %d: expected %" PRIu64 ", ", (long)job->tag, job->depth,
               job->expected);
        if (job->fault)
            printf("not counted (%s): %s\n", job->fault, fen);
        else
            printf("counted %" PRIu64 ": %s\n", job->counted, fen);
    }
    return lines;
}

void perft_suite_print(const PerftSuite *suite) {
    if (suite->guest)
        printf("Engine: %s\n", suite->guest_name);
    report_write_extent(suite->extent, "counts", stdout);
    size_t wrong_lines = print_wrong_lines(suite);
    printf("Positions: %zu, counts: %zu", suite->position_count, suite->count);
    if (suite->skipped > 0)
        printf(", left out above %" PRIu64 " %s: %zu", suite->max_leaves,
               format_plural((int64_t)suite->max_leaves, "leaf", "leaves"), suite->skipped);
    printf("\n");
    printf("Leaves: %" PRIu64 " in %.3f s, %.0f leaves/s\n", suite->leaves, suite->seconds,
           suite->seconds > 0 ? (double)suite->leaves / suite->seconds : 0);
    if (wrong_lines > 0)
        printf("Wrong: %zu %s\n", wrong_lines,
               format_plural((int64_t)wrong_lines, "line", "lines"));
    else
        printf("All counts%s are right\n",
               report_is_cut_short(suite->extent) ? " that are done" : "");
}

void perft_suite_free(PerftSuite *suite) {
    for (size_t i = 0; i < suite->count; i++)
        free(suite->jobs[i].fault);
    memory_free(suite->jobs);
    *suite = (PerftSuite){0};
}
