#pragma once

/* Every number of the search that a tuner may move: name, value, least, most. Scores are
 * centipawns, reductions 1/1024 plies, histories their own units (at most HISTORY_LIMIT), shares
 * of time 1/1000 but for those that say percent. TABLE_CUTOFF_WEIGHT is in 1/16,
 * REVERSE_FUTILITY_SHARE in 1/1023, so that a third is one, CONTINUATION_SHARE_ in 1/1024 of a
 * bonus, the weights of quiet moves in 1/8, those of corrections in 1/1024 centipawns a unit. */

/* Those that shape the tree of one thread: games by nodes can tune them. */
#define TUNABLES_OF_TREE(X)                                                                        \
    X(ASPIRATION_DELTA, 12, 2, 40)                                                                 \
    X(ASPIRATION_GROWTH, 512, 128, 1536)                                                           \
    X(TABLE_CUTOFF_WEIGHT, 12, 0, 16)                                                              \
    X(RAZOR_BASE, 112, 20, 500)                                                                    \
    X(RAZOR_SLOPE, 75, 20, 400)                                                                    \
    X(REVERSE_FUTILITY_SLOPE, 32, 15, 140)                                                         \
    X(REVERSE_FUTILITY_DEPTH, 9, 5, 18)                                                            \
    X(REVERSE_FUTILITY_SHARE, 392, 0, 1023)                                                        \
    X(REVERSE_FUTILITY_CORRECTION, 52, 0, 150)                                                     \
    X(NULL_MOVE_BASE, 4, 2, 6)                                                                     \
    X(NULL_MOVE_DEPTH_DIVISOR, 3, 2, 7)                                                            \
    X(NULL_MOVE_MARGIN, 91, -50, 300)                                                              \
    X(NULL_MOVE_SLOPE, 4, 0, 40)                                                                   \
    X(NULL_MOVE_SCORE_DIVISOR, 71, 30, 400)                                                        \
    X(NULL_MOVE_SCORE_LIMIT, 4, 1, 8)                                                              \
    X(NULL_MOVE_VERIFY_DEPTH, 16, 4, 30)                                                           \
    X(PROBCUT_MARGIN, 143, 40, 320)                                                                \
    X(PROBCUT_IMPROVING, 30, 0, 100)                                                               \
    X(PROBCUT_DEPTH, 5, 3, 9)                                                                      \
    X(PROBCUT_REDUCTION, 4, 2, 7)                                                                  \
    X(INTERNAL_REDUCTION_DEPTH, 4, 2, 8)                                                           \
    X(INTERNAL_REDUCTION_LAG, 3, 1, 8)                                                             \
    X(DOUBTFUL_CUT_DEPTH, 3, 1, 9)                                                                 \
    X(RAISED_ALPHA_LEAST, 2, 1, 8)                                                                 \
    X(RAISED_ALPHA_MOST, 11, 4, 20)                                                                \
    X(RAISED_ALPHA_TWICE, 5, 2, 20)                                                                \
    X(PRUNING_HISTORY_DIVISOR, 4150, 1500, 20000)                                                  \
    X(LATE_MOVE_BASE, 3, 1, 8)                                                                     \
    X(FUTILITY_BASE, 47, 0, 250)                                                                   \
    X(FUTILITY_SLOPE, 51, 15, 180)                                                                 \
    X(SEE_QUIET_SLOPE, 19, 4, 60)                                                                  \
    X(SEE_NOISY_SLOPE, 62, 20, 180)                                                                \
    X(HISTORY_PRUNE_SLOPE, 2557, 500, 8000)                                                        \
    X(REDUCTION_BASE, 1444, 200, 2400)                                                             \
    X(REDUCTION_SLOPE, 245, 120, 400)                                                              \
    X(REDUCTION_PV_MARK, 1484, 0, 4096)                                                            \
    X(REDUCTION_PV, 2337, -1024, 6000)                                                             \
    X(REDUCTION_TABLE_HIGH, 316, -512, 2048)                                                       \
    X(REDUCTION_TABLE_DEEP, 291, -512, 2048)                                                       \
    X(REDUCTION_CUT_NODE, 1979, 0, 4096)                                                           \
    X(REDUCTION_NO_TABLE_MOVE, 503, -512, 2048)                                                    \
    X(REDUCTION_NOT_IMPROVING, 672, -256, 2048)                                                    \
    X(REDUCTION_TABLE_NOISY, 782, -512, 2048)                                                      \
    X(REDUCTION_CHECK, 972, -512, 2048)                                                            \
    X(REDUCTION_EVASION, 574, -512, 2048)                                                          \
    X(REDUCTION_CUTOFFS, 725, -512, 2048)                                                          \
    X(REDUCTION_SINGULAR, 1024, -512, 2048)                                                        \
    X(CUTOFFS_MOST, 3, 0, 6)                                                                       \
    X(REDUCTION_NOISY, 894, -1024, 2048)                                                           \
    X(DEEPER_BASE, 45, 0, 120)                                                                     \
    X(DEEPER_SLOPE, 2, 0, 12)                                                                      \
    X(SHALLOWER_MARGIN, 9, 0, 40)                                                                  \
    X(REDUCTION_HISTORY_DIVISOR, 8408, 4000, 20000)                                                \
    X(SINGULAR_DEPTH, 5, 3, 9)                                                                     \
    X(SINGULAR_SLOPE, 9, 3, 40)                                                                    \
    X(SINGULAR_PV_SLOPE, 22, 3, 60)                                                                \
    X(DOUBLE_EXTENSION_MARGIN, 6, 0, 60)                                                           \
    X(DOUBLE_EXTENSION_PV, 47, 0, 200)                                                             \
    X(TRIPLE_EXTENSION_MARGIN, 34, 10, 150)                                                        \
    X(HISTORY_BONUS_SLOPE, 175, 60, 400)                                                           \
    X(HISTORY_BONUS_OFFSET, 16, -200, 400)                                                         \
    X(HISTORY_BONUS_LIMIT, 1433, 600, 3000)                                                        \
    X(HISTORY_MALUS_SLOPE, 313, 60, 1000)                                                          \
    X(HISTORY_MALUS_OFFSET, 86, -200, 400)                                                         \
    X(HISTORY_MALUS_LIMIT, 1167, 600, 3000)                                                        \
    X(HISTORY_MALUS_DECAY, 984, 512, 1024)                                                         \
    X(FIRST_MOVES, 2, 0, 6)                                                                        \
    X(CONTINUATION_SHARE_1, 1018, 0, 1800)                                                         \
    X(CONTINUATION_SHARE_2, 885, 0, 1800)                                                          \
    X(CONTINUATION_SHARE_4, 546, 0, 1800)                                                          \
    X(CONTINUATION_SHARE_6, 374, 0, 1800)                                                          \
    X(HISTORY_SURPRISE_MARGIN, 49, 0, 200)                                                         \
    X(HISTORY_SURPRISE_PERCENT, 131, 100, 200)                                                     \
    X(QUIESCENCE_FUTILITY, 98, 20, 320)                                                            \
    X(QUIESCENCE_CHECKS, 144, 0, 400)                                                              \
    X(QUIESCENCE_MOVES, 3, 1, 8)                                                                   \
    X(MATERIAL_SCALE_BASE, 25760, 20000, 32768)                                                    \
    X(NOISY_FUTILITY_BASE, 108, 20, 400)                                                           \
    X(NOISY_FUTILITY_SLOPE, 71, 20, 320)                                                           \
    X(REDUCTION_NOISY_HISTORY_DIVISOR, 13456, 5000, 30000)                                         \
    X(FAIL_LOW_CREDIT, 61, 0, 150)                                                                 \
    X(SWING_CREDIT_SLOPE, 8, 0, 20)                                                                \
    X(SWING_CREDIT_BASE, 116, -300, 600)                                                           \
    X(SWING_CREDIT_LIMIT, 1300, 300, 2500)                                                         \
    X(HINDSIGHT_MARGIN, 176, 40, 300)                                                              \
    X(ASPIRATION_DEPTH, 4, 2, 8)                                                                   \
    X(ASPIRATION_SCORE_DIVISOR, 12145, 3000, 50000)                                                \
    X(ASPIRATION_HIGH_PLIES, 3, 0, 6)                                                              \
    X(DANGER_MINOR, 3366, 0, 12000)                                                                \
    X(DANGER_ROOK, 4979, 0, 20000)                                                                 \
    X(DANGER_QUEEN, 10176, 0, 30000)                                                               \
    X(CHECK_BONUS, 17772, 0, 40000)                                                                \
    X(CHECK_THRESHOLD, -108, -300, 100)                                                            \
    X(CAPTURE_VALUE_WEIGHT, 17, 4, 48)                                                             \
    X(CAPTURE_HISTORY_WEIGHT, 9, 0, 32)                                                            \
    X(GOOD_CAPTURE_DIVISOR, 74, 16, 256)                                                           \
    X(NEAR_ROOT_WEIGHT, 8, 0, 32)                                                                  \
    X(QUIESCENCE_SEE_LEAST, 12, -100, 100)                                                         \
    X(NOISY_HISTORY_DIVISOR, 62, 16, 256)                                                          \
    X(NOISY_FUTILITY_DEPTH, 7, 3, 14)                                                              \
    X(SEE_NOISY_DEBIT, 71, 0, 200)                                                                 \
    X(SEE_NOISY_CREDIT, 108, 0, 300)                                                               \
    X(PAWN_CORRECTION_WEIGHT, 47, 0, 140)                                                          \
    X(PIECE_CORRECTION_WEIGHT, 45, 0, 140)                                                         \
    X(PAIR_CORRECTION_WEIGHT, 34, 0, 140)                                                          \
    X(CORRECTION_DEPTH_DIVISOR, 7, 2, 32)                                                          \
    X(CORRECTION_BONUS_DIVISOR, 4, 1, 16)                                                          \
    X(FUTILITY_DEPTH, 11, 4, 20)                                                                   \
    X(HISTORY_PRUNE_DEPTH, 5, 2, 12)                                                               \
    X(SQUARES_HISTORY_PERCENT, 66, 20, 150)                                                        \
    X(PLAIN_BONUS_PERCENT, 58, 10, 120)                                                            \
    X(QUIET_BUTTERFLY_WEIGHT, 17, 0, 40)                                                           \
    X(QUIET_PAWNS_WEIGHT, 13, 0, 40)                                                               \
    X(QUIET_LAST_WEIGHT, 15, 0, 40)                                                                \
    X(QUIET_SECOND_WEIGHT, 14, 0, 40)                                                              \
    X(QUIET_FOURTH_WEIGHT, 8, 0, 40)                                                               \
    X(QUIET_SIXTH_WEIGHT, 8, 0, 40)                                                                \
    X(RULE50_FADE, 204, 110, 500)

/* Those that matter by the clock or with several threads alone. TIME_HORIZON: moves that the time
 * left must last for when the time control does not say. TIME_RESERVE_MOST: the part of that time
 * that the overhead of those moves may take away at most, in percent. TIME_MAXIMUM_SHARE and
 * TIME_LAST_MOVE_SHARE: the part of the clock that one move may take at most, in percent, and the
 * last one before a time control. TIME_OPTIMUM_SHARE: the part of it that a move is meant to take
 * at most, where no time control comes. TIME_MAXIMUM_FACTOR: optima that a difficult move may take.
 * TIME_SHARE_: what a move takes of an even share of the clock, before the first move, more with
 * each, and up to how many. TIME_CONTROL_SHARE: the same before a time control, since moves took
 * longer than was meant, and TIME_CLOCK_SHARE: what counts of a clock that no increments add to.
 * TIME_SIGNS_DEPTH: iterations that say nothing of how settled the best move is. TIME_FALL_ and
 * TIME_RISE_: by centipawn, and at most. TIME_LENGTH_: the nodes, as doublings, of the shortest
 * search that the others fit, and what each doubling fewer takes off, in 1/1000. VOTE_FLOOR: added
 * to each score so that the lowest still counts. VOTE_LAG: plies behind the deepest that cost no
 * weight. EXCHANGE_DEPTH: the least depth of entries of the table that other processes are told,
 * where these are few. EXCHANGE_INTERVAL: from one message of them to the next at least, in
 * milliseconds. SHARED_TABLE: whether processes of one machine have one table. */
#define TUNABLES_OF_GAME(X)                                                                        \
    X(ASPIRATION_SPREAD, 3, 0, 12)                                                                 \
    X(TIME_HORIZON, 26, 12, 50)                                                                    \
    X(TIME_RESERVE_MOST, 25, 5, 60)                                                                \
    X(TIME_MAXIMUM_SHARE, 62, 30, 90)                                                              \
    X(TIME_OPTIMUM_SHARE, 20, 5, 60)                                                               \
    X(TIME_LAST_MOVE_SHARE, 95, 60, 98)                                                            \
    X(TIME_MAXIMUM_FACTOR, 5, 2, 10)                                                               \
    X(TIME_SHARE_FIRST, 900, 500, 1500)                                                            \
    X(TIME_SHARE_STEP, 8, 0, 30)                                                                   \
    X(TIME_SHARE_MOVES, 64, 10, 100)                                                               \
    X(TIME_CONTROL_SHARE, 850, 400, 1200)                                                          \
    X(TIME_CLOCK_SHARE, 650, 300, 1000)                                                            \
    X(TIME_PONDER, 250, 0, 600)                                                                    \
    X(TIME_SIGNS_DEPTH, 8, 1, 16)                                                                  \
    X(TIME_STABILITY_BASE, 1300, 1250, 2000)                                                       \
    X(TIME_STABILITY_SLOPE, 60, 0, 90)                                                             \
    X(TIME_STABILITY_MOST, 12, 2, 13)                                                              \
    X(TIME_CHANGES_SLOPE, 546, 0, 2000)                                                            \
    X(TIME_FALL_SLOPE, 8, 0, 20)                                                                   \
    X(TIME_FALL_LATELY_SLOPE, 8, 0, 20)                                                            \
    X(TIME_FALL_MOST, 613, 100, 1500)                                                              \
    X(TIME_RISE_MOST, 259, 0, 600)                                                                 \
    X(TIME_EFFORT_BASE, 1600, 1100, 2500)                                                          \
    X(TIME_LENGTH_DOUBLINGS, 16, 12, 26)                                                           \
    X(TIME_LENGTH_SLOPE, 130, 0, 250)                                                              \
    X(VOTE_FLOOR, 14, 1, 100)                                                                      \
    X(VOTE_LAG, 3, 0, 10)                                                                          \
    X(EXCHANGE_DEPTH, 2, 1, 40)                                                                    \
    X(EXCHANGE_INTERVAL, 2, 1, 1000)                                                               \
    X(SHARED_TABLE, 1, 0, 1)

#define TUNABLES(X) TUNABLES_OF_TREE(X) TUNABLES_OF_GAME(X)

/* The place of each in the table, those of the tree first. */
enum {
#define TUNABLE_INDEX(name, value, least, most) TUNABLE_##name,
    TUNABLES_OF_TREE(TUNABLE_INDEX) TUNABLE_TREE_COUNT,
    TUNABLE_BEFORE_GAME = TUNABLE_TREE_COUNT - 1,
    TUNABLES_OF_GAME(TUNABLE_INDEX) TUNABLE_COUNT
#undef TUNABLE_INDEX
};

typedef struct TunableRow {
    const char *name;
    int value;
    int least;
    int most;
} TunableRow;

extern const TunableRow TUNABLE_ROWS[TUNABLE_COUNT];

/* A value for each, in the order of the table. */
typedef struct Tunables {
    int values[TUNABLE_COUNT];
} Tunables;

/* The values of the table. Any thread. */
Tunables tunables_default(void);

#ifdef QUORUM_TUNABLES

/* In a tune build each is a variable, so that engines with different values can play each other in
 * one process. It belongs to the thread, which takes the values over from its search: code of the
 * search then reads the same in both builds. */
#define TUNABLES_ARE_VARIABLE                      1
#define TUNABLE_VARIABLE(name, value, least, most) extern _Thread_local int name;
TUNABLES(TUNABLE_VARIABLE)
#undef TUNABLE_VARIABLE

/* What can be changed: an option of UCI each. */
#define TUNABLES_FOR_OPTIONS(X) TUNABLES(X)

/* From now on the calling thread searches with these values. */
void tunables_use(const Tunables *tunables);

#else

#define TUNABLES_ARE_VARIABLE 0
#define TUNABLES_FOR_OPTIONS(X)
enum {
#define TUNABLE_CONSTANT(name, value, least, most) name = value,
    TUNABLES(TUNABLE_CONSTANT)
#undef TUNABLE_CONSTANT
};

static inline void tunables_use(const Tunables *tunables) {
    (void)tunables;
}

#endif
