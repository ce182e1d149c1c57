#include "search/strength.h"

#include "base/compiler.h"
#include "base/random.h"

/* What a player of each strength searches and how much it errs; docs/development/calibration.md
 * says how the rows were found. Between rows the logarithm of the nodes and the error are
 * interpolated. */
typedef struct StrengthRow {
    int elo;
    int log_nodes; /* 1/256 of the binary logarithm */
    int deviation; /* standard deviation of the error, centipawns */
} StrengthRow;

static const StrengthRow ROWS[] = {
    {STRENGTH_MIN_ELO, 1970, 170}, {1100, 9 * 256, 120}, {1600, 11 * 256, 60},
    {1900, 13 * 256, 24},          {2100, 3960, 10},     {STRENGTH_MAX_ELO, 5000, 3},
};

#define UNIT 256

static StrengthRow interpolate(int elo) {
    const int last = (int)ARRAY_LENGTH(ROWS) - 1;
    elo = elo < ROWS[0].elo ? ROWS[0].elo : elo > ROWS[last].elo ? ROWS[last].elo : elo;
    int upper = 1;
    while (upper < last && ROWS[upper].elo < elo)
        upper++;
    const StrengthRow *low = &ROWS[upper - 1];
    const StrengthRow *high = &ROWS[upper];
    int above = elo - low->elo;
    int span = high->elo - low->elo;
    return (StrengthRow){
        .elo = elo,
        .log_nodes = low->log_nodes + (high->log_nodes - low->log_nodes) * above / span,
        .deviation = low->deviation + (high->deviation - low->deviation) * above / span,
    };
}

int strength_level_elo(int level) {
    return STRENGTH_MIN_ELO + level * (STRENGTH_MAX_ELO - STRENGTH_MIN_ELO) / STRENGTH_FULL_LEVEL;
}

uint64_t strength_nodes(int elo) {
    int log_nodes = interpolate(elo).log_nodes;
    uint64_t power = 1ULL << log_nodes / UNIT;
    return power + power * (uint64_t)(log_nodes % UNIT) / UNIT; /* a chord of the power of two */
}

Score strength_error(int elo, uint64_t seed, uint64_t position_key, Move move) {
    enum { DRAWS = 12, RANGE = 1 << 16 };
    /* Twelve uniform numbers from 0 to 1 have a sum of mean 6 and variance 1. */
    uint64_t state = seed ^ position_key;
    state = random_next(&state) ^ (uint64_t)move;
    int64_t sum = 0;
    for (int i = 0; i < DRAWS; i++)
        sum += (int64_t)random_scale(random_next(&state), RANGE);
    int64_t deviates = sum - DRAWS / 2 * RANGE;
    return (Score)(deviates * interpolate(elo).deviation / RANGE);
}
