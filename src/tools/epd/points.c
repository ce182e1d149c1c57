#include <string.h>

#include "chess/notation.h"
#include "tools/epd/suite.h"

#define MOST_POINTS 1000000

/* The points of one move as they are written. */
typedef struct Item {
    Text move;
    int points;
} Item;

typedef struct Items {
    int count;
    Item items[MAX_MOVES];
} Items;

static bool read_points(Text text, int *points) {
    int64_t number;
    if (!text_parse_integer(text, &number) || number < 0 || number > MOST_POINTS)
        return false;
    *points = (int)number;
    return true;
}

/* Reads "move=points, move=points"; false when it is anything else. "e8=Q=10" is a promotion. */
static bool split_assignments(Text text, Items *items) {
    items->count = 0;
    while (text.length > 0) {
        const char *comma = memchr(text.data, ',', text.length);
        size_t length = comma ? (size_t)(comma - text.data) : text.length;
        Text part = {text.data, length};
        const char *sign = memrchr(part.data, '=', part.length);
        if (items->count == MAX_MOVES || !sign)
            return false;
        Item *item = &items->items[items->count];
        size_t before = (size_t)(sign - part.data);
        item->move = text_trim((Text){part.data, before});
        if (item->move.length == 0 ||
            !read_points(text_trim((Text){sign + 1, part.length - before - 1}), &item->points))
            return false;
        items->count++;
        length += comma != NULL;
        text = text_trim((Text){text.data + length, text.length - length});
    }
    return true;
}

/* Cuts the next word off, commas counting as blanks. */
static bool next_word(Text *rest, Text *word) {
    while (text_next_token(rest, word)) {
        while (word->length > 0 && word->data[word->length - 1] == ',')
            word->length--;
        if (word->length > 0)
            return true;
    }
    return false;
}

/* Reads moves and points that stand apart; false when the points are no numbers or the moves not as
 * many. */
static bool pair_up(Text moves, Text points, Items *items) {
    Text move, number;
    items->count = 0;
    while (next_word(&points, &number)) {
        Item *item = &items->items[items->count];
        if (items->count == MAX_MOVES || !next_word(&moves, &move) ||
            !read_points(number, &item->points))
            return false;
        item->move = move;
        items->count++;
    }
    return !next_word(&moves, &move);
}

static bool is_move(const Position *position, Text text) {
    Move move;
    return notation_parse_san(position, text.data, (int)text.length, &move) != SAN_MALFORMED;
}

/* Whether a text is meant as "move=points ...": a comment such as "Elo=2500" is not. */
static bool assigns_points(const Position *position, Text text) {
    const char *sign = memchr(text.data, '=', text.length);
    return sign && is_move(position, (Text){text.data, (size_t)(sign - text.data)});
}

/* Whether two texts are meant as moves and their points. */
static bool pairs_points(const Position *position, Text moves, Text points) {
    Text move, number;
    int ignored;
    return next_word(&moves, &move) && is_move(position, move) && next_word(&points, &number) &&
           read_points(number, &ignored);
}

/* Adds the points of one move. False, with the reason, when it is no legal move or had others. */
static bool add_item(EpdEntry *entry, const Item *item, Reason *error) {
    Reason reason;
    Move move;
    if (!epd_parse_move(&entry->position, item->move, &move, &reason))
        return reason_set(error, "points: %s", reason.text);
    EpdPoints *points = NULL;
    for (int i = 0; i < entry->points_count && !points; i++) {
        if (entry->points[i].move == move)
            points = &entry->points[i];
    }
    if (!points) {
        entry->points[entry->points_count++] = (EpdPoints){move, item->points, false};
    } else if (points->points != item->points) {
        points->disputed = true;
        return reason_set(error, "points: '%.*s' has %d and %d", (int)item->move.length,
                          item->move.data, points->points, item->points);
    }
    return true;
}

/* Adds the points of a list, if it is a whole one. */
static bool add_items(EpdEntry *entry, const Items *items, bool whole, Text text, Reason *error) {
    if (!whole)
        return reason_set(error, "points: '%.*s' is no list of moves and points",
                          (int)(text.length < 60 ? text.length : 60), text.data);
    bool valid = true;
    for (int i = 0; i < items->count; i++)
        valid &= add_item(entry, &items->items[i], error);
    return valid;
}

bool epd_points_read(const EpdLine *epd, EpdEntry *entry, Reason *error) {
    const EpdOperation *c0 = epd_find(epd, "c0");
    const EpdOperation *c7 = epd_find(epd, "c7");
    const EpdOperation *c8 = epd_find(epd, "c8");
    Items items;
    bool valid = true;
    if (c0 && assigns_points(&entry->position, epd_text(c0))) {
        const Text text = epd_text(c0);
        valid &= add_items(entry, &items, split_assignments(text, &items), text, error);
    }
    if (c7 && c8 && pairs_points(&entry->position, epd_text(c7), epd_text(c8))) {
        const Text moves = epd_text(c7);
        valid &= add_items(entry, &items, pair_up(moves, epd_text(c8), &items), moves, error);
    }
    for (int i = 0; i < entry->points_count; i++) {
        EpdPoints *points = &entry->points[i];
        if (points->disputed)
            points->points = 0;
        if (points->points > entry->most_points)
            entry->most_points = points->points;
    }
    return valid;
}
