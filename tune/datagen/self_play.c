#include "datagen/self_play.h"

#include "base/random.h"

/* Which nodes are drawn has nothing to do with how the game goes. */
#define TREE_SEED 0x7EEE

PlayStatus self_play_game(const Settings *settings, PlayTable *table, uint64_t number,
                          ChainGame *game) {
    BestMoveReport first;
    PlayStatus status = play_open(table, number, &first);
    if (status != PLAY_DONE)
        return status;
    return play_out(table, 0, settings->end, &first, game);
}

PlayStatus self_play_tree(const Settings *settings, PlayTable *table, uint64_t number,
                          TreeSample *sample) {
    ChainGame game;
    const NodeObserver observer = {
        .context = sample, .least_depth = settings->tree_depth, .note = tree_note};
    tree_begin(sample, settings->tree_nodes,
               random_sequence(settings->play.seed ^ TREE_SEED, number));
    engine_set_observer(table->engines[0], &observer);
    const PlayStatus status = self_play_game(settings, table, number, &game);
    engine_set_observer(table->engines[0], NULL);
    if (status == PLAY_DONE)
        tree_complete(sample, &game);
    return status;
}
