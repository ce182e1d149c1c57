#include "datagen/self_play.h"

#include "base/random.h"
#include "engine/engine_insider.h"

/* Which nodes are drawn has nothing to do with how the game goes. */
#define TREE_SEED 0x7EEE

/* Nor which of them games begin at. */
#define START_SEED 0x57A7
/* Nodes of a tree that games begin at, one after the other. */
#define STARTS 8

/* Where the next games of a sitting begin. */
typedef struct Starts {
    TreeSample nodes;
    int used; /* of them */
} Starts;

/* Draws nodes of a search from where the game is. */
static void draw_starts(const Settings *settings, PlayTable *table, uint64_t number,
                        Starts *starts) {
    const NodeObserver observer = tree_begin(
        &starts->nodes, STARTS, 1, random_sequence(settings->play.seed ^ START_SEED, number));
    starts->used = 0;
    engine_set_observer(table->engines[0], &observer);
    engine_find(table->engines[0], play_soft_limits(settings->start_nodes));
    engine_set_observer(table->engines[0], NULL);
}

/* Begins a game at a node that is left and not decided; false where there is none. */
static bool begin_at_node(PlayTable *table, Starts *starts, BestMoveReport *first) {
    const Score balance = table->settings->opening.balance;
    while (starts->used < starts->nodes.count) {
        play_begin(table, &starts->nodes.nodes[starts->used++].position, PLAY_REMEMBER);
        *first = engine_find(table->engines[0], table->limits);
        if (first->score >= -balance && first->score <= balance)
            return true;
    }
    return false;
}

/* As play_open(), but that the game may begin within the tree of what has been opened. */
static PlayStatus open_game(const Settings *settings, PlayTable *table, uint64_t number,
                            PlayMemory memory, Starts *starts, BestMoveReport *first) {
    if (begin_at_node(table, starts, first))
        return PLAY_DONE;
    const PlayStatus status = play_open(table, number, memory, first);
    if (status != PLAY_DONE || settings->start_nodes == 0)
        return status;
    const Position opening = table->game.position;
    draw_starts(settings, table, number, starts);
    if (!begin_at_node(table, starts, first)) {
        play_begin(table, &opening, PLAY_REMEMBER);
        *first = engine_find(table->engines[0], table->limits);
    }
    return PLAY_DONE;
}

/* The game of a number, from its first position to its end. */
static PlayStatus play_game(const Settings *settings, PlayTable *table, uint64_t number,
                            PlayMemory memory, Starts *starts, ChainGame *game) {
    BestMoveReport first;
    const PlayStatus status = open_game(settings, table, number, memory, starts, &first);
    return status == PLAY_DONE ? play_out(table, 0, settings->end, &first, game) : status;
}

PlayStatus self_play_sitting(const Settings *settings, PlayTable *table, uint64_t number,
                             ChainGame *games) {
    const uint64_t first_number = number * (uint64_t)settings->sitting;
    Starts starts = {.used = 0};
    PlayStatus status = PLAY_DONE;
    for (int i = 0; i < settings->sitting && status == PLAY_DONE; i++)
        status = play_game(settings, table, first_number + (uint64_t)i,
                           i > 0 ? PLAY_REMEMBER : PLAY_FORGET, &starts, &games[i]);
    return status;
}

PlayStatus self_play_tree(const Settings *settings, PlayTable *table, uint64_t number,
                          TreeSample *sample) {
    ChainGame game;
    Starts none = {.used = 0};
    const NodeObserver observer =
        tree_begin(sample, settings->tree_nodes, settings->tree_depth,
                   random_sequence(settings->play.seed ^ TREE_SEED, number));
    table->on_opening = tree_empty; /* of nodes of one that was dropped */
    table->watcher = sample;
    engine_set_observer(table->engines[0], &observer);
    const PlayStatus status = play_game(settings, table, number, PLAY_FORGET, &none, &game);
    engine_set_observer(table->engines[0], NULL);
    table->on_opening = NULL;
    if (status == PLAY_DONE)
        tree_complete(sample, &game);
    return status;
}
