#include "play/opening.h"

#include <stdio.h>
#include <string.h>

#include "base/random.h"
#include "chess/fen.h"
#include "chess/movegen.h"

#define CHESS960_POSITIONS 960

/* Endgames may be won, so that winning them, too, can be learned. */
#define ENDGAME_BALANCE 1000

#define RANDOM_PLIES_SPREAD 2

/* Men of an endgame besides the kings. */
#define ENDGAME_MEN_MAX 6

static int draw_below(uint64_t *random, int range) {
    return (int)random_scale(random_next(random), (uint64_t)range);
}

static Position parse(const char *fen) {
    Position position;
    FenError error;
    memset(&position, 0, sizeof position);
    fen_parse(fen, &position, &error);
    return position;
}

/* Puts a piece on the n-th empty square of a back rank. */
static void place(char row[FILES + 1], char piece, int n) {
    for (int file = 0; file < FILES; file++) {
        if (row[file] == '.' && n-- == 0) {
            row[file] = piece;
            return;
        }
    }
}

Position opening_chess960(int number) {
    /* Empty squares, of five, that the two knights take. */
    static const int KNIGHTS[10][2] = {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2},
                                       {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}};
    char row[FILES + 1] = "........";
    row[number % 4 * 2 + 1] = 'b';
    row[number / 4 % 4 * 2] = 'b';
    place(row, 'q', number / 16 % 6);
    const int *knights = KNIGHTS[number / 96];
    place(row, 'n', knights[1]);
    place(row, 'n', knights[0]);
    place(row, 'r', 0);
    place(row, 'k', 0);
    place(row, 'r', 0);
    char upper[FILES + 1];
    for (int i = 0; i <= FILES; i++)
        upper[i] = (char)(row[i] >= 'a' ? row[i] - 'a' + 'A' : row[i]);
    char fen[FEN_SIZE];
    snprintf(fen, sizeof fen, "%s/pppppppp/8/8/8/8/PPPPPPPP/%s w KQkq - 0 1", row, upper);
    return parse(fen);
}

/* A man of an endgame, more often a pawn than anything else. */
static char draw_man(uint64_t *random) {
    static const char MEN[] = "PPPPPPPPNNBBRRRQ";
    char man = MEN[draw_below(random, sizeof MEN - 1)];
    return random_next(random) & 1 ? man : (char)(man - 'A' + 'a');
}

/* Random men on random squares; false when that is no position. */
static bool draw_endgame(uint64_t *random, Position *position) {
    char board[SQUARES];
    memset(board, '1', sizeof board);
    int men = 1 + draw_below(random, ENDGAME_MEN_MAX);
    for (int i = 0; i < men + 2; i++) {
        Square square = draw_below(random, SQUARES);
        if (board[square] != '1')
            return false;
        board[square] = i == 0 ? 'K' : i == 1 ? 'k' : draw_man(random);
    }
    char fen[FEN_SIZE];
    size_t length = 0;
    for (int rank = 0; rank < RANKS; rank++) {
        memcpy(fen + length, board + rank * FILES, FILES);
        length += FILES;
        fen[length++] = rank < RANKS - 1 ? '/' : ' ';
    }
    snprintf(fen + length, sizeof fen - length, "%c - - 0 1", random_next(random) & 1 ? 'w' : 'b');
    FenError error;
    return fen_parse(fen, position, &error);
}

/* Plays random moves; false when the game ends first. */
static bool play_random_moves(Position *position, int plies, uint64_t *random) {
    for (int ply = 0; ply < plies; ply++) {
        MoveList list;
        list.count = 0;
        movegen_all(position, &list);
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
    return parse(FEN_START);
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
