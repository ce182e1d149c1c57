#include "tools/perft/suite.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "chess/epd.h"
#include "chess/fen.h"
#include "cli/lines.h"
#include "cli/progress.h"

#define MAX_DEPTH 99

static bool suite_append(PerftSuite *suite, const PerftJob *added) {
    if (suite->count == suite->capacity) {
        size_t capacity = suite->capacity > 0 ? suite->capacity * 2 : 64;
        PerftJob *jobs = aligned_alloc(_Alignof(PerftJob), capacity * sizeof(PerftJob));
        if (!jobs)
            return false;
        if (suite->count > 0)
            memcpy(jobs, suite->jobs, suite->count * sizeof(PerftJob));
        free(suite->jobs);
        suite->jobs = jobs;
        suite->capacity = capacity;
    }
    suite->jobs[suite->count++] = *added;
    suite->leaves += added->expected;
    return true;
}

static const char *skip_blanks_and_separators(const char *text) {
    while (isspace((unsigned char)*text) || *text == ';')
        text++;
    return text;
}

/* Reads an unsigned number that a blank, `;`, `#` or the end follows. */
static bool parse_number(const char **text, uint64_t maximum, uint64_t *value) {
    if (!isdigit((unsigned char)**text))
        return false;
    char *end;
    errno = 0;
    unsigned long long number = strtoull(*text, &end, 10);
    if (errno == ERANGE || number > maximum)
        return false;
    if (*end != '\0' && *end != ';' && *end != '#' && !isspace((unsigned char)*end))
        return false;
    *text = end;
    *value = number;
    return true;
}

/* Reads `D<depth> <count>`. */
static bool parse_count(const char **text, PerftJob *read) {
    uint64_t depth = 0;
    if (**text != 'D' && **text != 'd')
        return false;
    ++*text;
    if (!parse_number(text, MAX_DEPTH, &depth))
        return false;
    while (**text == ' ' || **text == '\t')
        ++*text;
    read->depth = (int)depth;
    return parse_number(text, UINT64_MAX, &read->expected);
}

/* Adds the counts of one line. On false, *why says why. */
static bool suite_add_line(PerftSuite *suite, const LineSource *line, Reason *why) {
    if (strlen(line->text) != line->length)
        return reason_set(why, "a NUL character");
    if (epd_is_empty(line->text))
        return true;
    PerftJob read = {.tag = line->number};
    FenError error;
    const char *rest;
    if (!fen_parse_prefix(line->text, &read.position, &error, &rest))
        return reason_set(why, "column %d: %s", error.column, error.message);
    int counts = 0;
    for (rest = skip_blanks_and_separators(rest); *rest != '\0' && *rest != '#';
         rest = skip_blanks_and_separators(rest)) {
        const char *start = rest;
        if (!parse_count(&rest, &read))
            return reason_set(why, "expected a count such as 'D1 20', found '%.40s'", start);
        counts++;
        if (read.expected > suite->max_leaves) {
            suite->skipped++;
        } else if (!suite_append(suite, &read)) {
            return reason_set(why, "out of memory");
        }
    }
    if (counts == 0)
        reason_set(why, "no count such as 'D1 20' after the FEN");
    suite->position_count++;
    return counts > 0;
}

/* Whether a file that was read whole has something to count; if not, error says why. */
static bool suite_has_counts(const PerftSuite *suite, Reason *error) {
    if (suite->position_count == 0)
        reason_set(error, "%s: holds no position", suite->path);
    else if (suite->count == 0)
        reason_set(error, "%s: nothing is checked: all counts are above %" PRIu64 " leaves",
                   suite->path, suite->max_leaves);
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

void perft_suite_count(PerftSuite *suite, int threads, PerftTable *table) {
    int64_t start_us = clock_now_us();
    Display display = {.leaves = suite->leaves};
    progress_begin(&display.progress, 0, false);
    perft_parallel_run(suite->jobs, suite->count, threads, table, show_progress, &display);
    progress_clear(&display.progress);
    suite->threads = threads;
    suite->hashed = table;
    suite->seconds = (double)(clock_now_us() - start_us) / 1e6;
}

const PerftJob *perft_suite_next_wrong(const PerftSuite *suite, size_t *index) {
    for (; *index < suite->count; ++*index) {
        const PerftJob *job = &suite->jobs[*index];
        if (job->counted == job->expected)
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
        printf("line %ld: depth %d: expected %" PRIu64 ", counted %" PRIu64 ": %s\n", job->tag,
               job->depth, job->expected, job->counted, fen);
    }
    return lines;
}

void perft_suite_print(const PerftSuite *suite) {
    size_t wrong_lines = print_wrong_lines(suite);
    printf("Positions: %zu, counts: %zu", suite->position_count, suite->count);
    if (suite->skipped > 0)
        printf(", left out above %" PRIu64 " leaves: %zu", suite->max_leaves, suite->skipped);
    printf("\n");
    printf("Leaves: %" PRIu64 " in %.3f s, %.0f leaves/s\n", suite->leaves, suite->seconds,
           suite->seconds > 0 ? (double)suite->leaves / suite->seconds : 0);
    if (wrong_lines > 0)
        printf("Wrong: %zu lines\n", wrong_lines);
    else
        printf("All counts are right\n");
}

void perft_suite_free(PerftSuite *suite) {
    free(suite->jobs);
    *suite = (PerftSuite){0};
}
