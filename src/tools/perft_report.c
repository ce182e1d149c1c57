#include "tools/perft_report.h"

#include <stdlib.h>
#include <string.h>

#include "chess/fen.h"
#include "chess/notation.h"
#include "tools/report.h"

static int compare_moves(const void *a, const void *b) {
    const char *first = json_string_value(json_object_get(*(json_t *const *)a, "move"));
    const char *second = json_string_value(json_object_get(*(json_t *const *)b, "move"));
    return strcmp(first != NULL ? first : "", second != NULL ? second : "");
}

static json_t *report_moves(const PerftSingle *single) {
    json_t *sorted[MAX_MOVES];
    for (int i = 0; i < single->moves.count; i++) {
        char text[COORDINATE_SIZE];
        notation_coordinate(single->moves.moves[i], single->position.chess960, text);
        sorted[i] = json_pack("{s:s, s:I}", "move", text, "leaves", (json_int_t)single->counts[i]);
    }
    qsort(sorted, (size_t)single->moves.count, sizeof(sorted[0]), compare_moves);
    json_t *list = json_array();
    for (int i = 0; i < single->moves.count; i++)
        json_array_append_new(list, sorted[i]);
    return list;
}

json_t *perft_report_single(const PerftSingle *single, const PerftMpiResult *mpi) {
    char fen[FEN_SIZE];
    fen_format(&single->position, fen);
    json_t *report = report_create("quorum-perft", 1);
    double speed = single->seconds > 0 ? (double)single->leaves / single->seconds : 0;
    json_t *result =
        json_pack("{s:s, s:i, s:i, s:I, s:I, s:f, s:f, s:o}", "fen", fen, "depth", single->depth,
                  "threads", single->threads, "hash_mib", (json_int_t)single->hash_mib, "leaves",
                  (json_int_t)single->leaves, "seconds", single->seconds, "leaves_per_second",
                  speed, "moves", report_moves(single));
    if (mpi != NULL)
        json_object_set_new(result, "mpi",
                            json_pack("{s:i, s:i, s:I, s:I}", "ranks", mpi->ranks, "lost",
                                      mpi->lost, "units", (json_int_t)mpi->units, "counted_again",
                                      (json_int_t)mpi->counted_again));
    json_object_update_missing(report, result);
    json_decref(result);
    return report;
}
