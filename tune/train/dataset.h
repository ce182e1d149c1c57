#pragma once

#include "base/reason.h"
#include "chain/chain.h"
#include "train/store.h"

/* Games of chain files as filtered positions, split by game into training and validation. */

/* Applied after filter_keeps() of the chain library, to the scores as they were found. */
typedef struct DatasetFilter {
    int skip_plies;    /* this many at the start of each game are left out */
    int score_limit;   /* scores of this size and more, either way, are left out */
    int max_clock;     /* so are clocks of this many plies without capture or pawn move and more; 0
                          for no limit */
    double validation; /* share of the games set aside, 0 to 1 */
    double lambda;     /* of foresight_scores(), which gives the scores that are kept */
} DatasetFilter;

typedef struct Dataset {
    PositionStore training;
    PositionStore validation;
    uint64_t games;
    uint64_t plies;          /* of all games, kept or not */
    uint64_t damaged_blocks; /* that were skipped */
    ChainOrigin origin;      /* of the first game */
    bool mixed_origins;      /* others differ from it */
} Dataset;

/* Told about damage (message) and, now and then, how far reading has come (message NULL). */
typedef void (*DatasetListener)(const char *path, const char *message, const Dataset *dataset);

/* Adds the games of a file. False when it cannot be read or memory runs out, with the reason in
 * *error; damaged blocks are skipped and counted. */
bool dataset_read(Dataset *dataset, const char *path, const DatasetFilter *filter,
                  DatasetListener listener, Reason *error);

/* Adds one game. False without memory. */
bool dataset_add_game(Dataset *dataset, const ChainGame *game, const DatasetFilter *filter);

/* The same for a node of a search tree (chain_is_of_tree()), which is only learnt from: the nodes
 * of a tree are alike, and do not say which of them belong together. No ply of it is skipped. */
bool dataset_add_node(Dataset *dataset, const ChainGame *game, const DatasetFilter *filter);

void dataset_clear(Dataset *dataset);
