#include "nnue/traits.h"

/* A side's men and the squares that they attack: those of each type, and any. */
typedef struct Reach {
    Color side;
    Bitboard men, pawns;
    Bitboard by_type[PIECE_TYPES];
    Bitboard by_any;
} Reach;

/* The type is known where it is called: no compiler unrolls a loop over types that has another in
 * it. */
ALWAYS_INLINE Bitboard attacks_of(PieceType type, Bitboard men, Bitboard occupied) {
    Bitboard attacks = 0;
    while (men)
        attacks |= attacks_piece(type, bb_pop(&men), occupied);
    return attacks;
}

ALWAYS_INLINE Reach reach_of(const Bitboard *by_type, Bitboard men, Color side, Bitboard occupied) {
    const Bitboard pawns = by_type[PAWN] & men;
    Reach reach = {.side = side,
                   .men = men,
                   .pawns = pawns,
                   .by_type = {bb_pawn_attacks(side, pawns),
                               attacks_of(KNIGHT, by_type[KNIGHT] & men, occupied),
                               attacks_of(BISHOP, by_type[BISHOP] & men, occupied),
                               attacks_of(ROOK, by_type[ROOK] & men, occupied),
                               attacks_of(QUEEN, by_type[QUEEN] & men, occupied),
                               attacks_of(KING, by_type[KING] & men, occupied)}};
    for (PieceType type = PAWN; type <= KING; type++)
        reach.by_any |= reach.by_type[type];
    return reach;
}

/* Of a side's men, given what they and the enemy's reach. */
ALWAYS_INLINE Bitboard loose_of(const Bitboard *by_type, const Reach *own, const Reach *enemy) {
    const Bitboard queens = by_type[QUEEN], heavy = queens | by_type[ROOK];
    const Bitboard pieces = heavy | by_type[KNIGHT] | by_type[BISHOP];
    const Bitboard by_minors = enemy->by_type[KNIGHT] | enemy->by_type[BISHOP];
    return own->men & ((enemy->by_any & ~own->by_any) | (enemy->by_type[PAWN] & pieces) |
                       (by_minors & heavy) | (enemy->by_type[ROOK] & queens));
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

ALWAYS_INLINE void find_passed(const Bitboard *by_type, const Reach *own, const Reach *enemy,
                               Traits *traits) {
    const Color side = own->side, other = enemy->side;
    const Bitboard faced = behind(side, enemy->pawns);
    const Bitboard passed = own->pawns & ~(faced | beside(faced) | behind(side, own->pawns));
    const Bitboard king = by_type[KING] & own->men, enemy_king = by_type[KING] & enemy->men;
    if (!passed)
        return;
    const Bitboard free = passed & ~behind(side, own->men | enemy->men);
    traits->of[TRAIT_PASSED] |= passed;
    traits->of[TRAIT_FREE] |= free;
    traits->of[TRAIT_UNSTOPPED] |= free & ~behind(side, enemy->by_any);
    traits->of[TRAIT_ESCORTED] |= passed & bb_forward(other, king | own->by_type[KING]);
    traits->of[TRAIT_FACED] |= passed & bb_forward(other, enemy_king | enemy->by_type[KING]);
    if (enemy_king)
        traits->of[TRAIT_OUTRUNS] |= passed & outrunning(side, bb_first(enemy_king));
}

ALWAYS_INLINE void find_placed(const Bitboard *by_type, const Reach *own, const Reach *enemy,
                               Traits *traits) {
    const Bitboard half_open = own->men & by_type[ROOK] & ~files_of(own->pawns);
    const Bitboard minors = own->men & (by_type[KNIGHT] | by_type[BISHOP]);
    traits->of[TRAIT_HALF_OPEN] |= half_open;
    traits->of[TRAIT_OPEN] |= half_open & ~files_of(enemy->pawns);
    traits->of[TRAIT_OUTPOST] |=
        minors & own->by_type[PAWN] & ~beside(behind(own->side, enemy->pawns));
}

/* The lowest bits, as many as `count` but `most` at most. */
ALWAYS_INLINE unsigned low_bits(int count, int most) {
    return (1u << (count < most ? count : most)) - 1;
}

/* What becomes of the squares beside a king. */
ALWAYS_INLINE unsigned ring_traits(const Reach *own, const Reach *enemy) {
    const Bitboard ring = own->by_type[KING], pressed = ring & enemy->by_any;
    const int steps = bb_count(ring & ~own->men & ~enemy->by_any);
    Bitboard defended = 0;
    for (PieceType type = PAWN; type < KING; type++)
        defended |= own->by_type[type];
    return low_bits(bb_count(pressed), 5) >> 2 << KING_PRESSED |
           low_bits(bb_count(pressed & ~defended), 3) << KING_BARED |
           (unsigned)(steps < 1) << KING_STUCK | (unsigned)(steps < 2) << (KING_STUCK + 1);
}

ALWAYS_INLINE unsigned check_traits(const CheckSquares *from, const Reach *own,
                                    const Reach *enemy) {
    const Bitboard safe = ~enemy->men & ~own->by_any;
    unsigned traits = 0;
    for (PieceType type = KNIGHT; type <= QUEEN; type++)
        traits |= (unsigned)((from->of[type] & enemy->by_type[type] & safe) != 0)
                  << (KING_CHECKED + (int)(type - KNIGHT));
    return traits;
}

/* Enemy sliders that a king's own men alone keep from attacking it: seen only where those are gone
 * which it sees now. */
ALWAYS_INLINE void find_pinned(const Bitboard *by_type, Square king, const CheckSquares *seen,
                               const Reach *own, const Reach *enemy, Traits *traits) {
    const Bitboard rest = (own->men | enemy->men) & ~(seen->of[QUEEN] & own->men);
    const Bitboard lines = attacks_rook(king, rest) & ~seen->of[ROOK];
    const Bitboard diagonals = attacks_bishop(king, rest) & ~seen->of[BISHOP];
    for (Bitboard pinners = ((lines & (by_type[ROOK] | by_type[QUEEN])) |
                             (diagonals & (by_type[BISHOP] | by_type[QUEEN]))) &
                            enemy->men;
         pinners;)
        traits->of[TRAIT_PINNED] |= attacks_between(king, bb_pop(&pinners)) & own->men;
}

ALWAYS_INLINE void find_king(const Bitboard *by_type, const Reach *own, const Reach *enemy,
                             Traits *traits) {
    const Bitboard king = by_type[KING] & own->men;
    if (UNLIKELY(!king))
        return;
    const Square square = bb_first(king);
    const CheckSquares seen = attacks_check_squares(enemy->side, square, own->men | enemy->men);
    find_pinned(by_type, square, &seen, own, enemy, traits);
    traits->of_king[own->side] =
        (uint16_t)(ring_traits(own, enemy) | check_traits(&seen, own, enemy));
    traits->king[own->side] = (uint8_t)square;
}

ALWAYS_INLINE void find_attacked(const Reach *own, const Reach *enemy, Traits *traits) {
    for (PieceType type = PAWN; type <= KING; type++)
        traits->of[type] |= enemy->by_type[type] & own->men;
}

ALWAYS_INLINE void find_positional(const Bitboard *by_type, const Reach *own, const Reach *enemy,
                                   Traits *traits) {
    find_passed(by_type, own, enemy, traits);
    find_placed(by_type, own, enemy, traits);
    find_king(by_type, own, enemy, traits);
}

ALWAYS_INLINE void find(const Bitboard *by_type, const Bitboard *by_color, TraitKind kind,
                        Traits *traits) {
    const Bitboard occupied = by_color[WHITE] | by_color[BLACK];
    const Reach white = reach_of(by_type, by_color[WHITE], WHITE, occupied);
    const Reach black = reach_of(by_type, by_color[BLACK], BLACK, occupied);
    *traits =
        (Traits){.loose = loose_of(by_type, &white, &black) | loose_of(by_type, &black, &white)};
    if (kind == TRAITS_POSITIONAL) {
        find_positional(by_type, &white, &black, traits);
        find_positional(by_type, &black, &white, traits);
    } else if (kind == TRAITS_ATTACKERS) {
        find_attacked(&white, &black, traits);
        find_attacked(&black, &white, traits);
    }
}

void traits_find(TraitKind kind, const Bitboard by_type[PIECE_TYPES],
                 const Bitboard by_color[COLORS], Traits *traits) {
    switch (kind) {
    case TRAITS_NONE:
        find(by_type, by_color, TRAITS_NONE, traits);
        break;
    case TRAITS_ATTACKERS:
        find(by_type, by_color, TRAITS_ATTACKERS, traits);
        break;
    case TRAITS_POSITIONAL:
        find(by_type, by_color, TRAITS_POSITIONAL, traits);
    }
}
