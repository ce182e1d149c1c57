#include "uci/wdl.h"

#include <math.h>

#include "base/compiler.h"

/* The score at which half of the games are won, and how far the chances are spread around it, in
 * centipawns; between rows they are interpolated. Printed by scripts/fit-wdl from 1,294 games at
 * 100,000 nodes a move (167,240 positions), see docs/development/calibration.md. */
typedef struct WdlRow {
    int material;
    double half;
    double spread;
} WdlRow;

static const WdlRow ROWS[] = {
    {3, 332, 54},  {9, 224, 38},  {15, 161, 30}, {21, 159, 38}, {27, 138, 41},
    {33, 120, 37}, {39, 115, 49}, {45, 101, 48}, {51, 91, 39},  {57, 84, 42},
    {63, 79, 42},  {69, 73, 47},  {75, 66, 44},  {81, 63, 45},
};

int wdl_material(const Position *position) {
    static const int WORTH[KING] = {1, 3, 3, 5, 9};
    int material = 0;
    for (PieceType type = PAWN; type < KING; type++)
        material += WORTH[type] * bb_count(position->by_type[type]);
    return material;
}

static WdlRow interpolate(int material) {
    const int last = (int)ARRAY_LENGTH(ROWS) - 1;
    if (material <= ROWS[0].material)
        return ROWS[0];
    if (material >= ROWS[last].material)
        return ROWS[last];
    int upper = 1;
    while (ROWS[upper].material < material)
        upper++;
    const WdlRow *low = &ROWS[upper - 1];
    const WdlRow *high = &ROWS[upper];
    double share = (double)(material - low->material) / (high->material - low->material);
    return (WdlRow){
        .material = material,
        .half = low->half + (high->half - low->half) * share,
        .spread = low->spread + (high->spread - low->spread) * share,
    };
}

Wdl wdl_of(Score score, int material) {
    if (score_is_mate(score))
        return score > 0 ? (Wdl){.win = 1000} : (Wdl){.loss = 1000};
    WdlRow row = interpolate(material);
    Wdl wdl = {
        .win = (int)lround(1000 / (1 + exp((row.half - score) / row.spread))),
        .loss = (int)lround(1000 / (1 + exp((row.half + score) / row.spread))),
    };
    wdl.draw = 1000 - wdl.win - wdl.loss;
    return wdl;
}
