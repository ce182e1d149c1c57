#include "chess/flip.h"

#include <string.h>

#include "chess/fen.h"

static char other_case(char letter) {
    if (letter >= 'a' && letter <= 'z')
        return (char)(letter - 'a' + 'A');
    return letter >= 'A' && letter <= 'Z' ? (char)(letter - 'A' + 'a') : letter;
}

/* Copies the ranks of a FEN's first field, last one first, with the colours exchanged. */
static char *write_board(const char *board, size_t length, char *out) {
    size_t end = length;
    while (end > 0) {
        size_t start = end;
        while (start > 0 && board[start - 1] != '/')
            start--;
        for (size_t i = start; i < end; i++)
            *out++ = other_case(board[i]);
        if (start > 0)
            *out++ = '/';
        end = start > 0 ? start - 1 : 0;
    }
    return out;
}

/* By way of FEN, which says everything about a position and is read with all checks. */
void position_flip(const Position *from, Position *to) {
    char fen[FEN_SIZE], flipped[FEN_SIZE];
    fen_format_shredder(from, fen);
    size_t board = strcspn(fen, " ");
    char *out = write_board(fen, board, flipped);
    strcpy(out, fen + board);
    char *side = out + 1;
    *side = *side == 'w' ? 'b' : 'w';
    char *field = side + 2;
    for (; *field != ' '; field++)
        *field = other_case(*field);
    if (field[1] != '-')
        field[2] = field[2] == '3' ? '6' : '3';
    bool chess960 = from->chess960;
    FenError error;
    fen_parse(flipped, to, &error);
    to->chess960 |= chess960;
}
