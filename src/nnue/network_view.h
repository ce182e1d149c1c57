#pragma once

#include "chess/position.h"

/* How the network sees a board: what it is worth, and what each piece on it is. */
typedef struct NetworkView {
    int score; /* centipawns for the side to move */
    /* Centipawns from White's view by which the score falls when the piece is taken off the board;
     * 0 on empty squares and for kings, which cannot be. */
    int values[SQUARES];
    int bucket; /* of the output, by the number of pieces */
} NetworkView;
