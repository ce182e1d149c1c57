#include "datagen/self_play.h"

PlayStatus self_play_game(const Settings *settings, PlayTable *table, uint64_t number,
                          ChainGame *game) {
    BestMoveReport first;
    PlayStatus status = play_open(table, number, &first);
    if (status != PLAY_DONE)
        return status;
    return play_out(table, 0, settings->end, &first, game);
}
