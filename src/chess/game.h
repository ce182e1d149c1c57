#pragma once

#include "chess/position.h"

/* A position together with the keys of those before it, as far back as repetition can reach. */

/* Longest line below the root of a search, in plies. */
#define MAX_PLY 246

/* Keys kept from before the root: the 50-move rule lets no repetition reach further. */
#define GAME_KEYS 128

/* Keys of the line so far, the current position last. Owned by one thread. */
typedef struct KeyTrail {
    int count;
    uint64_t keys[GAME_KEYS + MAX_PLY + 8];
} KeyTrail;

typedef struct Game {
    Position position;
    KeyTrail trail;
} Game;

/* Begins at a position: the trail holds its key alone. */
void game_begin(Game *game, const Position *position);

/* Plays a legal move. */
void game_play(Game *game, Move move);

static inline void key_trail_push(KeyTrail *trail, uint64_t key) {
    trail->keys[trail->count++] = key;
}

static inline void key_trail_pop(KeyTrail *trail) {
    trail->count--;
}

/* Whether the position, whose key is the last of the trail, counts as a repetition `ply` plies
 * below the root: it stood once before below the root, or twice before at all. */
bool game_is_repetition(const KeyTrail *trail, const Position *position, int ply);

/* How often the game's position has stood on the board, this time included, among the last
 * GAME_KEYS positions: with more of them between, the 50-move rule draws anyway. */
int game_occurrences(const Game *game);

/* Whether a hundred plies have passed without capture or pawn move. Mate on the last of them comes
 * first: the caller knows that the side to move is not mated. */
static inline bool game_is_rule50_draw(const Position *position) {
    return position->rule50 >= 100;
}
