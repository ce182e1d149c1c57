#include "nnue/traits.h"

#include "support.h"

static int visited, loose_seen, changed;

/* The rank of a man among those that attack more than their like: 0 for a pawn, 3 for a queen; a
 * king is lesser than none. */
static int rank_of(PieceType type) {
    static const int RANKS_OF[PIECE_TYPES] = {
        [PAWN] = 0, [KNIGHT] = 1, [BISHOP] = 1, [ROOK] = 2, [QUEEN] = 3, [KING] = 4};
    return RANKS_OF[type];
}

/* Man by man, as the header says it. */
static bool is_loose(const Position *position, Square square) {
    const Piece man = position_piece_on(position, square);
    const Color color = piece_color(man);
    const Bitboard all = position_attackers(position, square, position_occupied(position));
    Bitboard enemies = all & position->by_color[color_flip(color)];
    if (enemies && !(all & position->by_color[color]))
        return true;
    while (enemies) {
        const PieceType type = piece_type(position_piece_on(position, bb_pop(&enemies)));
        if (piece_type(man) != KING && rank_of(type) < rank_of(piece_type(man)))
            return true;
    }
    return false;
}

static Traits traits_of(TraitKind kind, const Position *position) {
    Traits traits;
    traits_find(kind, position->by_type, position->by_color, &traits);
    return traits;
}

static void expect_loose(const Position *position) {
    const Bitboard loose = traits_of(TRAITS_NONE, position).loose;
    static Bitboard before;
    for (Square square = A1; square <= H8; square++) {
        const bool expected =
            position_piece_on(position, square) != NO_PIECE && is_loose(position, square);
        if (bb_has(loose, square) != expected) {
            char fen[FEN_SIZE];
            fen_format(position, fen);
            fail_msg("square %d of %s: %s", (int)square, fen, expected ? "loose" : "not loose");
        }
    }
    visited++;
    loose_seen += bb_count(loose);
    changed += loose != before;
    before = loose;
}

static void knows_loose_men_one_by_one(void **state) {
    (void)state;
    visit_playouts(SHARP_FENS, 70, 100, 3, expect_loose);
    assert_true(visited > 3000 && loose_seen > visited && changed > visited / 2);
}

/* Whether a pawn of a colour stands on a file ahead of a rank, as a side sees them. */
static bool has_pawn_ahead(const Position *position, Color color, int file, Color side, int rank) {
    for (int next = rank + 1; next < RANKS && file >= FILE_A && file <= FILE_H; next++) {
        const Square square = square_relative(side, square_make(file, next));
        if (position_piece_on(position, square) == piece_make(color, PAWN))
            return true;
    }
    return false;
}

/* The enemies of a colour that attack a square. */
static Bitboard enemies_at(const Position *position, Square square, Color color) {
    return position_attackers(position, square, position_occupied(position)) &
           position->by_color[color_flip(color)];
}

/* A pawn and what its traits depend on. */
typedef struct Pawn {
    const Position *position;
    Color color;
    Square square;
    int file, rank; /* as its side sees them */
} Pawn;

static Pawn pawn_of(const Position *position, Square square) {
    const Color color = piece_color(position_piece_on(position, square));
    return (Pawn){position, color, square, square_file(square),
                  square_rank(square_relative(color, square))};
}

/* A square on its file. */
static Square square_on_file(const Pawn *pawn, int rank) {
    return square_relative(pawn->color, square_make(pawn->file, rank));
}

static bool is_passed(const Pawn *pawn) {
    const Color enemy = color_flip(pawn->color);
    for (int file = pawn->file - 1; file <= pawn->file + 1; file++)
        if (has_pawn_ahead(pawn->position, enemy, file, pawn->color, pawn->rank))
            return false;
    return !has_pawn_ahead(pawn->position, pawn->color, pawn->file, pawn->color, pawn->rank);
}

static bool is_free(const Pawn *pawn, bool of_attacks) {
    for (int rank = pawn->rank + 1; rank < RANKS; rank++) {
        const Square square = square_on_file(pawn, rank);
        if (position_piece_on(pawn->position, square) != NO_PIECE ||
            (of_attacks && enemies_at(pawn->position, square, pawn->color)))
            return false;
    }
    return true;
}

static bool passed_has(const Pawn *pawn, Trait trait) {
    const Square stop = square_on_file(pawn, pawn->rank + 1);
    const Square end = square_on_file(pawn, RANK_8);
    const Square own = position_king(pawn->position, pawn->color);
    const Square enemy = position_king(pawn->position, color_flip(pawn->color));
    switch (trait) {
    case TRAIT_PASSED:
        return true;
    case TRAIT_FREE:
        return is_free(pawn, false);
    case TRAIT_UNSTOPPED:
        return is_free(pawn, true);
    case TRAIT_OUTRUNS:
        return square_distance(enemy, end) > 7 - pawn->rank;
    case TRAIT_ESCORTED:
        return square_distance(own, stop) <= 1;
    default:
        return square_distance(enemy, stop) <= 1;
    }
}

static bool piece_has(const Position *position, Square square, Trait trait) {
    const Piece piece = position_piece_on(position, square);
    const PieceType type = piece_type(piece);
    const Color own = piece_color(piece), enemy = color_flip(own);
    const int file = square_file(square), rank = square_rank(square_relative(own, square));
    if (trait == TRAIT_HALF_OPEN || trait == TRAIT_OPEN)
        return type == ROOK && !has_pawn_ahead(position, own, file, own, -1) &&
               (trait == TRAIT_HALF_OPEN || !has_pawn_ahead(position, enemy, file, own, -1));
    return trait == TRAIT_OUTPOST && (type == KNIGHT || type == BISHOP) &&
           enemies_at(position, square, enemy) & position->by_type[PAWN] &&
           !has_pawn_ahead(position, enemy, file - 1, own, rank) &&
           !has_pawn_ahead(position, enemy, file + 1, own, rank);
}

/* Without it an enemy attacks its king that does not now. */
static bool is_pinned(const Position *position, Square square) {
    const Color own = piece_color(position_piece_on(position, square));
    const Square king = position_king(position, own);
    const Bitboard rest = position_occupied(position) & ~bb_square(square);
    const Bitboard enemies = position->by_color[color_flip(own)];
    return king != square && position_attackers(position, king, rest) & enemies &
                                 ~position_attackers(position, king, position_occupied(position));
}

/* The squares beside a king that the enemy attacks: all, those that only the king defends, or those
 * where it cannot step, for its own men stand there or the enemy attacks them. */
typedef enum RingPart { RING_PRESSED, RING_BARE, RING_SHUT } RingPart;

static int count_ring(const Position *position, Square king, RingPart part) {
    const Color own = piece_color(position_piece_on(position, king));
    int count = 0;
    for (Square square = A1; square <= H8; square++) {
        if (square_distance(king, square) != 1)
            continue;
        const Bitboard all = position_attackers(position, square, position_occupied(position));
        const bool attacked = all & position->by_color[color_flip(own)];
        const bool alone = (all & position->by_color[own]) == bb_square(king);
        count += part == RING_SHUT ? attacked || bb_has(position->by_color[own], square)
                                   : attacked && (part == RING_PRESSED || alone);
    }
    return count;
}

static int count_beside(Square king) {
    int count = 0;
    for (Square square = A1; square <= H8; square++)
        count += square_distance(king, square) == 1;
    return count;
}

/* From a square that it attacks an enemy of that type would attack the king. */
static bool can_be_checked(const Position *position, Square king, PieceType type) {
    const Color own = piece_color(position_piece_on(position, king)), enemy = color_flip(own);
    for (Square from = A1; from <= H8; from++) {
        const Bitboard all = position_attackers(position, from, position_occupied(position));
        if (!bb_has(position->by_color[enemy], from) && !(all & position->by_color[own]) &&
            all & position->by_color[enemy] & position->by_type[type] &&
            bb_has(attacks_piece(type, from, position_occupied(position)), king))
            return true;
    }
    return false;
}

static bool king_has(const Position *position, Square king, KingTrait trait) {
    if (trait >= KING_STUCK)
        return count_beside(king) - count_ring(position, king, RING_SHUT) <=
               (int)trait - (int)KING_STUCK;
    if (trait >= KING_CHECKED)
        return can_be_checked(position, king, KNIGHT + (int)trait - (int)KING_CHECKED);
    if (trait >= KING_BARED)
        return count_ring(position, king, RING_BARE) > (int)trait - (int)KING_BARED;
    return count_ring(position, king, RING_PRESSED) > (int)trait - (int)KING_PRESSED + 2;
}

static bool man_has(const Position *position, Square square, Trait trait) {
    if (trait == TRAIT_PINNED)
        return is_pinned(position, square);
    if (trait == TRAIT_HALF_OPEN || trait == TRAIT_OPEN || trait == TRAIT_OUTPOST)
        return piece_has(position, square, trait);
    const Pawn pawn = pawn_of(position, square);
    return piece_type(position_piece_on(position, square)) == PAWN && is_passed(&pawn) &&
           passed_has(&pawn, trait);
}

static int traits_seen[TRAITS], attacked_seen[PIECE_TYPES], kings_seen[KING_TRAITS];

static void expect_on(const Position *position, Bitboard men, Bitboard expected, int trait) {
    if (men != expected) {
        char fen[FEN_SIZE];
        fen_format(position, fen);
        fail_msg("trait %d in %s is of %#llx and not of %#llx", trait, fen, (unsigned long long)men,
                 (unsigned long long)expected);
    }
}

static void expect_king(const Position *position, const Traits *traits, Color color) {
    const Square king = position_king(position, color);
    unsigned expected = 0;
    for (int trait = 0; trait < KING_TRAITS; trait++) {
        expected |= (unsigned)king_has(position, king, (KingTrait)trait) << trait;
        kings_seen[trait] += expected >> trait & 1;
    }
    assert_int_equal(traits->king[color], king);
    if (traits->of_king[color] != expected) {
        char fen[FEN_SIZE];
        fen_format(position, fen);
        fail_msg("king %d in %s has %#x and not %#x", (int)color, fen, traits->of_king[color],
                 expected);
    }
}

static void expect_traits(const Position *position) {
    const Traits nothing = traits_of(TRAITS_NONE, position);
    const Traits attacked = traits_of(TRAITS_ATTACKERS, position);
    const Traits positional = traits_of(TRAITS_POSITIONAL, position);
    assert_true(attacked.loose == nothing.loose && positional.loose == nothing.loose);
    for (int trait = 0; trait < TRAITS; trait++) {
        Bitboard by_type = 0, having = 0;
        for (Bitboard men = position_occupied(position); men;) {
            const Square square = bb_pop(&men);
            const Color color = piece_color(position_piece_on(position, square));
            if (trait < PIECE_TYPES &&
                enemies_at(position, square, color) & position->by_type[trait])
                by_type |= bb_square(square);
            if (man_has(position, square, (Trait)trait))
                having |= bb_square(square);
        }
        expect_on(position, nothing.of[trait], 0, trait);
        expect_on(position, attacked.of[trait], by_type, trait);
        expect_on(position, positional.of[trait], having, trait);
        traits_seen[trait] += bb_count(having);
        if (trait < PIECE_TYPES)
            attacked_seen[trait] += bb_count(by_type);
    }
    for (Color color = WHITE; color < COLORS; color++)
        expect_king(position, &positional, color);
    assert_int_equal(attacked.of_king[WHITE] | attacked.of_king[BLACK], 0);
}

static void knows_traits_man_by_man(void **state) {
    (void)state;
    visit_playouts(SHARP_FENS, 70, 100, 4, expect_traits);
    for (int trait = 0; trait < TRAITS; trait++)
        if (traits_seen[trait] < 100)
            fail_msg("trait %d was seen %d times", trait, traits_seen[trait]);
    for (int trait = 0; trait < KING_TRAITS; trait++)
        if (kings_seen[trait] < 100)
            fail_msg("trait %d of kings was seen %d times", trait, kings_seen[trait]);
    int sum = 0;
    for (int type = 0; type < PIECE_TYPES; type++) {
        assert_true(attacked_seen[type] >= 100);
        sum += attacked_seen[type];
    }
    assert_true(sum > 10000);
}

static void expect_in(const char *fen, const char *squares) {
    const Position position = position_of(fen);
    Bitboard expected = 0;
    for (const char *at = squares; *at; at += 2)
        expected |= bb_square((Square)((at[1] - '1') * 8 + at[0] - 'a'));
    const Bitboard loose = traits_of(TRAITS_NONE, &position).loose;
    if (loose != expected)
        fail_msg("%s: %#llx instead of %s", fen, (unsigned long long)loose, squares);
}

static void knows_what_hangs(void **state) {
    (void)state;
    expect_in(FEN_START, "");
    /* A defended knight that a pawn attacks, and the pawn, which nothing defends or attacks. */
    expect_in("4k3/8/8/4p3/3N4/2P5/8/4K3 w - - 0 1", "d4");
    /* A bishop and a pawn that attack each other, with a rook behind, which hides. */
    expect_in("4k3/8/8/3r4/4p3/5B2/4P3/4K3 w - - 0 1", "e4f3");
    /* A rook that a bishop attacks, though a pawn defends it. */
    expect_in("4k3/8/2p5/3r4/8/5B2/4P3/4K3 w - - 0 1", "d5");
    /* Rooks that attack each other, one of them defended. */
    expect_in("4k3/8/8/8/r6R/8/5N2/4K3 w - - 0 1", "a4h4");
    expect_in("4k3/8/8/8/r6R/6P1/8/4K3 w - - 0 1", "a4");
    /* A queen attacks defended men: none is lesser than she. */
    expect_in("4k3/3p4/4p3/8/8/3Q4/8/4K3 w - - 0 1", "");
    /* A king in check that a rook of its own stands by is not loose, one alone is. */
    expect_in("7k/8/8/R7/8/8/8/K3r3 w - - 0 1", "");
    expect_in("7k/8/8/8/8/8/8/K3r3 w - - 0 1", "a1");
}

/* A board with other men than a game can have, as when a piece is taken off it to be valued. */
static void does_without_kings(void **state) {
    (void)state;
    const Bitboard by_type[PIECE_TYPES] = {[KNIGHT] = bb_square(D4), [ROOK] = bb_square(F5)};
    const Bitboard by_color[COLORS] = {[WHITE] = bb_square(D4), [BLACK] = bb_square(F5)};
    Traits traits;
    traits_find(TRAITS_ATTACKERS, by_type, by_color, &traits);
    assert_true(traits.loose == bb_square(F5));
    assert_true(traits.of[KNIGHT] == bb_square(F5));
    assert_true(traits.of[ROOK] == 0);
    traits_find(TRAITS_POSITIONAL, by_type, by_color, &traits);
    assert_true(traits.loose == bb_square(F5));
    assert_true(traits.of[TRAIT_OPEN] == bb_square(F5));
    const Bitboard none[PIECE_TYPES] = {0}, nobody[COLORS] = {0};
    const Traits nothing = {0};
    traits_find(TRAITS_POSITIONAL, none, nobody, &traits);
    assert_memory_equal(&traits, &nothing, sizeof nothing);
}

int main(void) {
    chess_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(knows_loose_men_one_by_one),
        cmocka_unit_test(knows_traits_man_by_man),
        cmocka_unit_test(knows_what_hangs),
        cmocka_unit_test(does_without_kings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
