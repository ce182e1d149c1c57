#include "play/opening.h"

#include "base/random.h"
#include "chess/movegen.h"
#include "chess/setup.h"

#define CHESS960_POSITIONS 960

/* The number of chess's own start position among them. */
#define CHESS960_USUAL 518

/* Endgames may be won, so that winning them, too, can be learned. */
#define ENDGAME_BALANCE 1000

#define RANDOM_PLIES_SPREAD 2

/* Men of an endgame besides the kings. */
#define ENDGAME_MEN_MAX 6

static int draw_below(uint64_t *random, int range) {
    return (int)random_scale(random_next(random), (uint64_t)range);
}

/* Puts a piece on the n-th empty square of a back rank. */
static void place(PieceType row[FILES], PieceType piece, int n) {
    for (int file = 0; file < FILES; file++) {
        if (row[file] == NO_PIECE_TYPE && n-- == 0) {
            row[file] = piece;
            return;
        }
    }
}

/* A start position with these pieces on the back ranks. */
static Position start_with(const PieceType row[FILES]) {
    Position position;
    Reason why;
    setup_begin(&position);
    for (int file = 0; file < FILES; file++) {
        for (Color color = WHITE; color < COLORS; color++) {
            setup_put(&position, piece_make(color, row[file]), square_relative(color, file), &why);
            setup_put(&position, piece_make(color, PAWN), square_relative(color, A2 + file), &why);
        }
    }
    setup_side(&position, WHITE, &why);
    for (int file = 0; file < FILES; file++)
        for (Color color = WHITE; color < COLORS && row[file] == ROOK; color++)
            setup_castling(&position, color, square_relative(color, file), &why);
    setup_finish(&position, 0, 1);
    return position;
}

Position opening_chess960(int number) {
    /* Empty squares, of five, that the two knights take. */
    static const int KNIGHTS[10][2] = {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2},
                                       {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}};
    PieceType row[FILES];
    for (int file = 0; file < FILES; file++)
        row[file] = NO_PIECE_TYPE;
    row[number % 4 * 2 + 1] = BISHOP;
    row[number / 4 % 4 * 2] = BISHOP;
    place(row, QUEEN, number / 16 % 6);
    const int *knights = KNIGHTS[number / 96];
    place(row, KNIGHT, knights[1]);
    place(row, KNIGHT, knights[0]);
    place(row, ROOK, 0);
    place(row, KING, 0);
    place(row, ROOK, 0);
    return start_with(row);
}

/* A man of an endgame, more often a pawn than anything else. */
static Piece draw_man(uint64_t *random) {
    static const PieceType MEN[] = {PAWN,   PAWN,   PAWN,   PAWN,   PAWN, PAWN, PAWN, PAWN,
                                    KNIGHT, KNIGHT, BISHOP, BISHOP, ROOK, ROOK, ROOK, QUEEN};
    PieceType man = MEN[draw_below(random, ARRAY_LENGTH(MEN))];
    return piece_make(random_next(random) & 1 ? WHITE : BLACK, man);
}

/* Random men on random squares; false when that is no position. All are drawn before it is looked
 * at, but for the second one on a square. */
static bool draw_endgame(uint64_t *random, Position *position) {
    Bitboard taken = 0;
    bool legal = true;
    Reason why;
    setup_begin(position);
    int men = 1 + draw_below(random, ENDGAME_MEN_MAX);
    for (int i = 0; i < men + 2; i++) {
        Square square = draw_below(random, SQUARES) ^ A8; /* drawn by rank from the eighth on */
        if (bb_has(taken, square))
            return false;
        taken |= bb_square(square);
        Piece man = i == 0 ? WHITE_KING : i == 1 ? BLACK_KING : draw_man(random);
        legal &= setup_put(position, man, square, &why);
    }
    Color side = random_next(random) & 1 ? WHITE : BLACK;
    if (!legal || !setup_side(position, side, &why))
        return false;
    setup_finish(position, 0, 1);
    return true;
}

/* Plays random moves; false when the game ends first. */
static bool play_random_moves(Position *position, int plies, uint64_t *random) {
    for (int ply = 0; ply < plies; ply++) {
        const MoveList list = movegen_list(position);
        if (list.count == 0)
            return false;
        Position next;
        position_make(position, &next, list.moves[draw_below(random, list.count)]);
        *position = next;
    }
    return true;
}

static int draw_ply_count(const OpeningRules *rules, uint64_t *random) {
    if (rules->random_plies == 0)
        return 0;
    int plies =
        rules->random_plies - RANDOM_PLIES_SPREAD + draw_below(random, 2 * RANDOM_PLIES_SPREAD + 1);
    return plies < 0 ? 0 : plies;
}

OpeningKind opening_draw_kind(const OpeningRules *rules, uint64_t *random) {
    int percentile = draw_below(random, 100);
    if (percentile < rules->endgame_percent)
        return OPENING_ENDGAME;
    if (percentile < rules->endgame_percent + rules->chess960_percent)
        return OPENING_CHESS960;
    return OPENING_USUAL;
}

static Position draw_start(const OpeningRules *rules, OpeningKind kind, uint64_t *random) {
    if (kind == OPENING_CHESS960)
        return opening_chess960(draw_below(random, CHESS960_POSITIONS));
    if (rules->book)
        return book_position(rules->book, random_scale(random_next(random), rules->book->count));
    return opening_chess960(CHESS960_USUAL);
}

bool opening_draw(const OpeningRules *rules, OpeningKind kind, uint64_t *random, Opening *opening) {
    Position *position = &opening->position;
    bool legal;
    if (kind == OPENING_ENDGAME) {
        opening->score_limit = ENDGAME_BALANCE;
        legal = draw_endgame(random, position);
    } else {
        opening->score_limit = rules->balance;
        *position = draw_start(rules, kind, random);
        legal = play_random_moves(position, draw_ply_count(rules, random), random);
    }
    return legal && movegen_count(position) > 0 && !position_is_material_draw(position);
}
