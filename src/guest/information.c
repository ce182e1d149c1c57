#include "guest/information.h"

#include "base/compiler.h"
#include "chess/game.h"
#include "chess/notation.h"

/* More nodes than any search has; sums of them find room. */
#define MOST_NODES (INT64_C(1) << 50)

/* Centipawns, and more than any engine claims. */
#define MOST_SCORE 1000000

/* A line that is being read. */
typedef struct Reading {
    Text rest;
    const Position *root;
    GuestInfo *info;
    InformationParts parts;
    bool is_other; /* one of the lines behind the best */
} Reading;

/* Cuts a number off; false where it is none, or not in the range. */
static bool take_number(Reading *reading, int64_t least, int64_t most, int64_t *number) {
    Text word;
    return text_next_token(&reading->rest, &word) && text_parse_fitting_integer(word, number) &&
           *number >= least && *number <= most;
}

static void take_depth(Reading *reading) {
    int64_t depth;
    if (take_number(reading, 0, MAX_PLY, &depth)) {
        reading->info->depth = (int)depth;
        reading->parts |= INFORMATION_DEPTH;
    }
}

static void take_nodes(Reading *reading) {
    int64_t nodes;
    if (take_number(reading, 0, MOST_NODES, &nodes)) {
        reading->info->nodes = (uint64_t)nodes;
        reading->parts |= INFORMATION_NODES;
    }
}

static void take_score(Reading *reading) {
    Text kind;
    int64_t score;
    if (!text_next_token(&reading->rest, &kind))
        return;
    const bool is_mate = text_equals(kind, "mate");
    const int64_t most = is_mate ? MAX_PLY / 2 : MOST_SCORE;
    if ((is_mate || text_equals(kind, "cp")) && take_number(reading, -most, most, &score)) {
        reading->info->is_mate = is_mate;
        reading->info->score = (int)score;
        reading->parts |= INFORMATION_SCORE;
    }
}

static void take_line(Reading *reading) {
    Text word;
    if (!text_next_token(&reading->rest, &word))
        return;
    reading->info->move = notation_parse_coordinate(reading->root, word.data, (int)word.length);
    if (reading->info->move != MOVE_NONE)
        reading->parts |= INFORMATION_MOVE;
    reading->rest.length = 0;
}

static void take_place(Reading *reading) {
    int64_t place;
    reading->is_other = take_number(reading, 1, MAX_MOVES, &place) && place > 1;
}

static void take_lower(Reading *reading) {
    reading->info->bound = GUEST_LOWER;
}

static void take_upper(Reading *reading) {
    reading->info->bound = GUEST_UPPER;
}

/* Words of the engine's own. */
static void take_text(Reading *reading) {
    reading->rest.length = 0;
}

InformationParts information_read(Text line, const Position *root, GuestInfo *info) {
    static const struct {
        const char *name;
        void (*take)(Reading *reading);
    } PARTS[] = {
        {"depth", take_depth},      {"nodes", take_nodes},   {"score", take_score},
        {"pv", take_line},          {"multipv", take_place}, {"lowerbound", take_lower},
        {"upperbound", take_upper}, {"string", take_text},
    };
    *info = (GuestInfo){.move = MOVE_NONE};
    Reading reading = {.rest = line, .root = root, .info = info};
    for (Text word; text_next_token(&reading.rest, &word);) {
        for (size_t i = 0; i < ARRAY_LENGTH(PARTS); i++) {
            if (text_equals(word, PARTS[i].name))
                PARTS[i].take(&reading);
        }
    }
    return reading.is_other ? reading.parts & INFORMATION_NODES : reading.parts;
}
