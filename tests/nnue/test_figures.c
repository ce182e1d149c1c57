#include "nnue/figures.h"

#include "nnue/traits.h"
#include "support.h"

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

/* A pawn and what it depends on. */
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

static bool passed_counts(const Pawn *pawn, Figure figure) {
    const Square stop = square_on_file(pawn, pawn->rank + 1);
    const Square end = square_on_file(pawn, RANK_8);
    const Square own = position_king(pawn->position, pawn->color);
    const Square enemy = position_king(pawn->position, color_flip(pawn->color));
    switch ((int)figure) {
    case FIGURE_PASSED:
        return true;
    case FIGURE_FREE:
        return is_free(pawn, false);
    case FIGURE_UNSTOPPED:
        return is_free(pawn, true);
    case FIGURE_OUTRUNS:
        return square_distance(enemy, end) > 7 - pawn->rank;
    case FIGURE_ESCORTED:
        return square_distance(own, stop) <= 1;
    default:
        return square_distance(enemy, stop) <= 1;
    }
}

/* By a pawn of its own side. */
static bool is_supported(const Position *position, Square square, Color own) {
    return enemies_at(position, square, color_flip(own)) & position->by_type[PAWN];
}

static bool pawn_counts(const Position *position, Square square, Figure figure) {
    const Pawn pawn = pawn_of(position, square);
    const Color own = pawn.color;
    if (figure == FIGURE_SUPPORTED)
        return is_supported(position, square, own);
    if (figure == FIGURE_ISOLATED)
        return !has_pawn_ahead(position, own, pawn.file - 1, own, -1) &&
               !has_pawn_ahead(position, own, pawn.file + 1, own, -1);
    return is_passed(&pawn) && passed_counts(&pawn, figure);
}

static bool piece_counts(const Position *position, Square square, Figure figure) {
    const Piece piece = position_piece_on(position, square);
    const PieceType type = piece_type(piece);
    const Color own = piece_color(piece), enemy = color_flip(own);
    const int file = square_file(square), rank = square_rank(square_relative(own, square));
    if (figure == FIGURE_HALF_OPEN || figure == FIGURE_OPEN)
        return type == ROOK && !has_pawn_ahead(position, own, file, own, -1) &&
               (figure == FIGURE_HALF_OPEN || !has_pawn_ahead(position, enemy, file, own, -1));
    return (type == KNIGHT || type == BISHOP) && is_supported(position, square, own) &&
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

/* What is said of the king. */
static bool king_has(const Position *position, Square king, int figure) {
    if (figure >= FIGURE_STUCK)
        return count_beside(king) - count_ring(position, king, RING_SHUT) <= figure - FIGURE_STUCK;
    if (figure >= FIGURE_CHECKED)
        return can_be_checked(position, king, KNIGHT + figure - FIGURE_CHECKED);
    if (figure >= FIGURE_BARED)
        return count_ring(position, king, RING_BARE) > figure - FIGURE_BARED;
    return count_ring(position, king, RING_PRESSED) > figure - FIGURE_PRESSED + 2;
}

/* Squares that the side attacks and no enemy does, or that men of a type attack, without own men's
 * and those that enemy pawns attack. */
static int count_squares(const Position *position, Color own, Figure figure) {
    const int type = (int)KNIGHT + (int)figure - FIGURE_MOBILITY;
    int count = 0;
    for (Square square = A1; square <= H8; square++) {
        const Bitboard all = position_attackers(position, square, position_occupied(position));
        const Bitboard ours = all & position->by_color[own], theirs = all & ~ours;
        if (figure == FIGURE_CONTROL)
            count += ours && !theirs;
        else
            count += ours & position->by_type[type] && !(theirs & position->by_type[PAWN]) &&
                     !bb_has(position->by_color[own], square);
    }
    return count;
}

static bool man_counts(const Position *position, Square square, Figure figure, Bitboard loose) {
    const PieceType type = piece_type(position_piece_on(position, square));
    if (figure == FIGURE_LOOSE)
        return bb_has(loose, square);
    if (figure == FIGURE_PINNED)
        return is_pinned(position, square);
    if (figure == FIGURE_HALF_OPEN || figure == FIGURE_OPEN || figure == FIGURE_OUTPOSTS)
        return piece_counts(position, square, figure);
    return type == PAWN && pawn_counts(position, square, figure);
}

/* The rank of the furthest passed pawn, or of those that are free. */
static int furthest(const Position *position, Color own, bool free) {
    int rank = 0;
    for (Bitboard men = position->by_color[own] & position->by_type[PAWN]; men;) {
        const Pawn pawn = pawn_of(position, bb_pop(&men));
        if (is_passed(&pawn) && (!free || is_free(&pawn, false)) && pawn.rank > rank)
            rank = pawn.rank;
    }
    return rank;
}

/* In its units. */
static int count_of(const Position *position, Color own, Figure figure, Bitboard loose) {
    if ((int)figure < FIGURE_MOBILITY)
        return king_has(position, position_king(position, own), (int)figure);
    if ((int)figure < FIGURE_PASSED || figure == FIGURE_CONTROL)
        return count_squares(position, own, figure);
    if (figure == FIGURE_FURTHEST || figure == FIGURE_FURTHEST_FREE)
        return furthest(position, own, figure == FIGURE_FURTHEST_FREE);
    int count = 0;
    for (Bitboard men = position->by_color[own]; men;)
        count += man_counts(position, bb_pop(&men), figure, loose);
    return count;
}

/* What docs/network.md says of each unit. */
static const int UNITS[FIGURES] = {127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127,
                                   127, 8,   6,   5,   5,   32,  48,  64,  64,  64,  64,
                                   21,  21,  48,  48,  48,  48,  24,  24,  24,  3};
static int seen[FIGURES], most[FIGURES];

static void expect_figures(const Position *position) {
    Traits traits, nothing;
    traits_find(EXTRAS_FIGURES, position->by_type, position->by_color, &traits);
    traits_find(EXTRAS_NONE, position->by_type, position->by_color, &nothing);
    assert_true(traits.loose == nothing.loose);
    for (Color color = WHITE; color < COLORS; color++) {
        for (int figure = 0; figure < FIGURES; figure++) {
            const int count = count_of(position, color, (Figure)figure, traits.loose);
            const int value = count * UNITS[figure], expected = value < 127 ? value : 127;
            if (traits.figures[color][figure] != expected) {
                char fen[FEN_SIZE];
                fen_format(position, fen);
                fail_msg("figure %d of side %d in %s is %d and not %d", figure, (int)color, fen,
                         traits.figures[color][figure], expected);
            }
            assert_int_equal(nothing.figures[color][figure], 0);
            seen[figure] += expected > 0;
            most[figure] = count > most[figure] ? count : most[figure];
        }
    }
}

static void knows_figures_man_by_man(void **state) {
    (void)state;
    visit_playouts(SHARP_FENS, 70, 100, 4, expect_figures);
    for (int figure = 0; figure < FIGURES; figure++) {
        if (seen[figure] < 100)
            fail_msg("figure %d was seen %d times", figure, seen[figure]);
        assert_true(figure < FIGURE_MOBILITY || most[figure] > 1);
    }
}

/* A board with other men than a game can have, as when a piece is taken off it to be valued. */
static void does_without_kings(void **state) {
    (void)state;
    const Bitboard by_type[PIECE_TYPES] = {[PAWN] = bb_square(B6), [ROOK] = bb_square(F5)};
    const Bitboard by_color[COLORS] = {[WHITE] = bb_square(B6), [BLACK] = bb_square(F5)};
    Traits traits;
    traits_find(EXTRAS_FIGURES, by_type, by_color, &traits);
    assert_int_equal(traits.figures[WHITE][FIGURE_FREE], UNITS[FIGURE_FREE]);
    assert_int_equal(traits.figures[WHITE][FIGURE_FURTHEST], 5 * UNITS[FIGURE_FURTHEST]);
    assert_int_equal(traits.figures[WHITE][FIGURE_OUTRUNS], 0);
    assert_int_equal(traits.figures[BLACK][FIGURE_OPEN], UNITS[FIGURE_OPEN]);
    assert_int_equal(traits.figures[BLACK][FIGURE_STUCK], 0);
    const Bitboard none[PIECE_TYPES] = {0}, nobody[COLORS] = {0};
    const Traits nothing = {0};
    traits_find(EXTRAS_FIGURES, none, nobody, &traits);
    assert_memory_equal(&traits, &nothing, sizeof nothing);
}

int main(void) {
    chess_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(knows_figures_man_by_man),
        cmocka_unit_test(does_without_kings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
