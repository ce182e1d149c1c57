#pragma once

#include "play/book.h"

/* Where the games begin. Pure, but for the random state; any thread. */

/* Random moves must not have decided the game. */
#define OPENING_BALANCE 300

typedef struct OpeningRules {
    const Book *book;     /* NULL for the start position */
    int random_plies;     /* about so many random moves are played: two less to two more */
    int chess960_percent; /* of games, from a start position of Chess960 instead */
    int endgame_percent;  /* of games, from a few random men on random squares instead */
    int balance;          /* score_limit of openings that are no such endgames */
} OpeningRules;

typedef enum OpeningKind { OPENING_USUAL, OPENING_CHESS960, OPENING_ENDGAME } OpeningKind;

typedef struct Opening {
    Position position; /* with a legal move, and no draw by lack of material */
    int score_limit;   /* centipawns, either way, beyond which it is not worth playing */
} Opening;

/* The start position of Chess960 with that number, from 0 to 959 (Scharnagl's numbering). */
Position opening_chess960(int number);

/* Draws the kind of a game's opening in the shares asked for. */
OpeningKind opening_draw_kind(const OpeningRules *rules, uint64_t *random);

/* Draws an opening by the sequence that *random continues. False, and *opening is undefined, where
 * that made none: then draw again. */
bool opening_draw(const OpeningRules *rules, OpeningKind kind, uint64_t *random, Opening *opening);
