#pragma once

#include "chess/move.h"
#include "chess/types.h"

/* No clock or move time counts as longer than this many ms, some three years: so no arithmetic with
 * them overflows. */
#define LIMITS_LONGEST_MS 100000000000LL

/* What `go` asks for. A zeroed struct asks for a search without end. All limits combine: the first
 * one that is reached ends the search. Of a clock the side to move needs its own; where nothing
 * else would end the search the other's counts for it, or one increment where there are only
 * increments or moves_to_go. Numbers below 0 count as 0; so does no more than there is room for of
 * search_move_count, and no start_us that is yet to come. */
typedef struct SearchLimits {
    bool has_clock[COLORS];       /* clock_ms of this colour was given */
    int64_t clock_ms[COLORS];     /* time left, ms; may be zero or negative */
    int64_t increment_ms[COLORS]; /* ms a move */
    int moves_to_go;              /* moves to the next time control, 0 for sudden death */
    bool has_movetime;            /* movetime_ms was given */
    int64_t movetime_ms;          /* exactly this long, ms */
    int depth;                    /* plies, 0 for no limit */
    uint64_t nodes;        /* of all workers together, 0 for no limit; exact with one worker, with
                              more exceeded by some hundred each at most */
    uint64_t soft_nodes;   /* the main thread begins no iteration after so many, 0 for no limit */
    int mate;              /* mate in so many moves ends the search, 0 for no limit */
    bool infinite;         /* no best move before `stop` */
    bool ponder;           /* no best move before `stop` or `ponderhit` */
    int search_move_count; /* 0: all root moves */
    Move search_moves[MAX_MOVES]; /* legal at the root */
    int elo;                      /* play about as well as this, 800 to 2800; 0: full strength */
    uint64_t strength_seed;       /* of the errors made on purpose; unused when elo is 0 */
    bool analyse;                 /* a single legal move is searched like any other root */
    bool keeps_late_moves;        /* no late move pruning: worse moves than with it from many nodes,
                                     but far better scores from some hundred */
    int64_t start_us;             /* clock_now_us() when `go` arrived */
} SearchLimits;

/* Whether a legal move of the root may be searched. */
static inline bool search_limits_allow(const SearchLimits *limits, Move move) {
    for (int i = 0; i < limits->search_move_count; i++) {
        if (limits->search_moves[i] == move)
            return true;
    }
    return limits->search_move_count == 0;
}
