#include "tables/syzygy_sample.h"

#include <ctype.h>
#include <string.h>

#include "base/random.h"
#include "chess/fen.h"
#include "chess/movegen.h"

#define MOST_MEN 7
#define ATTEMPTS 20000

/* The men as letters of a FEN; their number, 0 for a bad name. */
static int read_men(const char *name, char men[MOST_MEN]) {
    int count = 0;
    bool black = false;
    for (; *name != '\0'; name++) {
        if (*name == 'v')
            black = true;
        else if (count == MOST_MEN)
            return 0;
        else
            men[count++] = (char)(black ? tolower(*name) : *name);
    }
    return black ? count : 0;
}

/* Puts the men anywhere, but pawns where pawns may stand. */
static void place(const char *men, int count, uint64_t *state, char board[SQUARES]) {
    memset(board, 0, SQUARES);
    for (int i = 0; i < count; i++) {
        bool pawn = tolower(men[i]) == 'p';
        Square square;
        do {
            square = (int)random_scale(random_next(state), SQUARES);
        } while (board[square] || (pawn && (square < 8 || square >= 56)));
        board[square] = men[i];
    }
}

static void write_fen(const char board[SQUARES], char fen[FEN_SIZE]) {
    char *next = fen;
    for (int rank = 0; rank < RANKS; rank++) {
        for (int file = 0; file < FILES; file++) {
            char man = board[rank * 8 + file];
            *next++ = man ? man : '1';
        }
        *next++ = rank == RANKS - 1 ? ' ' : '/';
    }
    strcpy(next, "w - - 0 1");
}

bool syzygy_sample(const char *name, uint64_t *state, Position *position) {
    char men[MOST_MEN];
    int count = read_men(name, men);
    for (int i = 0; count > 0 && i < ATTEMPTS; i++) {
        char board[SQUARES], fen[FEN_SIZE];
        FenError error;
        place(men, count, state, board);
        write_fen(board, fen);
        MoveList noisy = {.count = 0};
        if (!fen_parse(fen, position, &error) || position_in_check(position))
            continue;
        movegen_noisy(position, &noisy);
        if (noisy.count == 0)
            return true;
    }
    return false;
}
