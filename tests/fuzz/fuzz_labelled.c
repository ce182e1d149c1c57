/* Fuzz target: lines 'FEN | score | result'. One that is read is a game that the chain format can
 * hold, and comes back from being written. */

#include <string.h>

#include "chain/filter.h"
#include "chain/game_code.h"
#include "data/labelled.h"
#include "target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static ChainGame game, again;
    static EncodedGame encoded;
    static bool ready;
    if (!ready)
        chess_init();
    ready = true;
    Reason error = {""};
    if (!labelled_parse((Text){(const char *)data, size}, &game, &error)) {
        MUST(error.text[0] != '\0' && !strchr(error.text, '\n'));
        return 0;
    }
    MUST(game.ply_count == 1 && game_encode(&game, &encoded));
    char line[LABELLED_SIZE], other[LABELLED_SIZE];
    labelled_format(&game.start, game.scores[0], game.result, line);
    MUST(labelled_parse(text_of(line), &again, &error));
    MUST(again.scores[0] == game.scores[0] && again.result == game.result);
    MUST(again.start.key == game.start.key);
    labelled_format(&again.start, again.scores[0], again.result, other);
    MUST(strcmp(line, other) == 0);
    return 0;
}
