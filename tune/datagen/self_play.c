#include "datagen/self_play.h"

#include "base/random.h"

/* Which nodes are drawn has nothing to do with how the game goes. */
#define TREE_SEED 0x7EEE

static PlayStatus play_game(const Settings *settings, PlayTable *table, uint64_t number,
                            PlayMemory memory, ChainGame *game) {
    BestMoveReport first;
    PlayStatus status = play_open(table, number, memory, &first);
    if (status != PLAY_DONE)
        return status;
    return play_out(table, 0, settings->end, &first, game);
}

PlayStatus self_play_sitting(const Settings *settings, PlayTable *table, uint64_t number,
                             ChainGame *games) {
    const uint64_t first = number * (uint64_t)settings->sitting;
    PlayStatus status = PLAY_DONE;
    for (int i = 0; i < settings->sitting && status == PLAY_DONE; i++)
        status = play_game(settings, table, first + (uint64_t)i,
                           i > 0 ? PLAY_REMEMBER : PLAY_FORGET, &games[i]);
    return status;
}

PlayStatus self_play_tree(const Settings *settings, PlayTable *table, uint64_t number,
                          TreeSample *sample) {
    ChainGame game;
    const NodeObserver observer = {
        .context = sample, .least_depth = settings->tree_depth, .note = tree_note};
    tree_begin(sample, settings->tree_nodes,
               random_sequence(settings->play.seed ^ TREE_SEED, number));
    engine_set_observer(table->engines[0], &observer);
    const PlayStatus status = play_game(settings, table, number, PLAY_FORGET, &game);
    engine_set_observer(table->engines[0], NULL);
    if (status == PLAY_DONE)
        tree_complete(sample, &game);
    return status;
}
