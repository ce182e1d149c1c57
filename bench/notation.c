#include <stddef.h>

#include "adapter.h"
#include "chess/fen.h"
#include "positions.h"
#include "suites.h"

static void parse_fens(BenchState *state, const void *context) {
    (void)context;
    Position position;
    FenError error;
    while (bench_keep_running(state)) {
        for (int i = 0; i < FEN_COUNT; i++)
            bench_consume(fen_parse(BENCH_FENS[i], &position, &error));
    }
    bench_set_items(state, FEN_COUNT);
}

static void format_fens(BenchState *state, const void *context) {
    (void)context;
    Position positions[FEN_COUNT];
    FenError error;
    for (int i = 0; i < FEN_COUNT; i++)
        fen_parse(BENCH_FENS[i], &positions[i], &error);
    char text[FEN_SIZE];
    while (bench_keep_running(state)) {
        for (int i = 0; i < FEN_COUNT; i++) {
            fen_format(&positions[i], text);
            bench_consume((uint64_t)text[0]);
        }
    }
    bench_set_items(state, FEN_COUNT);
}

void notation_register(void) {
    bench_register("notation/parse_fen", parse_fens, NULL);
    bench_register("notation/format_fen", format_fens, NULL);
}
