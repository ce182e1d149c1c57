#pragma once

#include "chess/bitboard.h"

#ifdef __BMI2__
#include <immintrin.h>
#endif

/* Attack sets. The tables are constant once attacks_init() has run; every look-up is pure and may
 * be made by any thread. Sliders: parallel bit extract where the file that asks is compiled for it
 * (Z. Romstad, G. Isenberg), else magic multiplication (P. Kannan, 2007). */

typedef struct ExtractEntry {
    const Bitboard *attacks;
    Bitboard mask;
} ExtractEntry;

typedef struct MagicEntry {
    const Bitboard *attacks;
    Bitboard mask;
    Bitboard magic;
    unsigned shift;
} MagicEntry;

typedef struct AttackTables {
    Bitboard pawn[COLORS][SQUARES];
    Bitboard knight[SQUARES];
    Bitboard king[SQUARES];
    Bitboard rook_rays[SQUARES];   /* rook attacks on an empty board */
    Bitboard bishop_rays[SQUARES]; /* bishop attacks on an empty board */
    struct {
        ExtractEntry rook[SQUARES], bishop[SQUARES];
    } extract;
    struct {
        MagicEntry rook[SQUARES], bishop[SQUARES];
    } magic;
    Bitboard between[SQUARES][SQUARES]; /* strictly between; empty if not aligned */
    Bitboard line[SQUARES][SQUARES];    /* the whole line through both; empty if not aligned */

    /* The four lines through a square, edge to edge, with it: file, rising diagonal (towards h8),
     * rank, falling diagonal. */
    _Alignas(32) Bitboard lines[SQUARES][4];
} AttackTables;

extern AttackTables attack_tables;

/* Fills the tables. Called once by chess_init(). */
void attacks_init(void);

#ifdef __BMI2__
#define ATTACKS_SLIDERS attack_tables.extract

ALWAYS_INLINE Bitboard attacks_slider(const ExtractEntry *entry, Bitboard occupied) {
    return entry->attacks[_pext_u64(occupied, entry->mask)];
}
#else
#define ATTACKS_SLIDERS attack_tables.magic

ALWAYS_INLINE Bitboard attacks_slider(const MagicEntry *entry, Bitboard occupied) {
    return entry->attacks[((occupied & entry->mask) * entry->magic) >> entry->shift];
}
#endif

ALWAYS_INLINE Bitboard attacks_rook(Square square, Bitboard occupied) {
    return attacks_slider(&ATTACKS_SLIDERS.rook[square], occupied);
}

ALWAYS_INLINE Bitboard attacks_bishop(Square square, Bitboard occupied) {
    return attacks_slider(&ATTACKS_SLIDERS.bishop[square], occupied);
}

ALWAYS_INLINE Bitboard attacks_queen(Square square, Bitboard occupied) {
    return attacks_rook(square, occupied) | attacks_bishop(square, occupied);
}

ALWAYS_INLINE Bitboard attacks_pawn(Color color, Square square) {
    return attack_tables.pawn[color][square];
}

ALWAYS_INLINE Bitboard attacks_knight(Square square) {
    return attack_tables.knight[square];
}

ALWAYS_INLINE Bitboard attacks_king(Square square) {
    return attack_tables.king[square];
}

/* Attacks of a piece that is not a pawn. */
ALWAYS_INLINE Bitboard attacks_piece(PieceType type, Square square, Bitboard occupied) {
    switch (type) {
    case KNIGHT:
        return attacks_knight(square);
    case BISHOP:
        return attacks_bishop(square, occupied);
    case ROOK:
        return attacks_rook(square, occupied);
    case QUEEN:
        return attacks_queen(square, occupied);
    default:
        return attacks_king(square);
    }
}

/* Squares from where a man gives check, by its type; a king does not. */
typedef struct CheckSquares {
    Bitboard of[PIECE_TYPES];
} CheckSquares;

/* For the men of a colour against an enemy king there. */
ALWAYS_INLINE CheckSquares attacks_check_squares(Color us, Square king, Bitboard occupied) {
    const Bitboard diagonals = attacks_bishop(king, occupied);
    const Bitboard lines = attacks_rook(king, occupied);
    return (CheckSquares){{[PAWN] = attacks_pawn(color_flip(us), king),
                           [KNIGHT] = attacks_knight(king),
                           [BISHOP] = diagonals,
                           [ROOK] = lines,
                           [QUEEN] = diagonals | lines}};
}

/* Those of these sliders, along lines or diagonals, that would attack the square on an empty board.
 */
ALWAYS_INLINE Bitboard attacks_snipers(Square square, Bitboard straight, Bitboard diagonal) {
    return (attack_tables.rook_rays[square] & straight) |
           (attack_tables.bishop_rays[square] & diagonal);
}

/* Squares strictly between two aligned squares, else the empty set. */
ALWAYS_INLINE Bitboard attacks_between(Square a, Square b) {
    return attack_tables.between[a][b];
}

/* The rank, file or diagonal through two different aligned squares, edge to edge, else empty. */
ALWAYS_INLINE Bitboard attacks_line(Square a, Square b) {
    return attack_tables.line[a][b];
}
