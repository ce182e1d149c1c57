#include "positions.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/random.h"
#include "chess/fen.h"
#include "chess/see.h"

const char *const BENCH_FENS[FEN_COUNT] = {
    "r1bqk1nr/4bpp1/p1np3p/1pp1p2P/4P1P1/1PP1NP2/P2P2B1/R1BQK1NR b KQkq - 1 12",
    "rnbqkbnr/pp4pp/5p2/2ppp3/P1P3P1/3PBP2/1P2P2P/RN1QKBNR b KQ - 0 8",
    "rnbqkbn1/3ppp1r/pp4pp/2P5/1PP5/5Q2/P3PPPP/RNB1KBNR b KQq - 2 7",
    "1nb2rk1/r1Np2bp/p2Pp1p1/1pp5/4Bq2/2P1QN2/PP3PPP/1K1R3R b - - 3 20",
    "1rb2rk1/pp3ppp/1np1pn2/8/PP2pP2/1PNqQ3/3PN1PP/R1B2RK1 w - - 5 14",
    "r2q1rk1/5pb1/1pn2n2/2p1p2p/p1PpPP1P/P2P1N2/1PQBR3/RN5K w - - 5 25",
    "rq4nr/2kb3p/ppnN2p1/4ppP1/Q1P4P/8/PB2BP2/3RK1R1 w - - 5 28",
    "2r2r2/2qp1k1p/n3p3/1pp3R1/P3PpP1/2QP4/1PP1BP2/R3K3 b Q - 0 21",
    "r1bq1knr/ppp2p2/2n3p1/6P1/P1Pp1R2/1Q1P4/1P1NP3/R1B1KB2 w Q - 8 16",
    "4b3/2r5/p4p1k/P1pPbP1P/1p1pN1P1/1P1P4/4K3/2R5 b - - 8 43",
    "r3nk2/p5p1/n3p3/2p5/2P2P2/pP2P2q/P2R4/3QR1K1 b - - 1 28",
    "2r1k3/p4n2/n2p3P/3Pp3/2b1Pp2/2P2P2/3B1N2/R3KR2 b Q - 0 34",
    "3r4/pp2Rp2/3k1p2/2r5/5P2/5P2/6K1/7R w - - 0 34",
    "5r2/2r3kp/p5p1/8/8/1P4P1/P2R1PK1/3R4 b - - 1 38",
    "3r4/1k6/p2P3P/2p5/3b4/1P3P2/2K5/4R3 b - - 0 40",
    "q7/8/8/4p3/8/3B4/1k1K4/3R4 b - - 5 8",
};

/* Where positions_line() begins. */
#define LINE_FEN 4

static void parse(int index, Position *position) {
    FenError error;
    if (!fen_parse(BENCH_FENS[index], position, &error)) {
        fprintf(stderr, "quorum-microbench: %s: %s\n", BENCH_FENS[index], error.message);
        exit(2);
    }
}

static void add(PositionSet *set, const Position *position, bool calm) {
    if (set->count < MOST_POSITIONS && !(calm && position_in_check(position)))
        set->positions[set->count++] = *position;
}

const PositionSet *positions_all(bool calm) {
    static PositionSet sets[2];
    PositionSet *set = &sets[calm];
    if (set->count > 0)
        return set;
    for (int i = 0; i < FEN_COUNT; i++) {
        Position position, next;
        parse(i, &position);
        add(set, &position, calm);
        const MoveList list = movegen_list(&position);
        for (int move = 0; move < list.count; move++) {
            position_make(&position, &next, list.moves[move]);
            add(set, &next, calm);
        }
    }
    return set;
}

const MoveSet *positions_moves(bool noisy) {
    static MoveSet sets[2];
    const PositionSet *set = positions_all(false);
    MoveSet *moves = &sets[noisy];
    if (moves->count > 0)
        return moves;
    for (int i = 0; i < set->count; i++) {
        MoveList list = {0};
        if (noisy)
            movegen_noisy(&set->positions[i], &list);
        else
            movegen_all(&set->positions[i], &list);
        for (int move = 0; move < list.count; move++) {
            if (moves->count < (int)ARRAY_LENGTH(moves->moves))
                moves->moves[moves->count++] = (PlacedMove){&set->positions[i], list.moves[move]};
        }
    }
    return moves;
}

/* One of those that lose no material at once, or of all if each does. */
static Move choose(const Position *position, const MoveList *list, uint64_t *seed) {
    Move good[MAX_MOVES];
    int count = 0;
    for (int i = 0; i < list->count; i++) {
        if (see_at_least(position, list->moves[i], 0))
            good[count++] = list->moves[i];
    }
    const Move *moves = count > 0 ? good : list->moves;
    return moves[random_scale(random_next(seed), (uint64_t)(count > 0 ? count : list->count))];
}

int positions_line(Position *line, int count) {
    uint64_t seed = 1;
    parse(LINE_FEN, &line[0]);
    for (int i = 1; i < count; i++) {
        const MoveList list = movegen_list(&line[i - 1]);
        if (list.count == 0)
            return i;
        position_make(&line[i - 1], &line[i], choose(&line[i - 1], &list, &seed));
    }
    return count;
}
