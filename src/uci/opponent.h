#pragma once

#include "base/text.h"

/* Who plays against the engine, as the option UCI_Opponent tells it. */

/* With the terminating NUL. */
#define OPPONENT_NAME_SIZE 128
#define OPPONENT_LINE_SIZE (OPPONENT_NAME_SIZE + 64)

typedef enum OpponentKind { OPPONENT_UNKNOWN, OPPONENT_COMPUTER, OPPONENT_HUMAN } OpponentKind;

typedef struct Opponent {
    OpponentKind kind;             /* OPPONENT_UNKNOWN when nobody has been named */
    const char *title;             /* GM, IM, FM, WGM, WIM, or "" for none; a constant */
    int elo;                       /* 0 for none */
    char name[OPPONENT_NAME_SIZE]; /* printable, cut where it is longer */
} Opponent;

/* Reads `[GM|IM|FM|WGM|WIM|none] [<elo>|none] [computer|human] <name>`, in any case. An empty text
 * is nobody. False when it has another form; *opponent is then unchanged. Pure. */
bool opponent_parse(Text text, Opponent *opponent);

/* One line about the opponent. */
void opponent_describe(const Opponent *opponent, char line[OPPONENT_LINE_SIZE]);
