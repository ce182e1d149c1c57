#include "tools/speedtest/games.h"

const SpeedtestGame SPEEDTEST_GAME_LIST[SPEEDTEST_GAMES] = {
    {"Opening", "rn1qkbnr/pbppp1pp/5p2/1p1N4/P7/7N/1PPPPPPP/R1BQKB1R w KQkq - 4 5",
     "e2e4 e7e6 d5e3 b7e4 f2f3 e4b7 a4b5 a7a6 h3f2 "
     "a6b5 a1a8 b7a8 f1b5 f6f5 e1g1 g8e7 d2d4 g7g5"},
    {"Middlegame", "r3kb1r/1b1p1pp1/p2q3p/1PpPp3/2Pn4/1P1P1NPP/4BP2/R1BQK2R w KQkq - 0 15",
     "e1g1 a6b5 c1a3 b5b4 f3d4 e5d4 a3b2 a8a1 d1a1 "
     "f8e7 b2c1 g7g5 a1a7 d6c7 h3h4 e8g8 a7a2 c7e5"},
    {"Later middlegame", "r3k2r/4b1p1/p1b1p3/2p2pPp/Pp3P2/1PPPB2P/8/RN3RK1 w kq - 0 22",
     "f1c1 c6d5 b1d2 a8b8 d2c4 h5h4 g1h2 e8g8 e3f2 "
     "f8d8 f2h4 e7d6 h4g3 g8f7 h3h4 g7g6 a1b1 d6c7"},
    {"Few pieces", "2r5/3n1kp1/1p6/pP1N2PP/P1Prp2P/8/R3B1K1/8 w - - 4 42",
     "g2h3 f7f8 h5h6 g7h6 g5h6 c8c5 h3g3 f8g8 g3f4 "
     "e4e3 f4e3 d4h4 e2d3 d7e5 a2g2 g8h8 d3e2 e5c4"},
    {"Endgame", "2r5/3p4/4k3/6b1/4P1Pp/2KR4/1P6/5B2 w - - 7 48",
     "c3b3 g5f6 d3d5 c8b8 b3a4 b8a8 a4b4 f6e7 b4b3 "
     "a8b8 b3c2 b8b4 f1d3 e6f6 c2c3 b4b6 d3b5 h4h3"},
};
