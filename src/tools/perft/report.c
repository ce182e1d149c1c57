#include "tools/perft/report.h"

#include <stdlib.h>
#include <string.h>

#include "chess/fen.h"
#include "guest/guest_json.h"
#include "report/report.h"
#include "report/utf8.h"

static int compare_moves(const void *a, const void *b) {
    return strcmp(((const PerftMove *)a)->text, ((const PerftMove *)b)->text);
}

int perft_list_moves(const PerftSingle *single, PerftMove moves[MAX_MOVES]) {
    for (int i = 0; i < single->moves.count; i++) {
        notation_coordinate(single->moves.moves[i], single->position.chess960, moves[i].text);
        moves[i].leaves = single->counts[i];
        moves[i].share =
            (double)single->counts[i] / (single->leaves > 0 ? (double)single->leaves : 1);
    }
    qsort(moves, (size_t)single->moves.count, sizeof moves[0], compare_moves);
    return single->moves.count;
}

double perft_speed(uint64_t leaves, double seconds) {
    return seconds > 0 ? (double)leaves / seconds : 0;
}

static const Column MOVE_COLUMNS[] = {
    {"move", "Move", .views = TABLE_ALL, MEMBER_WORD(PerftMove, text)},
    {"leaves", "Leaves", .views = TABLE_ALL, MEMBER(PerftMove, leaves)},
    {NULL, "Share", .views = TABLE_PAGE, MEMBER(PerftMove, share), .decimals = 2, .factor = 100,
     .unit = " %"},
};

Table perft_move_table(const PerftMove *moves, int count) {
    return TABLE(MOVE_COLUMNS, moves, (size_t)count);
}

static json_t *report_moves(const PerftSingle *single) {
    PerftMove moves[MAX_MOVES];
    return table_json(perft_move_table(moves, perft_list_moves(single, moves)));
}

static json_t *report_ranks(const PerftMpiResult *ranks) {
    return json_pack("{s:i, s:I}", "ranks", ranks->ranks, "units", (json_int_t)ranks->units);
}

json_t *perft_report_single(const PerftSingle *single) {
    char fen[FEN_SIZE];
    fen_format(&single->position, fen);
    json_t *own =
        json_pack("{s:s, s:i, s:i, s:I, s:o, s:f, s:f, s:o}", "fen", fen, "depth", single->depth,
                  "threads", single->threads, "hash_mib", (json_int_t)single->hash_mib, "leaves",
                  table_count_json(single->leaves), "seconds", single->seconds, "leaves_per_second",
                  perft_speed(single->leaves, single->seconds), "moves", report_moves(single));
    if (single->has_ranks)
        json_object_set_new(own, "mpi", report_ranks(&single->ranks));
    return report_join("quorum-perft", 1, own);
}

static void read_fen(const void *row, TableValue *value) {
    fen_format(&((const PerftJob *)row)->position, value->room);
    table_set_text(value, value->room);
}

static void read_right(const void *row, TableValue *value) {
    const PerftJob *job = row;
    value->kind = TABLE_VERDICT;
    value->integer = !job->fault && job->counted == job->expected;
    value->text = job->fault ? job->fault : value->integer ? "right" : "wrong";
}

static void read_seconds(const void *row, TableValue *value) {
    value->kind = TABLE_REAL;
    value->number.median = (double)((const PerftJob *)row)->busy_ns / 1e9;
}

static void read_speed(const void *row, TableValue *value) {
    const PerftJob *job = row;
    value->kind = job->busy_ns >= PERFT_LEAST_NS ? TABLE_REAL : TABLE_UNKNOWN;
    value->number.median = 1e3 * (double)job->counted / (double)job->busy_ns;
}

/* The wrong counts of a suite are a list of their own, without times. */
#define JSON_WRONG TABLE_OWN
#define EVERYWHERE (TABLE_DATA | TABLE_PAGE | JSON_WRONG)

static void read_fault(const void *row, TableValue *value) {
    table_set_text(value, ((const PerftJob *)row)->fault);
}

static const Column SUITE_COLUMNS[] = {
    {"line", "Line", .views = EVERYWHERE, MEMBER(PerftJob, tag)},
    {"fen", "FEN", .views = EVERYWHERE, .read = read_fen, .style = HTML_CODE},
    {"depth", "Depth", .views = EVERYWHERE, MEMBER(PerftJob, depth)},
    {"expected", "Expected", .views = EVERYWHERE, MEMBER(PerftJob, expected)},
    {"counted", "Counted", .views = EVERYWHERE, MEMBER(PerftJob, counted)},
    {"right", "Result", .views = TABLE_CSV | TABLE_PAGE, .read = read_right},
    {"seconds", "Seconds", .views = TABLE_DATA | TABLE_PAGE, .read = read_seconds, .decimals = 6,
     .style = HTML_NUMBER},
    {"fault", .views = TABLE_JSON, .read = read_fault},
    {NULL, "Million leaves/s", .views = TABLE_PAGE, .read = read_speed, .decimals = 1,
     .style = HTML_NUMBER},
};

Table perft_suite_table(const PerftSuite *suite) {
    return TABLE(SUITE_COLUMNS, suite->jobs, suite->count);
}

json_t *perft_report_suite(const PerftSuite *suite) {
    const Table table = perft_suite_table(suite);
    json_t *wrong = json_array();
    const PerftJob *job;
    for (size_t i = 0; (job = perft_suite_next_wrong(suite, &i));)
        json_array_append_new(wrong, table_row_json(table, JSON_WRONG, job));
    char *file = utf8_copy(text_of(suite->path));
    json_t *own = json_pack(
        "{s:s, s:o, s:i, s:I, s:I, s:I, s:I, s:o, s:f, s:f, s:o, s:o}", "file", file ? file : "",
        "engine", guest_json(suite->guest, suite->guest_name), "threads", suite->threads,
        "positions", (json_int_t)suite->position_count, "counts", (json_int_t)suite->count,
        "skipped", (json_int_t)suite->skipped, "failed", (json_int_t)suite->faults, "leaves",
        table_count_json(suite->leaves), "seconds", suite->seconds, "leaves_per_second",
        perft_speed(suite->leaves, suite->seconds), "wrong", wrong, "results", table_json(table));
    free(file);
    report_mark_extent(own, suite->extent);
    return report_join("quorum-perft-suite", 1, own);
}
