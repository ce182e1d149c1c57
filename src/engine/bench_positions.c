#include "engine/bench_positions.h"

#include "chess/fen.h"

/* Openings are well-known lines; the others were composed for this table. */
const BenchPosition BENCH_POSITIONS[BENCH_POSITION_COUNT] = {
    /* Openings */
    {FEN_START, "", false},
    {FEN_START, "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1 b7b5 a4b3 d7d6 c2c3 e8g8",
     false},
    {FEN_START,
     "e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3 a7a6 c1g5 e7e6 f2f4 f8e7 d1f3 d8c7 e1c1 b8d7",
     false},
    {FEN_START, "d2d4 g8f6 c2c4 g7g6 b1c3 f8g7 e2e4 d7d6 g1f3 e8g8 f1e2 e7e5 e1g1 b8c6 d4d5 c6e7",
     false},
    {FEN_START, "d2d4 d7d5 c2c4 e7e6 b1c3 g8f6 c4d5 e6d5 c1g5 f8e7 e2e3 e8g8 f1d3 b8d7 g1e2 f8e8",
     false},
    {FEN_START, "e2e4 c7c6 d2d4 d7d5 e4e5 c8f5 g1f3 e7e6 f1e2 c6c5 c1e3", false},
    {FEN_START,
     "e2e4 e7e6 d2d4 d7d5 b1c3 f8b4 e4e5 c7c5 a2a3 b4c3 b2c3 g8e7 d1g4 d8c7 g4g7 h8g8 g7h7 c5d4",
     false},
    {FEN_START, "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 b2b4 c5b4 c2c3 b4a5 d2d4 e5d4 e1g1", false},
    {FEN_START, "e2e4 e7e5 g1f3 b8c6 f1c4 g8f6 f3g5 d7d5 e4d5 f6d5 g5f7 e8f7 d1f3 f7e6", false},
    {FEN_START, "e2e4 e7e5 f2f4 e5f4 g1f3 g7g5 h2h4 g5g4 f3e5", false},
    {FEN_START, "c2c4 e7e5 b1c3 g8f6 g1f3 b8c6 g2g3 d7d5 c4d5 f6d5 f1g2 d5b6", false},
    {FEN_START,
     "d2d4 d7d5 c2c4 c7c6 g1f3 g8f6 b1c3 e7e6 c1g5 d5c4 e2e4 b7b5 e4e5 h7h6 g5h4 g7g5 f3g5 h6g5",
     false},

    /* Middlegames */
    {"r2q1rk1/1b1nbppp/p2ppn2/1p6/3NPP2/1BN1B3/PPP3PP/R2Q1R1K w - - 4 12", "", false},
    {"r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/P1N2N2/1P2BPPP/R1BQ1RK1 b - - 0 10", "", false},
    {"2r2rk1/pb1qbppp/1pn1pn2/3p4/3P1B2/1PNBPN2/P4PPP/2RQ1RK1 w - - 2 14", "", false},
    {"r3r1k1/pp1q1pbp/2np2p1/2p1n3/4PP2/2PPB1P1/PP1Q2BP/R3NRK1 b - - 0 17", "", false},
    {"r4rk1/1bq2pbp/pp1ppnp1/n7/2PNPP2/1PN1B1P1/P3Q1BP/2R2RK1 w - - 5 17", "", false},
    {"r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 6 8", "", false},
    {"3r1rk1/p1q1bppp/1p2pn2/2p5/2P5/1PB1PN2/P3QPPP/3R1RK1 w - - 0 18",
     "f3e5 d8d1 f1d1 f8d8 d1d8 c7d8", false},
    {"2kr3r/ppp2ppp/2nq1n2/3p1b2/3P4/2NBPN2/PP3PPP/R2Q1RK1 w - - 3 11", "", false},

    /* Attacks and combinations */
    {"r1bq1rk1/ppp1nppp/4p3/3pP3/1b1P4/2NB1N2/PPP2PPP/R1BQK2R w KQ - 4 8", "", false},
    {"r4rk1/ppqb1ppp/2p1pn2/8/3P4/2PBB2Q/PP3PPP/R4RK1 w - - 0 17", "", false},
    {"2r3k1/1q3pbp/p2p2p1/1p1Pp1Pn/4P2P/1PN1BPQ1/P5K1/7R w - - 1 28", "", false},
    {"r2qr1k1/pb3p1p/1pn3pQ/3pN3/3P4/1B4R1/PP3PPP/4R1K1 w - - 0 22", "", false},
    {"1k1r3r/1pp2pp1/p1n1b3/4q2p/4P1n1/2N2P1P/PPP1Q1P1/R1B2RK1 b - - 0 19", "", false},

    /* Unequal material */
    {"3q1rk1/5ppp/8/8/8/8/5PPP/R3R1K1 w - - 0 25", "", false},
    {"6k1/p4ppp/8/3BB3/8/7P/P1r2PP1/6K1 w - - 2 31", "", false},
    {"r2q2k1/5ppp/p7/1p1p4/3B4/P1PBP3/5PPP/6K1 w - - 0 27", "", false},

    /* Endgames */
    {"8/1R3pk1/6p1/7p/r4P1P/6P1/5K2/8 b - - 3 45", "", false},
    {"4r1k1/5ppp/p7/1p6/8/P3R1P1/1P3P1P/6K1 w - - 0 30", "e3d3 e8c8 d3e3 c8e8 e3d3 e8c8 d3e3",
     false},
    {"1r6/5k2/4p1p1/3pP2p/R2P3P/P4PK1/6P1/8 b - - 0 38", "", false},
    {"8/5k2/1p1b2p1/p1p2p1p/P1P2P1P/1P1N1KP1/8/8 w - - 10 50", "", false},
    {"8/4kp2/3bp1p1/1p5p/pP1B1P1P/P2K2P1/8/8 b - - 6 44", "", false},
    {"6k1/5pp1/4p2p/3q4/1P6/P3Q2P/5PP1/6K1 b - - 0 33", "", false},
    {"8/3k4/1p2n1p1/p1p1B2p/P1P2P1P/1P4P1/5K2/8 w - - 1 41", "", false},

    /* Pawn endings and races */
    {"8/5k1p/2p3p1/1p1p4/1P1P1P2/4P1K1/7P/8 w - - 0 40", "", false},
    {"8/8/1p1k4/p1p2p2/P1P2P2/1P2K3/8/8 b - - 4 52", "", false},
    {"4k3/ppp2ppp/8/8/8/8/PPP2PPP/4K3 w - - 0 1", "", false},
    {"8/PPP2k2/8/8/8/8/2K2ppp/8 w - - 0 1", "", false},
    {"8/6p1/1k5p/1P1p1P2/3P2PP/2K5/8/8 b - - 0 47", "", false},

    /* Mate and stalemate near */
    {"6k1/5ppp/8/8/8/1q6/5PPP/2R3K1 w - - 0 36", "", false},
    {"8/8/8/4k3/8/8/3BN3/4K3 w - - 0 70", "", false},
    {"5k2/5P2/4K3/8/8/7p/8/8 w - - 0 64", "", false},
    {"7k/8/5KQ1/8/8/8/8/8 w - - 6 81", "", false},

    /* The fifty-move rule near */
    {"8/8/8/3k4/8/2KB1N2/8/8 w - - 94 143", "", false},
    {"4r1k1/5p1p/6p1/8/8/6P1/5P1P/R5K1 b - - 95 112", "", false},

    /* Chess960 */
    {"nrbkqbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBKQBRN w GBgb - 0 1", "", true},
    {"rkbnqnrb/pppppppp/8/8/8/8/PPPPPPPP/RKBNQNRB w GAga - 0 1", "d2d4 d7d5 d1c3 d8c6 c1f4 c8f5",
     true},
    {"1rk2r2/ppp1bppp/2n2n2/3pp3/3PP3/2N2N2/PPP1BPPP/1RK2R2 w FBfb - 0 8", "", true},
    {"r1bqkbr1/p1pppp1p/1nn5/1p4p1/4P3/3P1N2/PPP1NPPP/R1BQKBR1 w GAga - 0 5", "", true},
};
