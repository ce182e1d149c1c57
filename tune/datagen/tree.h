#pragma once

#include "chain/chain.h"
#include "search/observer.h"

/* Nodes of search trees as training data: what the search of a game's moves has found out about
 * other positions than those of the game (TreeStrap: J. Veness, D. Silver, W. Uther and A. Blair,
 * 2009). Owned by one thread. */

#define TREE_NODES_MOST 64

typedef struct TreeNode {
    Position position;
    Move move; /* quiet where there is such a one */
    int16_t score;
    Bound bound;
} TreeNode;

/* Some nodes of a game's searches, each with the same probability (reservoir sampling: J. Vitter,
 * 1985). */
typedef struct TreeSample {
    uint64_t random; /* state of their sequence */
    uint64_t seen;
    int wanted; /* 1 to TREE_NODES_MOST */
    int count;  /* that are there, at most so many */
    TreeNode nodes[TREE_NODES_MOST];
} TreeSample;

/* An empty sample, and who fills it with nodes of at least that depth, as long as it watches an
 * engine. Which nodes it will hold depends on nothing but the nodes and `random`. Nodes are left
 * out that a static evaluation cannot be expected to judge: in check, decided by a mate, or with a
 * best move that is not quiet. */
NodeObserver tree_begin(TreeSample *sample, int wanted, int least_depth, uint64_t random);

/* Takes the nodes out again that a TreeSample holds, which may go on to be filled. */
void tree_empty(void *sample);

/* Fills the sample up with a game's first position, where the searches had too few nodes. */
void tree_complete(TreeSample *sample, const ChainGame *game);

/* A node as a game of one ply. Its result says what its score is: drawn for the value of the
 * position, won for a side that has at least that. */
void tree_game(const TreeNode *node, ChainGame *game);
