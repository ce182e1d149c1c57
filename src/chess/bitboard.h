#pragma once

#include "base/compiler.h"
#include "chess/types.h"

/* Sets of squares as 64-bit words: bit n is square n. */

typedef uint64_t Bitboard;

#define FILE_A_BB        0x0101010101010101ULL
#define FILE_H_BB        0x8080808080808080ULL
#define RANK_1_BB        0xFFULL
#define LIGHT_SQUARES_BB 0x55AA55AA55AA55AAULL
#define DARK_SQUARES_BB  (~LIGHT_SQUARES_BB)

ALWAYS_INLINE Bitboard bb_square(Square square) {
    return 1ULL << square;
}

ALWAYS_INLINE Bitboard bb_file(int file) {
    return FILE_A_BB << file;
}

ALWAYS_INLINE Bitboard bb_rank(int rank) {
    return RANK_1_BB << (8 * rank);
}

ALWAYS_INLINE bool bb_has(Bitboard set, Square square) {
    return (set >> square) & 1;
}

ALWAYS_INLINE int bb_count(Bitboard set) {
#if defined(__x86_64__) && !defined(__POPCNT__)
    /* Sums of 2, 4 and 8 bits, then of all bytes: gcc would call a function that looks them up. */
    set -= (set >> 1) & 0x5555555555555555ULL;
    set = (set & 0x3333333333333333ULL) + ((set >> 2) & 0x3333333333333333ULL);
    set = (set + (set >> 4)) & 0x0F0F0F0F0F0F0F0FULL;
    return (int)((set * 0x0101010101010101ULL) >> 56);
#else
    return __builtin_popcountll(set);
#endif
}

ALWAYS_INLINE bool bb_several(Bitboard set) {
    return (set & (set - 1)) != 0;
}

/* Lowest square of a set that must not be empty. */
ALWAYS_INLINE Square bb_first(Bitboard set) {
    return __builtin_ctzll(set);
}

/* Removes and returns the lowest square of a set that must not be empty. */
ALWAYS_INLINE Square bb_pop(Bitboard *set) {
    Square square = bb_first(*set);
    *set &= *set - 1;
    return square;
}

ALWAYS_INLINE Bitboard bb_north(Bitboard set) {
    return set << 8;
}

ALWAYS_INLINE Bitboard bb_south(Bitboard set) {
    return set >> 8;
}

ALWAYS_INLINE Bitboard bb_east(Bitboard set) {
    return (set & ~FILE_H_BB) << 1;
}

ALWAYS_INLINE Bitboard bb_west(Bitboard set) {
    return (set & ~FILE_A_BB) >> 1;
}

/* One step towards the other side's back rank. */
ALWAYS_INLINE Bitboard bb_forward(Color color, Bitboard set) {
    return color == WHITE ? set << 8 : set >> 8;
}

/* Squares attacked by a set of pawns towards file h. */
ALWAYS_INLINE Bitboard bb_pawn_attacks_east(Color color, Bitboard pawns) {
    return color == WHITE ? (pawns & ~FILE_H_BB) << 9 : (pawns & ~FILE_H_BB) >> 7;
}

/* Squares attacked by a set of pawns towards file a. */
ALWAYS_INLINE Bitboard bb_pawn_attacks_west(Color color, Bitboard pawns) {
    return color == WHITE ? (pawns & ~FILE_A_BB) << 7 : (pawns & ~FILE_A_BB) >> 9;
}

ALWAYS_INLINE Bitboard bb_pawn_attacks(Color color, Bitboard pawns) {
    return bb_pawn_attacks_east(color, pawns) | bb_pawn_attacks_west(color, pawns);
}
