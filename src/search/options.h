#pragma once

/* Every option that a search reads, one row each: NAME, field of SearchOptions, value at first,
 * least, most. A check is 0 or 1. A front end sets it by engine_set_option(), the search reads
 * control->setup.options; nothing in between knows it, but the engine the last one.
 *   multipv           lines that are searched
 *   overhead_ms       lost between the engine and the clock for every move
 *   nodes_time        nodes that count as a millisecond, for clocks and move times; 0: time counts
 *   ponder            the user lets us think on the opponent's time, half of which will come back
 *   tablebase_depth   nodes with the most men that are looked up are so at this depth or more
 *   tablebase_men     positions of more men are not looked up
 *   tablebase_rule50  the 50-move rule counts for the endgame tables; a change forgets all searches
 */
#define SEARCH_OPTIONS(X)                                                                          \
    X(MULTIPV, multipv, 1, 1, 500)                                                                 \
    X(OVERHEAD_MS, overhead_ms, 10, 0, 10000)                                                      \
    X(NODES_TIME, nodes_time, 0, 0, 10000)                                                         \
    X(PONDER, ponder, 0, 0, 1)                                                                     \
    X(TABLEBASE_DEPTH, tablebase_depth, 1, 1, 100)                                                 \
    X(TABLEBASE_MEN, tablebase_men, 7, 0, 7)                                                       \
    X(TABLEBASE_RULE50, tablebase_rule50, 1, 0, 1)

typedef struct SearchOptions {
#define SEARCH_OPTION_FIELD(name, field, value, least, most) int field;
    SEARCH_OPTIONS(SEARCH_OPTION_FIELD)
#undef SEARCH_OPTION_FIELD
} SearchOptions;

typedef enum SearchOption {
#define SEARCH_OPTION_INDEX(name, field, value, least, most) SEARCH_##name,
    SEARCH_OPTIONS(SEARCH_OPTION_INDEX)
#undef SEARCH_OPTION_INDEX
} SearchOption;

/* SEARCH_MULTIPV_VALUE and so on, as a table of options states them. */
enum {
#define SEARCH_OPTION_RANGE(name, field, value, least, most)                                       \
    SEARCH_##name##_VALUE = value, SEARCH_##name##_LEAST = least, SEARCH_##name##_MOST = most,
    SEARCH_OPTIONS(SEARCH_OPTION_RANGE)
#undef SEARCH_OPTION_RANGE
};

/* The values at first. Any thread. */
SearchOptions search_options_default(void);

/* Sets one, put into its range. Pure. */
void search_options_set(SearchOptions *options, SearchOption option, int number);
