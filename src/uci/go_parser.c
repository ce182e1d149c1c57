#include "uci/go_parser.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/compiler.h"
#include "base/integers.h"
#include "chess/game.h"
#include "chess/notation.h"

/* Some 30 years: whatever is reckoned from it, in microseconds too, stays within 64 bits. */
#define MAX_MS 1000000000000

/* A keyword, and the members of the limits that it sets. */
typedef struct GoKeyword {
    const char *name;
    bool sets_flag;
    size_t flag;   /* offset of a bool */
    size_t size;   /* of the member for the number that follows; 0: none does */
    size_t number; /* its offset */
    int64_t least; /* smaller numbers become this */
    int64_t most;  /* larger ones this */
} GoKeyword;

#define FLAG(member) .sets_flag = true, .flag = offsetof(SearchLimits, member)
#define NUMBER(member, low, high)                                                                  \
    .size = sizeof(((SearchLimits *)0)->member), .number = offsetof(SearchLimits, member),         \
    .least = (low), .most = (high)

static const GoKeyword KEYWORDS[] = {
    {"wtime", FLAG(has_clock[WHITE]), NUMBER(clock_ms[WHITE], -MAX_MS, MAX_MS)},
    {"btime", FLAG(has_clock[BLACK]), NUMBER(clock_ms[BLACK], -MAX_MS, MAX_MS)},
    {"winc", NUMBER(increment_ms[WHITE], 0, MAX_MS)},
    {"binc", NUMBER(increment_ms[BLACK], 0, MAX_MS)},
    {"movestogo", NUMBER(moves_to_go, 0, 10000)},
    {"depth", NUMBER(depth, 1, MAX_PLY)},
    {"nodes", NUMBER(nodes, 1, INT64_MAX)},
    {"mate", NUMBER(mate, -MAX_PLY, MAX_PLY)},
    {"movetime", FLAG(has_movetime), NUMBER(movetime_ms, 0, MAX_MS)},
    {"infinite", FLAG(infinite)},
    {"ponder", FLAG(ponder)},
};

static const GoKeyword *find_keyword(Text token) {
    for (size_t i = 0; i < ARRAY_LENGTH(KEYWORDS); i++)
        if (text_equals(token, KEYWORDS[i].name))
            return &KEYWORDS[i];
    return NULL;
}

/* Reads a whole number, or the whole part of one with a decimal point: some programs reckon their
 * times so. On false *number is unchanged. */
static bool read_number(Text token, int64_t *number) {
    const char *point = memchr(token.data, '.', token.length);
    const char *end = token.data + token.length;
    if (!point)
        return text_parse_integer(token, number);
    for (const char *digit = point + 1; digit < end; digit++) {
        if (*digit < '0' || *digit > '9')
            return false;
    }
    return text_parse_integer((Text){token.data, (size_t)(point - token.data)}, number);
}

static void set_number(const GoKeyword *keyword, SearchLimits *limits, int64_t number) {
    char *member = (char *)limits + keyword->number;
    number = int64_clamp(number, keyword->least, keyword->most);
    if (keyword->size == sizeof(int))
        *(int *)member = (int)number;
    else
        *(int64_t *)member = number;
}

/* Obeys a keyword. A number is taken off *rest only if it is one: otherwise the token may be the
 * next keyword. */
static void obey(const GoKeyword *keyword, Text name, Text *rest, const GoComplaints *complaints,
                 SearchLimits *limits) {
    if (keyword->size > 0) {
        int64_t number;
        Text after = *rest;
        Text token;
        if (!text_next_token(&after, &token) || !read_number(token, &number)) {
            complaints->ignored(complaints->context, "go: no number after", name);
            return;
        }
        *rest = after;
        set_number(keyword, limits, number);
        /* Negative numbers are how some write "is mated in"; a search for mate answers both. */
        if (keyword->number == offsetof(SearchLimits, mate))
            limits->mate = limits->mate == 0 ? 1 : abs(limits->mate);
    }
    if (keyword->sets_flag)
        *(bool *)((char *)limits + keyword->flag) = true;
}

static void add_search_move(Text token, const Position *position, const GoComplaints *complaints,
                            SearchLimits *limits) {
    const int length = (int)size_min(token.length, COORDINATE_SIZE);
    Move move = notation_parse_coordinate(position, token.data, length);
    if (move == MOVE_NONE)
        complaints->ignored(complaints->context, "go: not a legal move:", token);
    else if (limits->search_move_count == 0 || !search_limits_allow(limits, move))
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
            read_number(token, &number);
        *depth = (int)int64_clamp(number, 0, most_depth);
        return true;
    }
    return false;
}
