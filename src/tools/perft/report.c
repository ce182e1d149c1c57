#include "tools/perft/report.h"

#include <stdlib.h>
#include <string.h>

#include "chess/fen.h"
#include "report/report.h"
#include "report/utf8.h"

static int compare_moves(const void *a, const void *b) {
    return strcmp(((const PerftMove *)a)->text, ((const PerftMove *)b)->text);
}

int perft_list_moves(const PerftSingle *single, PerftMove moves[MAX_MOVES]) {
    for (int i = 0; i < single->moves.count; i++) {
        notation_coordinate(single->moves.moves[i], single->position.chess960, moves[i].text);
        moves[i].leaves = single->counts[i];
    }
    qsort(moves, (size_t)single->moves.count, sizeof(moves[0]), compare_moves);
    return single->moves.count;
}

double perft_speed(uint64_t leaves, double seconds) {
    return seconds > 0 ? (double)leaves / seconds : 0;
}

static json_t *report_moves(const PerftSingle *single) {
    PerftMove moves[MAX_MOVES];
    json_t *list = json_array();
    int count = perft_list_moves(single, moves);
    for (int i = 0; i < count; i++)
        json_array_append_new(list, json_pack("{s:s, s:I}", "move", moves[i].text, "leaves",
                                              (json_int_t)moves[i].leaves));
    return list;
}

static json_t *report_ranks(const PerftMpiResult *ranks) {
    return json_pack("{s:i, s:I}", "ranks", ranks->ranks, "units", (json_int_t)ranks->units);
}

/* The common members first, then those of `own`, which is given up. */
static json_t *join(json_t *report, json_t *own) {
    json_object_update_missing(report, own);
    json_decref(own);
    return report;
}

json_t *perft_report_single(const PerftSingle *single) {
    char fen[FEN_SIZE];
    fen_format(&single->position, fen);
    json_t *own =
        json_pack("{s:s, s:i, s:i, s:I, s:I, s:f, s:f, s:o}", "fen", fen, "depth", single->depth,
                  "threads", single->threads, "hash_mib", (json_int_t)single->hash_mib, "leaves",
                  (json_int_t)single->leaves, "seconds", single->seconds, "leaves_per_second",
                  perft_speed(single->leaves, single->seconds), "moves", report_moves(single));
    if (single->has_ranks)
        json_object_set_new(own, "mpi", report_ranks(&single->ranks));
    return join(report_create("quorum-perft", 1), own);
}

static json_t *report_job(const PerftJob *job) {
    char fen[FEN_SIZE];
    fen_format(&job->position, fen);
    return json_pack("{s:I, s:s, s:i, s:I, s:I}", "line", (json_int_t)job->tag, "fen", fen, "depth",
                     job->depth, "expected", (json_int_t)job->expected, "counted",
                     (json_int_t)job->counted);
}

json_t *perft_report_suite(const PerftSuite *suite) {
    json_t *results = json_array();
    json_t *wrong = json_array();
    for (size_t i = 0; i < suite->count; i++) {
        json_t *result = report_job(&suite->jobs[i]);
        json_object_set_new(result, "seconds", json_real((double)suite->jobs[i].busy_ns / 1e9));
        json_array_append_new(results, result);
    }
    const PerftJob *job;
    for (size_t i = 0; (job = perft_suite_next_wrong(suite, &i)) != NULL;)
        json_array_append_new(wrong, report_job(job));
    char *file = utf8_copy(text_of(suite->path));
    json_t *own = json_pack(
        "{s:s, s:i, s:I, s:I, s:I, s:I, s:f, s:o, s:o}", "file", file != NULL ? file : "",
        "threads", suite->threads, "positions", (json_int_t)suite->position_count, "counts",
        (json_int_t)suite->count, "skipped", (json_int_t)suite->skipped, "leaves",
        (json_int_t)suite->leaves, "seconds", suite->seconds, "wrong", wrong, "results", results);
    free(file);
    return join(report_create("quorum-perft-suite", 1), own);
}
