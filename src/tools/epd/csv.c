#include <inttypes.h>

#include "chess/fen.h"
#include "chess/notation.h"
#include "cli/output.h"
#include "report/csv.h"
#include "tools/epd/report.h"

static void add_milliseconds(CsvWriter *csv, int64_t microseconds) {
    if (microseconds < 0)
        csv_field(csv, "%s", "");
    else
        csv_field(csv, "%.3f", (double)microseconds / 1000);
}

static void add_csv_row(CsvWriter *csv, const EpdEntry *entry, const EpdResult *result) {
    char fen[FEN_SIZE];
    char san[SAN_SIZE];
    fen_format(&entry->position, fen);
    notation_san(&entry->position, result->move, san);
    csv_field(csv, "%s", entry->id);
    csv_field(csv, "%s", entry->theme);
    csv_field(csv, "%s", fen);
    csv_field(csv, "%s", entry->expected);
    csv_field(csv, "%s", san);
    csv_field(csv, "%d", result->solved);
    csv_field(csv, "%d", result->solved_attempts);
    csv_field(csv, "%d", result->attempts);
    csv_field(csv, "%g", result->points);
    csv_field(csv, "%d", entry->most_points);
    add_milliseconds(csv, result->first_us);
    add_milliseconds(csv, result->stable_us);
    csv_field(csv, "%" PRIu64, result->nodes);
    csv_field(csv, "%d", result->depth);
    csv_end_row(csv);
}

bool epd_report_save_csv(const EpdReport *report, const char *path, char *error,
                         size_t error_size) {
    static const char *const NAMES[] = {
        "id",       "theme",  "fen",         "expected", "move",      "solved", "solved_attempts",
        "attempts", "points", "most_points", "first_ms", "stable_ms", "nodes",  "depth"};
    Output output;
    if (!output_open(&output, path, error, error_size))
        return false;
    CsvWriter csv = {.file = output.stream};
    for (size_t i = 0; i < ARRAY_LENGTH(NAMES); i++)
        csv_field(&csv, "%s", NAMES[i]);
    csv_end_row(&csv);
    for (size_t i = 0; i < report->suite->count; i++)
        add_csv_row(&csv, report->suite->entries[i], &report->results[i]);
    return output_close(&output, error, error_size);
}
