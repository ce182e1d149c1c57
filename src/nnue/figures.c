#include "nnue/figures.h"

/* So much a unit, from FIGURE_MOBILITY on. */
static const uint8_t UNITS[] = {8,  6,  5,  5,                  /* mobility */
                                32, 48, 64, 64, 64, 64, 21, 21, /* passed pawns */
                                48, 48, 48, 48, 24, 24, 24, 3};
_Static_assert(sizeof UNITS == FIGURES - FIGURE_MOBILITY, "one for each");

ALWAYS_INLINE void put(uint8_t *figures, int figure, int count) {
    const int value = count * UNITS[figure - FIGURE_MOBILITY];
    figures[figure] = (uint8_t)(value < NETWORK_INPUT_MAX ? value : NETWORK_INPUT_MAX);
}

ALWAYS_INLINE void put_count(uint8_t *figures, int figure, Bitboard set) {
    put(figures, figure, bb_count(set));
}

ALWAYS_INLINE void put_truth(uint8_t *figures, int figure, bool is_true) {
    figures[figure] = is_true ? NETWORK_INPUT_MAX : 0;
}

/* All squares behind those of a set, as a side sees them. */
ALWAYS_INLINE Bitboard behind(Color side, Bitboard set) {
    if (side == WHITE) {
        set >>= 8;
        set |= set >> 8;
        set |= set >> 16;
        return set | set >> 32;
    }
    set <<= 8;
    set |= set << 8;
    set |= set << 16;
    return set | set << 32;
}

/* The files on which a set has squares. */
ALWAYS_INLINE Bitboard files_of(Bitboard set) {
    return set | behind(WHITE, set) | behind(BLACK, set);
}

ALWAYS_INLINE Bitboard beside(Bitboard set) {
    return bb_east(set) | bb_west(set);
}

/* The squares of a rank that are further from a file than `steps`. */
#define FURTHER(file, steps)                                                                       \
    (0xFF & ~((UINT64_C(2) << ((file) + (steps))) -                                                \
              (UINT64_C(1) << ((file) > (steps) ? (file) - (steps) : 0))))

/* Where White's pawns are nearer to promotion than the file of an enemy king to theirs. */
#define NEARER(file)                                                                               \
    (FURTHER(file, 6) << 8 | FURTHER(file, 5) << 16 | FURTHER(file, 4) << 24 |                     \
     FURTHER(file, 3) << 32 | FURTHER(file, 2) << 40 | FURTHER(file, 1) << 48)
static const Bitboard NEARER_THAN_FILE[FILES] = {NEARER(0), NEARER(1), NEARER(2), NEARER(3),
                                                 NEARER(4), NEARER(5), NEARER(6), NEARER(7)};

/* Where a side's pawns are nearer to promotion than the enemy king to where they promote. */
ALWAYS_INLINE Bitboard outrunning(Color side, Square enemy_king) {
    const Square king = square_relative(side, enemy_king);
    const Bitboard ahead = UINT64_MAX << 8 << 8 * square_rank(king);
    const Bitboard squares = ahead | NEARER_THAN_FILE[square_file(king)];
    return side == WHITE ? squares : bb_flip(squares);
}

/* The rank of a side's furthest pawn of a set, 0 for none. */
ALWAYS_INLINE int furthest_rank(Color side, Bitboard pawns) {
    return pawns ? RANK_8 - square_rank(bb_first(side == WHITE ? bb_flip(pawns) : pawns)) : 0;
}

ALWAYS_INLINE void find_passed(const Bitboard *by_type, const Reach *own, const Reach *enemy,
                               uint8_t *figures) {
    const Color side = own->side, other = enemy->side;
    const Bitboard faced = behind(side, enemy->pawns);
    const Bitboard passed = own->pawns & ~(faced | beside(faced) | behind(side, own->pawns));
    if (!passed)
        return;
    const Bitboard king = by_type[KING] & own->men, enemy_king = by_type[KING] & enemy->men;
    const Bitboard free = passed & ~behind(side, own->men | enemy->men);
    put_count(figures, FIGURE_PASSED, passed);
    put_count(figures, FIGURE_FREE, free);
    put_count(figures, FIGURE_UNSTOPPED, free & ~behind(side, enemy->by_any));
    put_count(figures, FIGURE_ESCORTED, passed & bb_forward(other, king | own->by_type[KING]));
    put_count(figures, FIGURE_FACED, passed & bb_forward(other, enemy_king | enemy->by_type[KING]));
    if (enemy_king)
        put_count(figures, FIGURE_OUTRUNS, passed & outrunning(side, bb_first(enemy_king)));
    put(figures, FIGURE_FURTHEST, furthest_rank(side, passed));
    put(figures, FIGURE_FURTHEST_FREE, furthest_rank(side, free));
}

ALWAYS_INLINE void find_placed(const Bitboard *by_type, const Reach *own, const Reach *enemy,
                               uint8_t *figures) {
    const Bitboard by_pawns = own->by_type[PAWN], own_files = files_of(own->pawns);
    const Bitboard half_open = own->men & by_type[ROOK] & ~own_files;
    const Bitboard minors = own->men & (by_type[KNIGHT] | by_type[BISHOP]);
    put_count(figures, FIGURE_HALF_OPEN, half_open);
    put_count(figures, FIGURE_OPEN, half_open & ~files_of(enemy->pawns));
    put_count(figures, FIGURE_OUTPOSTS,
              minors & by_pawns & ~beside(behind(own->side, enemy->pawns)));
    put_count(figures, FIGURE_ISOLATED, own->pawns & ~beside(own_files));
    put_count(figures, FIGURE_SUPPORTED, own->pawns & by_pawns);
}

ALWAYS_INLINE void find_reached(const Reach *own, const Reach *enemy, uint8_t *figures) {
    const Bitboard area = ~own->men & ~enemy->by_type[PAWN];
    for (PieceType type = KNIGHT; type <= QUEEN; type++)
        put_count(figures, FIGURE_MOBILITY + (int)(type - KNIGHT), own->by_type[type] & area);
    put_count(figures, FIGURE_CONTROL, own->by_any & ~enemy->by_any);
}

/* What becomes of the squares beside a king. */
ALWAYS_INLINE void find_ring(const Reach *own, const Reach *enemy, uint8_t *figures) {
    const Bitboard ring = own->by_type[KING], pressed = ring & enemy->by_any;
    Bitboard defended = 0;
    for (PieceType type = PAWN; type < KING; type++)
        defended |= own->by_type[type];
    const int pressure = bb_count(pressed), bare = bb_count(pressed & ~defended);
    const int steps = bb_count(ring & ~own->men & ~enemy->by_any);
    for (int i = 0; i < 3; i++) {
        put_truth(figures, FIGURE_PRESSED + i, pressure > i + 2);
        put_truth(figures, FIGURE_BARED + i, bare > i);
    }
    for (int i = 0; i < 2; i++)
        put_truth(figures, FIGURE_STUCK + i, steps <= i);
}

ALWAYS_INLINE void find_checks(const CheckSquares *from, const Reach *own, const Reach *enemy,
                               uint8_t *figures) {
    const Bitboard safe = ~enemy->men & ~own->by_any;
    for (PieceType type = KNIGHT; type <= QUEEN; type++)
        put_truth(figures, FIGURE_CHECKED + (int)(type - KNIGHT),
                  from->of[type] & enemy->by_type[type] & safe);
}

/* Men before enemy sliders that a king's own men alone keep from attacking it: seen only where
 * those are gone which it sees now. */
ALWAYS_INLINE Bitboard pinned_of(const Bitboard *by_type, Square king, const CheckSquares *seen,
                                 const Reach *own, const Reach *enemy) {
    const Bitboard rest = (own->men | enemy->men) & ~(seen->of[QUEEN] & own->men);
    const Bitboard lines = attacks_rook(king, rest) & ~seen->of[ROOK];
    const Bitboard diagonals = attacks_bishop(king, rest) & ~seen->of[BISHOP];
    Bitboard pinned = 0;
    for (Bitboard pinners = ((lines & (by_type[ROOK] | by_type[QUEEN])) |
                             (diagonals & (by_type[BISHOP] | by_type[QUEEN]))) &
                            enemy->men;
         pinners;)
        pinned |= attacks_between(king, bb_pop(&pinners)) & own->men;
    return pinned;
}

ALWAYS_INLINE void find_king(const Bitboard *by_type, const Reach *own, const Reach *enemy,
                             uint8_t *figures) {
    const Bitboard king = by_type[KING] & own->men;
    if (UNLIKELY(!king))
        return;
    const Square square = bb_first(king);
    const CheckSquares seen = attacks_check_squares(enemy->side, square, own->men | enemy->men);
    find_ring(own, enemy, figures);
    find_checks(&seen, own, enemy, figures);
    put_count(figures, FIGURE_PINNED, pinned_of(by_type, square, &seen, own, enemy));
}

void figures_find(const Bitboard by_type[PIECE_TYPES], const Reach *own, const Reach *enemy,
                  Bitboard loose, uint8_t figures[NETWORK_FIGURES]) {
    find_king(by_type, own, enemy, figures);
    find_reached(own, enemy, figures);
    find_passed(by_type, own, enemy, figures);
    find_placed(by_type, own, enemy, figures);
    put_count(figures, FIGURE_LOOSE, loose);
}
