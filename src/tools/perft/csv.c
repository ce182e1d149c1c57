#include <inttypes.h>

#include "chess/fen.h"
#include "cli/output.h"
#include "report/csv.h"
#include "tools/perft/report.h"

static void add_headings(CsvWriter *csv, const char *const *names, size_t count) {
    for (size_t i = 0; i < count; i++)
        csv_field(csv, "%s", names[i]);
    csv_end_row(csv);
}

static void write_single(CsvWriter *csv, const void *result) {
    static const char *const NAMES[] = {"move", "leaves"};
    PerftMove moves[MAX_MOVES];
    int count = perft_list_moves(result, moves);
    add_headings(csv, NAMES, ARRAY_LENGTH(NAMES));
    for (int i = 0; i < count; i++) {
        csv_field(csv, "%s", moves[i].text);
        csv_field(csv, "%" PRIu64, moves[i].leaves);
        csv_end_row(csv);
    }
}

static void write_suite(CsvWriter *csv, const void *result) {
    static const char *const NAMES[] = {"line",    "fen",   "depth",  "expected",
                                        "counted", "right", "seconds"};
    const PerftSuite *suite = result;
    add_headings(csv, NAMES, ARRAY_LENGTH(NAMES));
    for (size_t i = 0; i < suite->count; i++) {
        const PerftJob *job = &suite->jobs[i];
        char fen[FEN_SIZE];
        fen_format(&job->position, fen);
        csv_field(csv, "%ld", job->tag);
        csv_field(csv, "%s", fen);
        csv_field(csv, "%d", job->depth);
        csv_field(csv, "%" PRIu64, job->expected);
        csv_field(csv, "%" PRIu64, job->counted);
        csv_field(csv, "%d", job->counted == job->expected);
        csv_field(csv, "%.9f", (double)job->busy_ns / 1e9);
        csv_end_row(csv);
    }
}

static bool save(void (*write)(CsvWriter *csv, const void *result), const void *result,
                 const char *path, char *error, size_t error_size) {
    Output output;
    if (!output_open(&output, path, error, error_size))
        return false;
    CsvWriter csv = {.file = output.stream};
    write(&csv, result);
    return output_close(&output, error, error_size);
}

bool perft_save_single_csv(const PerftSingle *single, const char *path, char *error,
                           size_t error_size) {
    return save(write_single, single, path, error, error_size);
}

bool perft_save_suite_csv(const PerftSuite *suite, const char *path, char *error,
                          size_t error_size) {
    return save(write_suite, suite, path, error, error_size);
}
