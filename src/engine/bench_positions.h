#pragma once

#include <stdbool.h>

/* What bench searches. Changing anything here changes the signature. */

#define BENCH_POSITION_COUNT 50

typedef struct BenchPosition {
    const char *fen;
    const char *moves; /* played from there, coordinate notation with blanks between */
    bool chess960;
} BenchPosition;

extern const BenchPosition BENCH_POSITIONS[BENCH_POSITION_COUNT];
