#pragma once

#include "datagen/settings.h"
#include "datagen/tree.h"

/* Games in a row. Histories and table are cleared before the first alone: to clear them takes as
 * long as some searches of a hundred nodes. */
typedef struct Sitting {
    int count;
    ChainGame games[]; /* settings.sitting */
} Sitting;

/* Bytes of a sitting of so many games. */
size_t self_play_sitting_size(int games);

/* Plays the sitting of a number, always the same, whoever does. */
PlayStatus self_play_sitting(const Settings *settings, PlayTable *table, uint64_t number,
                             Sitting *sitting);

/* Plays the game of a number for the nodes of its searches. */
PlayStatus self_play_tree(const Settings *settings, PlayTable *table, uint64_t number,
                          TreeSample *sample);
