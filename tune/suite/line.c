#include "suite/line.h"

#include "chess/see.h"

void line_play(Line *line, const Position *start, const Move *moves, int length) {
    line->length = length < LINE_PLIES ? length : LINE_PLIES;
    line->positions[0] = *start;
    for (int i = 0; i < line->length; i++) {
        line->moves[i] = moves[i];
        position_make(&line->positions[i], &line->positions[i + 1], moves[i]);
    }
}

bool line_takes(const Line *line, int ply) {
    return ply < line->length &&
           position_captured_type(&line->positions[ply], line->moves[ply]) != NO_PIECE_TYPE;
}

int line_balance(const Position *position, Color side) {
    int balance = 0;
    for (PieceType type = PAWN; type < KING; type++)
        balance += SEE_VALUE[type] * (bb_count(position_pieces(position, side, type)) -
                                      bb_count(position_pieces(position, color_flip(side), type)));
    return balance;
}

int line_gain(const Line *line) {
    int end = line->length;
    while (end > 0 && position_is_noisy(&line->positions[end - 1], line->moves[end - 1]))
        end--;
    Color side = position_side(&line->positions[0]);
    return line_balance(&line->positions[end], side) - line_balance(&line->positions[0], side);
}
