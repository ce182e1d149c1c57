#pragma once

#include "chess/perft_board.h"

/* Counting the legal moves of a side that is not in check, all kinds of piece at once and without a
 * branch that depends on the pieces: eight lanes of a vector are the eight directions, and all
 * sliders of a side are filled outwards together (occluded fill, S. Lefler and G. Isenberg, after
 * the Kogge-Stone adder). In one direction a square is reached by one slider at most, so the bits
 * of all lanes are the moves. A pinned piece is where a slider's ray meets the king's line; it
 * stays in the lanes of that line. Needs AVX-512; other processors list the moves. */

#if defined(__AVX512F__) && defined(__AVX512VPOPCNTDQ__)
#define PERFT_LEAVES_BY_LANES 1

#include <immintrin.h>

/* Lanes: N, NE, E, NW, S, SW, W, SE; straight ones are even. */
#define STRAIGHT_LANES 0x55

typedef struct LaneTables {
    _Alignas(CACHE_LINE) uint64_t step[8];
    uint64_t step_twice[8];
    uint64_t step_four[8];
    uint64_t entered[8]; /* squares that a step can enter without leaving the board */
    uint64_t knight_step[8];
    uint64_t knight_entered[8];
} LaneTables;

#define NOT_FILE_A  (~FILE_A_BB)
#define NOT_FILE_H  (~FILE_H_BB)
#define NOT_FILE_AB (~(FILE_A_BB | FILE_A_BB << 1))
#define NOT_FILE_GH (~(FILE_H_BB | FILE_H_BB >> 1))
#define NOT_RANK_1  (~RANK_1_BB)
#define NOT_RANK_8  (~(RANK_1_BB << 56))
#define NOT_RANK_12 (~(RANK_1_BB | RANK_1_BB << 8))
#define NOT_RANK_78 (~(RANK_1_BB << 56 | RANK_1_BB << 48))

static const LaneTables LANES = {
    .step = {8, 9, 1, 7, 56, 55, 63, 57},
    .step_twice = {16, 18, 2, 14, 48, 46, 62, 50},
    .step_four = {32, 36, 4, 28, 32, 28, 60, 36},
    .entered = {NOT_RANK_1, NOT_RANK_1 &NOT_FILE_A, NOT_FILE_A, NOT_RANK_1 &NOT_FILE_H, NOT_RANK_8,
                NOT_RANK_8 &NOT_FILE_H, NOT_FILE_H, NOT_RANK_8 &NOT_FILE_A},
    .knight_step = {17, 15, 10, 6, 47, 49, 54, 58},
    .knight_entered = {NOT_RANK_12 & NOT_FILE_A, NOT_RANK_12 &NOT_FILE_H, NOT_RANK_1 &NOT_FILE_AB,
                       NOT_RANK_1 &NOT_FILE_GH, NOT_RANK_78 &NOT_FILE_H, NOT_RANK_78 &NOT_FILE_A,
                       NOT_RANK_8 &NOT_FILE_GH, NOT_RANK_8 &NOT_FILE_AB},
};

typedef struct LaneFill {
    __m512i empty, empty_twice, empty_four; /* one, two, four empty squares behind each other */
} LaneFill;

ALWAYS_INLINE __m512i lanes_load(const uint64_t *values) {
    return _mm512_load_si512(values);
}

ALWAYS_INLINE LaneFill lanes_fill_prepare(Bitboard occupied) {
    LaneFill fill;
    fill.empty =
        _mm512_andnot_si512(_mm512_set1_epi64((long long)occupied), lanes_load(LANES.entered));
    fill.empty_twice =
        _mm512_and_si512(fill.empty, _mm512_rolv_epi64(fill.empty, lanes_load(LANES.step)));
    fill.empty_four = _mm512_and_si512(
        fill.empty_twice, _mm512_rolv_epi64(fill.empty_twice, lanes_load(LANES.step_twice)));
    return fill;
}

/* a | (b & c) */
ALWAYS_INLINE __m512i lanes_or_and(__m512i a, __m512i b, __m512i c) {
    return _mm512_ternarylogic_epi64(a, b, c, 0xF8);
}

/* What the sliders in each lane attack in its direction. */
ALWAYS_INLINE __m512i lanes_slide(const LaneFill *fill, __m512i sliders) {
    sliders =
        lanes_or_and(sliders, fill->empty, _mm512_rolv_epi64(sliders, lanes_load(LANES.step)));
    sliders = lanes_or_and(sliders, fill->empty_twice,
                           _mm512_rolv_epi64(sliders, lanes_load(LANES.step_twice)));
    sliders = lanes_or_and(sliders, fill->empty_four,
                           _mm512_rolv_epi64(sliders, lanes_load(LANES.step_four)));
    return _mm512_and_si512(_mm512_rolv_epi64(sliders, lanes_load(LANES.step)),
                            lanes_load(LANES.entered));
}

ALWAYS_INLINE __m512i lanes_sliders(const PerftBoard *board, Bitboard side) {
    return _mm512_mask_set1_epi64(_mm512_set1_epi64((long long)(board->diagonal & side)),
                                  STRAIGHT_LANES, (long long)(board->straight & side));
}

ALWAYS_INLINE __m512i lanes_leap(Bitboard knights) {
    return _mm512_and_si512(
        _mm512_rolv_epi64(_mm512_set1_epi64((long long)knights), lanes_load(LANES.knight_step)),
        lanes_load(LANES.knight_entered));
}

/* The unions of the lanes of a and of b. */
ALWAYS_INLINE void lanes_unite(__m512i a, __m512i b, Bitboard *union_a, Bitboard *union_b) {
    __m512i pairs = _mm512_or_si512(_mm512_unpacklo_epi64(a, b), _mm512_unpackhi_epi64(a, b));
    __m256i half =
        _mm256_or_si256(_mm512_castsi512_si256(pairs), _mm512_extracti64x4_epi64(pairs, 1));
    __m128i both = _mm_or_si128(_mm256_castsi256_si128(half), _mm256_extracti128_si256(half, 1));
    *union_a = (Bitboard)_mm_cvtsi128_si64(both);
    *union_b = (Bitboard)_mm_extract_epi64(both, 1);
}

/* Pushes and captures; a pinned pawn has only those along its line. */
ALWAYS_INLINE int leaves_of_pawns(const PerftBoard *board, Color us, Bitboard pinned,
                                  const Bitboard lines[4]) {
    const Bitboard last_rank = bb_rank(rank_relative(us, RANK_8));
    const Bitboard rising = lines[1], falling = lines[3];
    Bitboard empty = ~perft_board_occupied(board);
    Bitboard enemies = board->by_color[color_flip(us)];
    Bitboard pawns = board->pawns & board->by_color[us];
    Bitboard single = bb_forward(us, pawns & (~pinned | lines[0])) & empty;
    Bitboard twice = bb_forward(us, single & bb_rank(rank_relative(us, RANK_3))) & empty;
    Bitboard east =
        bb_pawn_attacks_east(us, pawns & (~pinned | (us == WHITE ? rising : falling))) & enemies;
    Bitboard west =
        bb_pawn_attacks_west(us, pawns & (~pinned | (us == WHITE ? falling : rising))) & enemies;
    int count = bb_count(single) + bb_count(twice) + bb_count(east) + bb_count(west);
    if (UNLIKELY(pawns & bb_rank(rank_relative(us, RANK_7))))
        count += 3 * (bb_count(single & last_rank) + bb_count(east & last_rank) +
                      bb_count(west & last_rank));
    return count;
}

/* Legal moves but for castling and en passant; -1 in check. Sets what castling asks for. */
ALWAYS_INLINE int leaves_by_lanes(const PerftBoard *board, Color us, Bitboard *danger,
                                  Bitboard *pinned) {
    Bitboard own = board->by_color[us];
    Bitboard enemies = board->by_color[color_flip(us)];
    Bitboard occupied = own | enemies;
    Square king = perft_board_king(board, us);
    LaneFill fill = lanes_fill_prepare(occupied);
    const Bitboard *through = attack_tables.lines[king];
    __m512i lines =
        _mm512_broadcast_i64x4(_mm256_load_si256((const __m256i *)(const void *)through));
    __m512i rays = lanes_slide(&fill, lanes_sliders(board, enemies));
    __m512i attacks = _mm512_or_si512(rays, lanes_leap(board->knights & enemies));
    lanes_unite(attacks, _mm512_and_si512(rays, lines), danger, pinned);
    *danger |= bb_pawn_attacks(color_flip(us), board->pawns & enemies) |
               attacks_king(perft_board_king(board, color_flip(us)));
    if (UNLIKELY(bb_has(*danger, king)))
        return -1;
    *pinned &= attacks_queen(king, occupied) & own;

    __m512i pins = _mm512_set1_epi64((long long)*pinned);
    __m512i sliders = lanes_sliders(board, own);
    sliders = _mm512_ternarylogic_epi64(sliders, pins, lines, 0xB0); /* a & (~b | c) */
    __m512i slides = lanes_slide(&fill, sliders);
    __m512i leaps = lanes_leap(board->knights & own & ~*pinned);
    __m512i blocked = _mm512_set1_epi64((long long)own);
    __m512i counts = _mm512_add_epi64(_mm512_popcnt_epi64(_mm512_andnot_si512(blocked, slides)),
                                      _mm512_popcnt_epi64(_mm512_andnot_si512(blocked, leaps)));
    return (int)_mm512_reduce_add_epi64(counts) + bb_count(attacks_king(king) & ~own & ~*danger) +
           leaves_of_pawns(board, us, *pinned, through);
}

#endif
