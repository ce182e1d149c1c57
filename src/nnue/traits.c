#include "nnue/traits.h"

/* A side's men and the squares that they attack: those of each type, and any. */
typedef struct Reach {
    Color side;
    Bitboard men, pawns;
    Bitboard by_type[PIECE_TYPES];
    Bitboard by_any;
} Reach;

ALWAYS_INLINE Reach reach_of(const Bitboard *by_type, Bitboard men, Color side, Bitboard occupied) {
    const Bitboard pawns = by_type[PAWN] & men;
    Reach reach = {
        .side = side, .men = men, .pawns = pawns, .by_type[PAWN] = bb_pawn_attacks(side, pawns)};
    for (PieceType type = KNIGHT; type <= KING; type++)
        for (Bitboard rest = by_type[type] & men; rest;)
            reach.by_type[type] |= attacks_piece(type, bb_pop(&rest), occupied);
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

ALWAYS_INLINE void find_pawns(const Reach *own, const Reach *enemy, Traits *traits) {
    const Color side = own->side;
    const Bitboard pawns = own->pawns, faces_pawn = behind(side, enemy->pawns);
    const Bitboard passed = pawns & ~(faces_pawn | beside(faces_pawn) | behind(side, pawns));
    const Bitboard free = passed & ~behind(side, own->men | enemy->men);
    traits->of[TRAIT_PASSED] |= passed;
    traits->of[TRAIT_ISOLATED] |= pawns & ~beside(files_of(pawns));
    traits->of[TRAIT_OPPOSED] |= pawns & faces_pawn;
    traits->of[TRAIT_FREE] |= free;
    traits->of[TRAIT_UNSTOPPED] |= free & ~behind(side, enemy->by_any);
    traits->of[TRAIT_SUPPORTED] |= pawns & own->by_type[PAWN];
}

/* What rooks say of a passed pawn. */
ALWAYS_INLINE void find_rooks_behind(const Bitboard *by_type, const Reach *own, const Reach *enemy,
                                     Square square, Traits *traits) {
    const Bitboard pawn = bb_square(square), file = behind(own->side, pawn);
    if (!(file & by_type[ROOK]))
        return;
    const Bitboard rooks = attacks_rook(square, own->men | enemy->men) & file & by_type[ROOK];
    traits->of[TRAIT_BACKED] |= rooks & own->men ? pawn : 0;
    traits->of[TRAIT_CHASED] |= rooks & enemy->men ? pawn : 0;
}

/* And what kings do. */
ALWAYS_INLINE void find_kings_near(Square own, Square enemy, Color side, Square square,
                                   Traits *traits) {
    const Bitboard pawn = bb_square(square);
    const Square stop = bb_first(bb_forward(side, pawn));
    const Square promotes = square_relative(side, square_file(square) + A8);
    const int steps = RANK_8 - square_rank(square_relative(side, square));
    const int own_way = square_distance(own, stop), enemy_way = square_distance(enemy, stop);
    traits->of[TRAIT_OUTRUNS] |= square_distance(enemy, promotes) > steps ? pawn : 0;
    traits->of[TRAIT_ESCORTED] |= own_way <= 1 ? pawn : 0;
    traits->of[TRAIT_FACED] |= enemy_way <= 1 ? pawn : 0;
    traits->of[TRAIT_DISTANT] |= own_way > enemy_way ? pawn : 0;
}

ALWAYS_INLINE void find_passed(const Bitboard *by_type, const Reach *own, const Reach *enemy,
                               Traits *traits) {
    const Bitboard king = by_type[KING] & own->men, enemy_king = by_type[KING] & enemy->men;
    for (Bitboard rest = traits->of[TRAIT_PASSED] & own->men; rest;) {
        const Square square = bb_pop(&rest);
        find_rooks_behind(by_type, own, enemy, square, traits);
        if (king && enemy_king)
            find_kings_near(bb_first(king), bb_first(enemy_king), own->side, square, traits);
    }
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

ALWAYS_INLINE void find_pinned(const Bitboard *by_type, const Reach *own, const Reach *enemy,
                               Traits *traits) {
    const Bitboard king = by_type[KING] & own->men;
    if (!king)
        return;
    const Square square = bb_first(king);
    const Bitboard queens = by_type[QUEEN];
    for (Bitboard snipers =
             attacks_snipers(square, by_type[ROOK] | queens, by_type[BISHOP] | queens) & enemy->men;
         snipers;) {
        const Bitboard between =
            attacks_between(square, bb_pop(&snipers)) & (own->men | enemy->men);
        traits->of[TRAIT_PINNED] |= bb_several(between) ? 0 : between & own->men;
    }
}

ALWAYS_INLINE void find_exposed(const Bitboard *by_type, const Reach *own, const Reach *enemy,
                                Traits *traits) {
    traits->loose |= loose_of(by_type, own, enemy);
    for (PieceType type = PAWN; type <= KING; type++)
        traits->of[TRAIT_ATTACKED + (int)type] |= enemy->by_type[type] & own->men;
}

ALWAYS_INLINE void find_others(const Bitboard *by_type, const Reach *own, const Reach *enemy,
                               Traits *traits) {
    find_pinned(by_type, own, enemy, traits);
    find_pawns(own, enemy, traits);
    find_passed(by_type, own, enemy, traits);
    find_placed(by_type, own, enemy, traits);
}

ALWAYS_INLINE void find(const Bitboard *by_type, const Bitboard *by_color, bool others,
                        Traits *traits) {
    const Bitboard occupied = by_color[WHITE] | by_color[BLACK];
    const Reach white = reach_of(by_type, by_color[WHITE], WHITE, occupied);
    const Reach black = reach_of(by_type, by_color[BLACK], BLACK, occupied);
    *traits = (Traits){0};
    find_exposed(by_type, &white, &black, traits);
    find_exposed(by_type, &black, &white, traits);
    if (others) {
        find_others(by_type, &white, &black, traits);
        find_others(by_type, &black, &white, traits);
    }
}

void traits_find_all(const Bitboard by_type[PIECE_TYPES], const Bitboard by_color[COLORS],
                     Traits *traits) {
    find(by_type, by_color, true, traits);
}

void traits_find_attacked(const Bitboard by_type[PIECE_TYPES], const Bitboard by_color[COLORS],
                          Traits *traits) {
    find(by_type, by_color, false, traits);
}
