#include <stdio.h>

#include "chess/fen.h"
#include "tools/speedtest/run.h"

/* Nodes and time are those of the last line that tells nodes: what comes after it nobody knows. Of
 * the processor time the same part counts. */
void speedtest_search_guest(Guest *guest, const char *name, const SpeedtestGame *game, Text moves,
                            const Position *root, int64_t movetime_ms, SpeedtestPart *part) {
    Position start;
    FenError fen_error;
    GuestResult found;
    Reason error;
    fen_parse(game->fen, &start, &fen_error);
    const GuestTask task = {
        .start = &start, .moves = moves, .root = root, .movetime_ms = movetime_ms};
    if (guest_search(guest, &task, &found, &error)) {
        part->measure.nodes += found.last.nodes;
        part->measure.elapsed_us += found.last.elapsed_us;
        if (found.processor_us > 0 && found.elapsed_us > 0)
            part->processor_us +=
                (int64_t)((double)found.processor_us * (double)found.last.elapsed_us /
                          (double)found.elapsed_us);
    } else if (!guest_is_given_up(guest)) {
        char text[FEN_SIZE];
        fen_format(root, text);
        fprintf(stderr, "quorum speedtest: %s: %s: %s\n", name, text, error.text);
        part->faults++;
        guest_new_game(guest, &error);
    }
}
