/* analyse [FEN]: the best move of a position. See docs/library.md. */

#include <inttypes.h>
#include <quorum.h>
#include <stdio.h>

int main(int argc, char **argv) {
    Engine *engine = engine_create();
    Position position;
    FenError error = {.message = "not enough memory"};
    if (!engine || !fen_parse(argc > 1 ? argv[1] : FEN_START, &position, &error))
        return fprintf(stderr, "analyse: %s\n", error.message), 1;
    engine_set_root(engine, &position);
    const BestMoveReport found = engine_find(engine, (SearchLimits){.depth = 12});
    char move[COORDINATE_SIZE];
    notation_coordinate(found.best, false, move);
    printf("%s, %d centipawns, %" PRIu64 " nodes\n", move, found.score, found.figures.nodes);
    engine_destroy(engine);
}
