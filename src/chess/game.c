#include "chess/game.h"

#include <string.h>

#include "base/integers.h"

void game_begin(Game *game, const Position *position) {
    game->position = *position;
    game->trail.count = 0;
    key_trail_push(&game->trail, position->key);
}

void game_play(Game *game, Move move) {
    Position next;
    position_make(&game->position, &next, move);
    game->position = next;
    KeyTrail *trail = &game->trail;
    if (next.rule50 == 0)
        trail->count = 0;
    if (trail->count == GAME_KEYS) {
        trail->count--;
        memmove(trail->keys, trail->keys + 1, (size_t)trail->count * sizeof trail->keys[0]);
    }
    key_trail_push(trail, next.key);
}

bool game_is_repetition(const KeyTrail *trail, const Position *position, int ply) {
    const int reach =
        int_min(int_min(position->rule50, position->plies_from_null), trail->count - 1);
    const uint64_t *current = &trail->keys[trail->count - 1];
    bool seen = false;
    for (int back = 4; back <= reach; back += 2) {
        if (current[-back] != *current)
            continue;
        if (seen || back < ply)
            return true;
        seen = true;
    }
    return false;
}

int game_occurrences(const Game *game) {
    const KeyTrail *trail = &game->trail;
    int count = 0;
    for (int i = 0; i < trail->count; i++)
        count += trail->keys[i] == game->position.key;
    return count;
}
