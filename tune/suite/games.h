#ifndef QUORUM_SUITE_GAMES_H
#define QUORUM_SUITE_GAMES_H

#include "chain/chain.h"

/* The games of several chain files, numbered from 0 one after the other. Owned by one thread. */

typedef struct Games {
    char *const *paths;
    int count;
    int current; /* index of the file that is open, or comes next */
    ChainReader *reader;
    uint64_t number; /* of the next game */
    uint64_t total;  /* that the files say they hold */
    int damages;     /* places that were passed over, with a message on stderr */
} Games;

/* Begins with the first game. False, with the reason in *error, when a file cannot be read. */
bool games_open(Games *games, char *const *paths, int count, char *error, size_t error_size);

/* The next game; false when there is none left. */
bool games_next(Games *games, ChainGame *game);

void games_close(Games *games);

#endif
