#include "uci/wdl.h"

#include <math.h>

#include "base/compiler.h"

/* The score at which half of the games are won, and how far the chances are spread around it, in
 * centipawns; between rows they are interpolated. Printed by scripts/fit-wdl from 18,520 games of
 * a former hand-written evaluation at 500 nodes a move (1.8 million positions). */
typedef struct WdlRow {
    int material;
    double half;
    double spread;
} WdlRow;

static const WdlRow ROWS[] = {
    {3, 363, 135}, {9, 448, 216}, {15, 193, 125}, {21, 127, 120}, {27, 101, 129},
    {33, 83, 142}, {39, 75, 146}, {45, 70, 171},  {51, 65, 186},  {57, 58, 204},
    {63, 52, 212}, {69, 49, 223}, {75, 44, 225},  {81, 51, 259},
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
