#include "tools/perft_suite.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/text.h"
#include "chess/fen.h"
#include "tools/commands.h"
#include "tools/perft_parallel.h"
#include "tools/report.h"
#include "tools/utf8.h"

#define MAX_DEPTH            99
#define PROGRESS_INTERVAL_US 200000

typedef struct PerftSuite {
    size_t count;
    size_t capacity;
    PerftJob *jobs; /* one for each depth of each line, the line's number its tag */
    size_t position_count;
    uint64_t leaves; /* sum of what is expected */
    size_t skipped;  /* jobs above max_leaves */
} PerftSuite;

static bool suite_append(PerftSuite *suite, const PerftJob *added) {
    if (suite->count == suite->capacity) {
        size_t capacity = suite->capacity > 0 ? suite->capacity * 2 : 64;
        PerftJob *jobs = aligned_alloc(_Alignof(PerftJob), capacity * sizeof(PerftJob));
        if (jobs == NULL)
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

/* Adds the counts of one line, which may be empty. On false, message says why. */
static bool suite_add_line(PerftSuite *suite, const char *text, long line, uint64_t max_leaves,
                           char *message, size_t message_size) {
    text = skip_blanks_and_separators(text);
    if (*text == '\0' || *text == '#')
        return true;
    PerftJob read = {.tag = line};
    FenError error;
    const char *rest;
    if (!fen_parse_prefix(text, &read.position, &error, &rest)) {
        snprintf(message, message_size, "column %d of the FEN: %s", error.column, error.message);
        return false;
    }
    int counts = 0;
    for (rest = skip_blanks_and_separators(rest); *rest != '\0' && *rest != '#';
         rest = skip_blanks_and_separators(rest)) {
        const char *start = rest;
        if (!parse_count(&rest, &read)) {
            snprintf(message, message_size, "expected a count such as 'D1 20', found '%.40s'",
                     start);
            return false;
        }
        counts++;
        if (read.expected > max_leaves) {
            suite->skipped++;
        } else if (!suite_append(suite, &read)) {
            snprintf(message, message_size, "out of memory");
            return false;
        }
    }
    if (counts == 0)
        snprintf(message, message_size, "no count such as 'D1 20' after the FEN");
    suite->position_count++;
    return counts > 0;
}

/* On false a message is on stderr. */
static bool suite_read(PerftSuite *suite, const char *path, uint64_t max_leaves) {
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        fprintf(stderr, "quorum perft: %s: %s\n", path, strerror(errno));
        return false;
    }
    char *text = NULL;
    size_t size = 0;
    ssize_t length;
    bool valid = true;
    char message[256];
    for (long line = 1; valid && (length = getline(&text, &size, file)) >= 0; line++) {
        if (strlen(text) != (size_t)length) {
            snprintf(message, sizeof(message), "a NUL character");
            valid = false;
        } else {
            valid = suite_add_line(suite, text, line, max_leaves, message, sizeof(message));
        }
        if (!valid)
            fprintf(stderr, "quorum perft: %s: line %ld: %s\n", path, line, message);
    }
    if (ferror(file)) {
        fprintf(stderr, "quorum perft: %s: %s\n", path, strerror(errno));
        valid = false;
    } else if (valid && suite->position_count == 0) {
        fprintf(stderr, "quorum perft: %s: holds no position\n", path);
        valid = false;
    }
    free(text);
    fclose(file);
    return valid;
}

typedef struct Progress {
    uint64_t total; /* leaves */
    int64_t start_us;
    int64_t shown_us;
} Progress;

/* One line on the terminal, written over itself. */
static void show_progress(void *context, uint64_t leaves) {
    Progress *progress = context;
    int64_t now_us = clock_now_us();
    if (now_us - progress->shown_us < PROGRESS_INTERVAL_US)
        return;
    progress->shown_us = now_us;
    double seconds = (double)(now_us - progress->start_us) / 1e6;
    double share = progress->total > 0 ? (double)leaves / (double)progress->total : 0;
    double left = share > 0 ? seconds / share - seconds : 0;
    fprintf(stderr, "\r\033[K%.1f %% of the leaves, %.0f s, about %.0f s left", 100 * share,
            seconds, left);
}

static void suite_count(const PerftSuite *suite, int threads, PerftTable *table, int64_t start_us) {
    Progress progress = {suite->leaves, start_us, start_us};
    bool terminal = isatty(STDERR_FILENO);
    perft_parallel_run(suite->jobs, suite->count, threads, table, terminal ? show_progress : NULL,
                       &progress);
    if (terminal)
        fprintf(stderr, "\r\033[K");
}

/* Prints the first wrong count of each line and adds it to a list; returns the number of such
 * lines. */
static size_t report_wrong_lines(const PerftSuite *suite, json_t *list) {
    size_t wrong_lines = 0;
    long wrong_line = 0;
    for (size_t i = 0; i < suite->count; i++) {
        const PerftJob *job = &suite->jobs[i];
        if (job->counted == job->expected || job->tag == wrong_line)
            continue;
        wrong_line = job->tag;
        wrong_lines++;
        char fen[FEN_SIZE];
        fen_format(&job->position, fen);
        printf("line %ld: depth %d: expected %" PRIu64 ", counted %" PRIu64 ": %s\n", job->tag,
               job->depth, job->expected, job->counted, fen);
        json_array_append_new(list, json_pack("{s:I, s:s, s:i, s:I, s:I}", "line",
                                              (json_int_t)job->tag, "fen", fen, "depth", job->depth,
                                              "expected", (json_int_t)job->expected, "counted",
                                              (json_int_t)job->counted));
    }
    return wrong_lines;
}

static json_t *suite_report(const PerftSuite *suite, const char *path, int threads, double seconds,
                            json_t *wrong) {
    json_t *report = report_create("quorum-perft-suite", 1);
    char *file = utf8_copy(text_of(path));
    json_t *result =
        json_pack("{s:s, s:i, s:I, s:I, s:I, s:I, s:f, s:o}", "file", file, "threads", threads,
                  "positions", (json_int_t)suite->position_count, "counts",
                  (json_int_t)suite->count, "skipped", (json_int_t)suite->skipped, "leaves",
                  (json_int_t)suite->leaves, "seconds", seconds, "wrong", wrong);
    json_object_update_missing(report, result);
    json_decref(result);
    free(file);
    return report;
}

int perft_suite_run(const char *path, uint64_t max_leaves, int threads, PerftTable *table,
                    json_t **report) {
    PerftSuite suite = {.count = 0};
    if (!suite_read(&suite, path, max_leaves)) {
        free(suite.jobs);
        return COMMAND_MISUSED;
    }
    int64_t start_us = clock_now_us();
    suite_count(&suite, threads, table, start_us);
    double seconds = (double)(clock_now_us() - start_us) / 1e6;
    json_t *wrong = json_array();
    size_t wrong_lines = report_wrong_lines(&suite, wrong);
    printf("Positions: %zu, counts: %zu", suite.position_count, suite.count);
    if (suite.skipped > 0)
        printf(", left out above %" PRIu64 " leaves: %zu", max_leaves, suite.skipped);
    printf("\n");
    printf("Leaves: %" PRIu64 " in %.3f s, %.0f leaves/s\n", suite.leaves, seconds,
           seconds > 0 ? (double)suite.leaves / seconds : 0);
    if (wrong_lines > 0)
        printf("Wrong: %zu lines\n", wrong_lines);
    else
        printf("All counts are right\n");
    *report = suite_report(&suite, path, threads, seconds, wrong);
    free(suite.jobs);
    return wrong_lines > 0 ? COMMAND_FAILED : COMMAND_OK;
}
