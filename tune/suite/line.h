#ifndef QUORUM_SUITE_LINE_H
#define QUORUM_SUITE_LINE_H

#include "chess/position.h"

/* A line of play with the positions on it, for the rules that tell themes. Pure; any thread. */

/* Plies of a line that the rules look at. */
#define LINE_PLIES 12

typedef struct Line {
    int length; /* of the moves, 0 to LINE_PLIES */
    Move moves[LINE_PLIES];
    Position positions[LINE_PLIES + 1]; /* positions[i] is the one before moves[i] */
} Line;

/* Plays the first moves of a line of legal moves. */
void line_play(Line *line, const Position *start, const Move *moves, int length);

/* Whether the line has the ply, and its move takes something. */
bool line_takes(const Line *line, int ply);

/* Centipawns of the side's pieces less those of the other, by the values of exchanges. */
int line_balance(const Position *position, Color side);

/* What the line's first side has won in material when it ends, in centipawns: an exchange that the
 * end of the line cuts in two is not counted. */
int line_gain(const Line *line);

#endif
