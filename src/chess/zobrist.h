#pragma once

#include "chess/types.h"

/* Random numbers of hash keys (A. Zobrist, 1970), the same on every machine. */
typedef struct ZobristTables {
    uint64_t piece[PIECES + 1][SQUARES]; /* zeros for NO_PIECE */
    uint64_t en_passant_file[FILES];
    uint64_t castling_rook[SQUARES]; /* for each rook that its king may castle with */
    uint64_t black_to_move;
    uint64_t material[PIECES]; /* added once for each piece that stands */
} ZobristTables;

extern ZobristTables zobrist_tables;

/* Fills the tables. Called once by chess_init(). */
void zobrist_init(void);
