#pragma once

#include "chess/bitboard.h"

#ifdef __BMI2__
#include <immintrin.h>
#endif

/* Attack sets. The tables are constant once attacks_init() has run; every look-up is pure and may
 * be made by any thread. Sliders: parallel bit extract where the target has it (Z. Romstad, G.
 * Isenberg), else magic multiplication (P. Kannan, 2007) over the same table layout. */

typedef struct SliderEntry {
    const Bitboard *attacks;
    Bitboard mask;
#ifndef __BMI2__
    Bitboard magic;
    unsigned shift;
#endif
} SliderEntry;

typedef struct AttackTables {
    Bitboard pawn[COLORS][SQUARES];
    Bitboard knight[SQUARES];
    Bitboard king[SQUARES];
    Bitboard rook_rays[SQUARES];   /* rook attacks on an empty board */
    Bitboard bishop_rays[SQUARES]; /* bishop attacks on an empty board */
    SliderEntry rook[SQUARES];
    SliderEntry bishop[SQUARES];
    Bitboard between[SQUARES][SQUARES]; /* strictly between; empty if not aligned */
    Bitboard line[SQUARES][SQUARES];    /* the whole line through both; empty if not aligned */

    /* The four lines through a square, edge to edge, with it: file, rising diagonal (towards h8),
     * rank, falling diagonal. */
    _Alignas(32) Bitboard lines[SQUARES][4];
} AttackTables;

extern AttackTables attack_tables;

/* Fills the tables. Called once by chess_init(). */
void attacks_init(void);

/* Where the attacks for these occupied squares stand in the entry's part of the table. */
ALWAYS_INLINE uint64_t attacks_index(const SliderEntry *entry, Bitboard occupied) {
#ifdef __BMI2__
    return _pext_u64(occupied, entry->mask);
#else
    return ((occupied & entry->mask) * entry->magic) >> entry->shift;
#endif
}

ALWAYS_INLINE Bitboard attacks_slider(const SliderEntry *entry, Bitboard occupied) {
    return entry->attacks[attacks_index(entry, occupied)];
}

ALWAYS_INLINE Bitboard attacks_rook(Square square, Bitboard occupied) {
    return attacks_slider(&attack_tables.rook[square], occupied);
}

ALWAYS_INLINE Bitboard attacks_bishop(Square square, Bitboard occupied) {
    return attacks_slider(&attack_tables.bishop[square], occupied);
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

/* Squares strictly between two aligned squares, else the empty set. */
ALWAYS_INLINE Bitboard attacks_between(Square a, Square b) {
    return attack_tables.between[a][b];
}

/* The rank, file or diagonal through two different aligned squares, edge to edge, else empty. */
ALWAYS_INLINE Bitboard attacks_line(Square a, Square b) {
    return attack_tables.line[a][b];
}
