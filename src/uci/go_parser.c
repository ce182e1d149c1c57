#include "uci/go_parser.h"

#include "base/compiler.h"
#include "chess/game.h"
#include "chess/notation.h"

/* Some 30 years: whatever is reckoned from it, in microseconds too, stays within 64 bits. */
#define MAX_MS 1000000000000

typedef struct GoKeyword {
    const char *name;
    void (*set)(SearchLimits *limits, int64_t number);
    bool takes_number;
    int64_t least; /* smaller numbers become this */
    int64_t most;  /* larger ones this */
} GoKeyword;

static void set_white_time(SearchLimits *limits, int64_t number) {
    limits->has_clock[WHITE] = true;
    limits->clock_ms[WHITE] = number;
}

static void set_black_time(SearchLimits *limits, int64_t number) {
    limits->has_clock[BLACK] = true;
    limits->clock_ms[BLACK] = number;
}

static void set_white_increment(SearchLimits *limits, int64_t number) {
    limits->increment_ms[WHITE] = number;
}

static void set_black_increment(SearchLimits *limits, int64_t number) {
    limits->increment_ms[BLACK] = number;
}

static void set_moves_to_go(SearchLimits *limits, int64_t number) {
    limits->moves_to_go = (int)number;
}

static void set_depth(SearchLimits *limits, int64_t number) {
    limits->depth = (int)number;
}

static void set_nodes(SearchLimits *limits, int64_t number) {
    limits->nodes = (uint64_t)number;
}

/* Negative numbers are how some write "is mated in"; a search for mate answers both questions. */
static void set_mate(SearchLimits *limits, int64_t number) {
    int moves = number < 0 ? -(int)number : (int)number;
    limits->mate = moves > 0 ? moves : 1;
}

static void set_movetime(SearchLimits *limits, int64_t number) {
    limits->has_movetime = true;
    limits->movetime_ms = number;
}

static void set_infinite(SearchLimits *limits, int64_t number) {
    (void)number;
    limits->infinite = true;
}

static void set_ponder(SearchLimits *limits, int64_t number) {
    (void)number;
    limits->ponder = true;
}

static const GoKeyword KEYWORDS[] = {
    {"wtime", set_white_time, true, -MAX_MS, MAX_MS},
    {"btime", set_black_time, true, -MAX_MS, MAX_MS},
    {"winc", set_white_increment, true, 0, MAX_MS},
    {"binc", set_black_increment, true, 0, MAX_MS},
    {"movestogo", set_moves_to_go, true, 0, 10000},
    {"depth", set_depth, true, 1, MAX_PLY},
    {"nodes", set_nodes, true, 1, INT64_MAX},
    {"mate", set_mate, true, -MAX_PLY, MAX_PLY},
    {"movetime", set_movetime, true, 0, MAX_MS},
    {"infinite", set_infinite, false, 0, 0},
    {"ponder", set_ponder, false, 0, 0},
};

static const GoKeyword *find_keyword(Text token) {
    for (size_t i = 0; i < ARRAY_LENGTH(KEYWORDS); i++)
        if (text_equals(token, KEYWORDS[i].name))
            return &KEYWORDS[i];
    return NULL;
}

/* Obeys a keyword. A number is taken off *rest only if it is one: otherwise the token may be the
 * next keyword. */
static void obey(const GoKeyword *keyword, Text name, Text *rest, const GoComplaints *complaints,
                 SearchLimits *limits) {
    int64_t number = 0;
    if (keyword->takes_number) {
        Text after = *rest;
        Text token;
        if (!text_next_token(&after, &token) || !text_parse_integer(token, &number)) {
            complaints->ignored(complaints->context, "go: no number after", name);
            return;
        }
        *rest = after;
        if (number < keyword->least)
            number = keyword->least;
        if (number > keyword->most)
            number = keyword->most;
    }
    keyword->set(limits, number);
}

static bool is_listed(const SearchLimits *limits, Move move) {
    for (int i = 0; i < limits->search_move_count; i++)
        if (limits->search_moves[i] == move)
            return true;
    return false;
}

static void add_search_move(Text token, const Position *position, const GoComplaints *complaints,
                            SearchLimits *limits) {
    int length = token.length < COORDINATE_SIZE ? (int)token.length : COORDINATE_SIZE;
    Move move = notation_parse_coordinate(position, token.data, length);
    if (move == MOVE_NONE)
        complaints->ignored(complaints->context, "go: not a legal move:", token);
    else if (!is_listed(limits, move))
        limits->search_moves[limits->search_move_count++] = move;
}

void go_parse(Text arguments, const Position *position, const GoComplaints *complaints,
              SearchLimits *limits) {
    *limits = (SearchLimits){0};
    bool in_search_moves = false;
    Text token;
    while (text_next_token(&arguments, &token)) {
        const GoKeyword *keyword = find_keyword(token);
        if (keyword) {
            in_search_moves = false;
            obey(keyword, token, &arguments, complaints, limits);
        } else if (text_equals(token, "searchmoves")) {
            in_search_moves = true;
        } else if (in_search_moves) {
            add_search_move(token, position, complaints, limits);
        } else {
            complaints->ignored(complaints->context, "go: not understood:", token);
        }
    }
}

bool go_parse_perft(Text arguments, int most_depth, int *depth) {
    Text token;
    while (text_next_token(&arguments, &token)) {
        if (!text_equals(token, "perft"))
            continue;
        int64_t number = 1;
        if (text_next_token(&arguments, &token))
            text_parse_integer(token, &number);
        *depth = number < 0 ? 0 : number > most_depth ? most_depth : (int)number;
        return true;
    }
    return false;
}
