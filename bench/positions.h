#pragma once

#include "chess/movegen.h"

/* What the benchmarks work on: positions of Quorum's self-play games, from opening to endgame,
 * and all that one move makes of them. */

#define FEN_COUNT      16
#define MOST_POSITIONS 1024

extern const char *const BENCH_FENS[FEN_COUNT];

typedef struct PositionSet {
    int count;
    Position positions[MOST_POSITIONS];
} PositionSet;

/* A move and where it is legal. */
typedef struct PlacedMove {
    const Position *position;
    Move move;
} PlacedMove;

typedef struct MoveSet {
    int count;
    PlacedMove moves[MOST_POSITIONS * 64];
} MoveSet;

/* The positions of all FENs and their successors; with calm, none in check. Made once. */
const PositionSet *positions_all(bool calm);

/* All legal moves of positions_all(false), or all noisy ones, as many as there is room for. Made
 * once. */
const MoveSet *positions_moves(bool noisy);

/* Fills line[0] to line[count - 1] with what a game could look like: moves that lose nothing at
 * once, otherwise by chance, but always the same ones. Returns how many positions there are, fewer
 * if the game ends. */
int positions_line(Position *line, int count);
