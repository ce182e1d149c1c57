#include "datagen/self_play.h"

#include "base/random.h"

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
    const NodeObserver observer = {.context = &starts->nodes, .least_depth = 1, .note = tree_note};
    tree_begin(&starts->nodes, STARTS, random_sequence(settings->play.seed ^ START_SEED, number));
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

PlayStatus self_play_sitting(const Settings *settings, PlayTable *table, uint64_t number,
                             ChainGame *games) {
    const uint64_t first_number = number * (uint64_t)settings->sitting;
    Starts starts = {.used = 0};
    PlayStatus status = PLAY_DONE;
    for (int i = 0; i < settings->sitting && status == PLAY_DONE; i++) {
        BestMoveReport first;
        status = open_game(settings, table, first_number + (uint64_t)i,
                           i > 0 ? PLAY_REMEMBER : PLAY_FORGET, &starts, &first);
        if (status == PLAY_DONE)
            status = play_out(table, 0, settings->end, &first, &games[i]);
    }
    return status;
}

PlayStatus self_play_tree(const Settings *settings, PlayTable *table, uint64_t number,
                          TreeSample *sample) {
    ChainGame game;
    BestMoveReport first;
    const NodeObserver observer = {
        .context = sample, .least_depth = settings->tree_depth, .note = tree_note};
    tree_begin(sample, settings->tree_nodes,
               random_sequence(settings->play.seed ^ TREE_SEED, number));
    engine_set_observer(table->engines[0], &observer);
    PlayStatus status = play_open(table, number, PLAY_FORGET, &first);
    if (status == PLAY_DONE)
        status = play_out(table, 0, settings->end, &first, &game);
    engine_set_observer(table->engines[0], NULL);
    if (status == PLAY_DONE)
        tree_complete(sample, &game);
    return status;
}
