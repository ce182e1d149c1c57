#pragma once

/* Stretches of Quorum's self-play games: the same kind of work as in a game, as
 * each move finds in the table what the move before has left there. Another choice of games would
 * make speeds that cannot be compared with those measured before. */
typedef struct SpeedtestGame {
    const char *title;
    const char *fen;   /* where the stretch begins */
    const char *moves; /* 2 * (SPEEDTEST_SEARCHES - 1) of them, in coordinate notation */
} SpeedtestGame;

#define SPEEDTEST_GAMES 5

/* Searches of a stretch: one before each move of the side that moves first. */
#define SPEEDTEST_SEARCHES 10

extern const SpeedtestGame SPEEDTEST_GAME_LIST[SPEEDTEST_GAMES];
