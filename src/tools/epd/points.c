#include <string.h>

#include "base/integers.h"
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

/* Cuts what stands before the next comma off. */
static Text cut_part(Text *rest) {
    const char *comma = memchr(rest->data, ',', rest->length);
    const Text part = {rest->data, comma ? (size_t)(comma - rest->data) : rest->length};
    const size_t cut = part.length + (comma ? 1 : 0);
    *rest = text_trim((Text){rest->data + cut, rest->length - cut});
    return part;
}

/* Reads "move=points, move=points"; false when it is anything else. "e8=Q=10" is a promotion. */
static bool split_assignments(Text text, Items *items) {
    items->count = 0;
    while (text.length > 0) {
        const Text part = cut_part(&text);
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
    }
    return true;
}

static bool is_between(char letter) {
    return letter == ' ' || letter == ',' || (letter >= '\t' && letter <= '\r');
}

/* Cuts the next word off, commas counting as blanks. */
static bool next_word(Text *rest, Text *word) {
    const char *at = rest->data;
    const char *end = at + rest->length;
    while (at < end && is_between(*at))
        at++;
    word->data = at;
    while (at < end && !is_between(*at))
        at++;
    word->length = (size_t)(at - word->data);
    *rest = (Text){at, (size_t)(end - at)};
    return word->length > 0;
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

/* Whether a text is meant as "move=points, ...": its first part is for a move, or another one for a
 * move and points. A comment such as "Elo=2500" is not. */
static bool assigns_points(const Position *position, Text text) {
    int ignored;
    for (bool is_first = true; text.length > 0; is_first = false) {
        const Text part = cut_part(&text);
        const char *sign = memchr(part.data, '=', part.length);
        const char *last = memrchr(part.data, '=', part.length);
        if (!sign || !is_move(position, text_trim((Text){part.data, (size_t)(sign - part.data)})))
            continue;
        const size_t before = (size_t)(last - part.data) + 1;
        const Text points = {last + 1, part.length - before};
        if (is_first || read_points(text_trim(points), &ignored))
            return true;
    }
    return false;
}

/* Whether two texts are meant as moves and their points: there is one of each. */
static bool pairs_points(const Position *position, Text moves, Text points) {
    Text word;
    int ignored;
    bool has_move = false, has_points = false;
    while (!has_move && next_word(&moves, &word))
        has_move = is_move(position, word);
    while (!has_points && next_word(&points, &word))
        has_points = read_points(word, &ignored);
    return has_move && has_points;
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

/* What was wrong: the first, and how many there were. */
typedef struct Faults {
    Reason first;
    int count;
} Faults;

/* Adds the points of a list, if it is a whole one. */
static void add_items(EpdEntry *entry, const Items *items, bool whole, Text text, Faults *faults) {
    Reason later;
    if (!whole) {
        reason_set(faults->count++ == 0 ? &faults->first : &later,
                   "points: '%.*s' is no list of moves and points", (int)size_min(text.length, 60),
                   text.data);
        return;
    }
    for (int i = 0; i < items->count; i++)
        faults->count +=
            !add_item(entry, &items->items[i], faults->count == 0 ? &faults->first : &later);
}

bool epd_points_read(const EpdLine *epd, EpdEntry *entry, Reason *error) {
    const EpdOperation *c0 = epd_find(epd, "c0");
    const EpdOperation *c7 = epd_find(epd, "c7");
    const EpdOperation *c8 = epd_find(epd, "c8");
    Items items;
    Faults faults = {.count = 0};
    if (c0 && assigns_points(&entry->position, epd_text(c0))) {
        const Text text = epd_text(c0);
        add_items(entry, &items, split_assignments(text, &items), text, &faults);
    }
    if (c7 && c8 && pairs_points(&entry->position, epd_text(c7), epd_text(c8))) {
        const Text moves = epd_text(c7);
        add_items(entry, &items, pair_up(moves, epd_text(c8), &items), moves, &faults);
    }
    for (int i = 0; i < entry->points_count; i++) {
        EpdPoints *points = &entry->points[i];
        if (points->disputed)
            points->points = 0;
        if (points->points > entry->most_points)
            entry->most_points = points->points;
    }
    if (faults.count > 1)
        return reason_set(error, "%s, and %d more", faults.first.text, faults.count - 1);
    return faults.count == 0 || reason_set(error, "%s", faults.first.text);
}
