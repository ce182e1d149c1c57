#include "tools/epd_points.h"

#include <stdio.h>
#include <string.h>

#include "chess/notation.h"

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

/* Reads "move=points, move=points"; none when it is anything else. "e8=Q=10" is a promotion. */
static void split_assignments(Text text, Items *items) {
    items->count = 0;
    while (text.length > 0) {
        const char *comma = memchr(text.data, ',', text.length);
        size_t length = comma != NULL ? (size_t)(comma - text.data) : text.length;
        Text part = {text.data, length};
        const char *sign = memrchr(part.data, '=', part.length);
        if (items->count == MAX_MOVES || sign == NULL)
            break;
        Item *item = &items->items[items->count];
        size_t before = (size_t)(sign - part.data);
        item->move = text_trim((Text){part.data, before});
        if (item->move.length == 0 ||
            !read_points(text_trim((Text){sign + 1, part.length - before - 1}), &item->points))
            break;
        items->count++;
        length += comma != NULL;
        text = text_trim((Text){text.data + length, text.length - length});
    }
    if (text.length > 0)
        items->count = 0;
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

/* Reads moves and points that stand apart; none when the points are no numbers or the moves not as
 * many. */
static void pair_up(Text moves, Text points, Items *items) {
    Text move, number;
    items->count = 0;
    while (next_word(&points, &number)) {
        Item *item = &items->items[items->count];
        if (items->count == MAX_MOVES || !next_word(&moves, &move) ||
            !read_points(number, &item->points)) {
            items->count = 0;
            return;
        }
        item->move = move;
        items->count++;
    }
    if (next_word(&moves, &move))
        items->count = 0;
}

/* A comment such as "Elo=2500" looks like a list until its first word is read. */
static bool begins_with_move(const Position *position, const Items *items) {
    Move move;
    Text first = items->items[0].move;
    return items->count > 0 &&
           notation_parse_san(position, first.data, (int)first.length, &move) != SAN_MALFORMED;
}

/* Adds the points of one move. False, with the reason, when it is no legal move or had others. */
static bool add_item(EpdEntry *entry, const Item *item, EpdError *error) {
    EpdError reason;
    Move move;
    if (!epd_parse_move(&entry->position, item->move, &move, &reason)) {
        snprintf(error->message, sizeof(error->message), "points: %.160s", reason.message);
        return false;
    }
    EpdPoints *points = NULL;
    for (int i = 0; i < entry->points_count && points == NULL; i++) {
        if (entry->points[i].move == move)
            points = &entry->points[i];
    }
    if (points == NULL) {
        entry->points[entry->points_count++] = (EpdPoints){move, item->points, false};
    } else if (points->points != item->points) {
        points->disputed = true;
        snprintf(error->message, sizeof(error->message), "points: '%.*s' has %d and %d",
                 (int)item->move.length, item->move.data, points->points, item->points);
        return false;
    }
    return true;
}

static bool add_items(EpdEntry *entry, const Items *items, EpdError *error) {
    bool valid = true;
    for (int i = 0; i < items->count && begins_with_move(&entry->position, items); i++)
        valid &= add_item(entry, &items->items[i], error);
    return valid;
}

bool epd_points_read(const EpdLine *epd, EpdEntry *entry, EpdError *error) {
    const EpdOperation *c0 = epd_find(epd, "c0");
    const EpdOperation *c7 = epd_find(epd, "c7");
    const EpdOperation *c8 = epd_find(epd, "c8");
    Items items = {.count = 0};
    if (c0 != NULL)
        split_assignments(epd_text(c0), &items);
    bool valid = add_items(entry, &items, error);
    items.count = 0;
    if (c7 != NULL && c8 != NULL)
        pair_up(epd_text(c7), epd_text(c8), &items);
    valid &= add_items(entry, &items, error);
    for (int i = 0; i < entry->points_count; i++) {
        EpdPoints *points = &entry->points[i];
        if (points->disputed)
            points->points = 0;
        if (points->points > entry->most_points)
            entry->most_points = points->points;
    }
    return valid;
}
