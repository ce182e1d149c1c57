#pragma once

/* What the chess tests share. cmocka.h wants the four standard headers before it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "base/random.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/notation.h"

/* A position that must be readable. */
static inline Position position_of(const char *fen) {
    Position position;
    FenError error;
    memset(&position, 0, sizeof position);
    if (!fen_parse(fen, &position, &error))
        fail_msg("%s: column %d: %s", fen, error.column, error.message);
    return position;
}

/* A legal move by its coordinates. */
static inline Move move_of(const Position *position, const char *text) {
    const Move move = notation_parse_coordinate(position, text, (int)strlen(text));
    if (move == MOVE_NONE)
        fail_msg("%s is not legal", text);
    return move;
}

/* Plays moves in coordinate notation, separated by blanks. */
static inline Position position_after(const Position *start, const char *moves) {
    Position position = *start;
    while (*moves) {
        const size_t length = strcspn(moves, " ");
        const Move move = notation_parse_coordinate(&position, moves, (int)length);
        if (move == MOVE_NONE)
            fail_msg("illegal move in \"%s\"", moves);
        Position next;
        position_make(&position, &next, move);
        position = next;
        moves += length + (moves[length] == ' ');
    }
    return position;
}

static inline MoveList moves_of(const Position *position) {
    MoveList list;
    list.count = 0;
    movegen_all(position, &list);
    return list;
}

static inline int random_below(uint64_t *state, int range) {
    return (int)random_scale(random_next(state), (uint64_t)range);
}

/* Puts a letter on the n-th free file. */
static inline void place_on_free_file(char row[9], char letter, int n) {
    for (int file = 0; file < 8; file++)
        if (row[file] == '.' && n-- == 0)
            row[file] = letter;
}

/* A random back rank of Chess960, in the given letters for knight, bishop, rook, queen, king. */
static inline void random_back_rank(uint64_t *state, const char letters[5], char row[9]) {
    memcpy(row, "........", 9);
    row[2 * random_below(state, 4)] = letters[1];
    row[2 * random_below(state, 4) + 1] = letters[1];
    place_on_free_file(row, letters[3], random_below(state, 6));
    place_on_free_file(row, letters[0], random_below(state, 5));
    place_on_free_file(row, letters[0], random_below(state, 4));
    place_on_free_file(row, letters[2], 0);
    place_on_free_file(row, letters[4], 0);
    place_on_free_file(row, letters[2], 0);
}

/* A random start of double Chess960: each side has its own arrangement. */
static inline Position random_start(uint64_t *state) {
    char white[9], black[9], fen[FEN_SIZE];
    random_back_rank(state, "NBRQK", white);
    random_back_rank(state, "nbrqk", black);
    snprintf(fen, sizeof fen, "%s/pppppppp/8/8/8/8/PPPPPPPP/%s w KQkq - 0 1", black, white);
    return position_of(fen);
}

/* Calls visit() for each position of random playouts: from the start, from double Chess960 and from
 * the given FENs in turn. The last is a list that ends with NULL. */
static inline void visit_playouts(const char *const *fens, int games, int plies, uint64_t seed,
                                  void (*visit)(const Position *position)) {
    int fen_count = 0;
    while (fens[fen_count])
        fen_count++;
    for (int game = 0; game < games; game++) {
        const int source = game % (fen_count + 2);
        Position position = source == 0   ? position_of(FEN_START)
                            : source == 1 ? random_start(&seed)
                                          : position_of(fens[source - 2]);
        for (int ply = 0; ply < plies; ply++) {
            visit(&position);
            const MoveList list = moves_of(&position);
            if (list.count == 0)
                break;
            Position next;
            position_make(&position, &next, list.moves[random_below(&seed, list.count)]);
            position = next;
        }
    }
}

/* Starting points rich in castling, en passant, promotions and pins. */
static const char *const SHARP_FENS[] = {
    "r3k2r/2ppqp2/8/1P2n1P1/1p2N1p1/8/2PPQP2/R3K2R w KQkq - 0 1",
    "4k3/PPP3pp/8/3pP3/3Pp3/8/ppp3PP/4K3 w - d6 0 1",
    "r2qk2r/1P4P1/3b4/8/8/3B4/1p4p1/R2QK2R b KQkq - 0 1",
    "4k2r/1q3p1p/2b3n1/1K1Pp2r/8/2P4N/1P3PP1/R6R w k e6 0 9",
    "1rkr4/1pp1b3/6Q1/3N4/3n4/6q1/1PP1B3/1RKR4 w DBdb - 4 20",
    NULL,
};
