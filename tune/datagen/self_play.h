#pragma once

#include "datagen/settings.h"
#include "datagen/tree.h"

/* Plays the sitting of a number, settings->sitting games in a row, always the same, whoever does.
 * Histories and table are cleared before the first alone: to clear them takes as long as two or
 * three searches of 60 nodes. With settings->start_nodes the games begin within trees. */
PlayStatus self_play_sitting(const Settings *settings, PlayTable *table, uint64_t number,
                             ChainGame *games);

/* Plays the game of a number for the nodes of its searches. */
PlayStatus self_play_tree(const Settings *settings, PlayTable *table, uint64_t number,
                          TreeSample *sample);
