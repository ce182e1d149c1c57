#include <stdio.h>

#include "chess/fen.h"
#include "tools/speedtest/run.h"

/* Nodes and time are those of the last line that tells nodes: what comes after it nobody knows. */
SpeedtestMeasure speedtest_search_guest(Guest *guest, const char *fen, Text moves,
                                        const Position *root, int64_t movetime_ms,
                                        SpeedtestResult *result) {
    Position start;
    FenError fen_error;
    GuestResult found;
    Reason error;
    fen_parse(fen, &start, &fen_error);
    const GuestTask task = {
        .start = &start, .moves = moves, .root = root, .movetime_ms = movetime_ms};
    if (!guest_search(guest, &task, &found, &error)) {
        if (guest_is_given_up(guest))
            return (SpeedtestMeasure){0};
        char text[FEN_SIZE];
        fen_format(root, text);
        fprintf(stderr, "quorum speedtest: %s: %s: %s\n", result->options.guest_name, text,
                error.text);
        result->faults++;
        guest_new_game(guest, &error);
        return (SpeedtestMeasure){0};
    }
    result->processor_us += found.processor_us > 0 ? found.processor_us : 0;
    return (SpeedtestMeasure){found.last.nodes, found.last.elapsed_us};
}
