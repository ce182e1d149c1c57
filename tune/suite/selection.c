#include "suite/selection.h"

#include <stdlib.h>
#include <string.h>

/* Order of equal numbers does not depend on qsort(): no two items are the same. */
static int compare(uint64_t a, uint64_t b) {
    return (a > b) - (a < b);
}

static int by_theme(const void *left, const void *right) {
    const Item *a = *(const Item *const *)left, *b = *(const Item *const *)right;
    int order = compare(a->entry.theme, b->entry.theme);
    if (order == 0)
        order = compare(a->entry.stable, b->entry.stable);
    return order != 0 ? order : compare(a->entry.position.key, b->entry.position.key);
}

/* Whether two positions are too much alike. */
static bool is_double(const Item *a, const Item *b) {
    return a->entry.position.key == b->entry.position.key ||
           (a->entry.game == b->entry.game && strcmp(a->path, b->path) == 0);
}

/* Lists the positions of one suite, each once, by theme and difficulty. */
static size_t list_items(const Collection *collection, Kind kind, const Item **items) {
    size_t count = 0;
    for (size_t i = 0; i < collection->count; i++) {
        const Item *item = &collection->items[i];
        if (theme_kind(item->entry.theme) != kind)
            continue;
        bool known = false;
        for (size_t j = 0; j < count && !known; j++)
            known = is_double(items[j], item);
        if (!known)
            items[count++] = item;
    }
    qsort(items, count, sizeof *items, by_theme);
    return count;
}

/* Deals out `count` places one by one to the themes that have positions left. */
static void deal_places(const size_t available[THEMES], size_t count, size_t places[THEMES]) {
    bool dealt = true;
    while (count > 0 && dealt) {
        dealt = false;
        for (Theme theme = 0; theme < THEMES && count > 0; theme++) {
            if (places[theme] == available[theme])
                continue;
            places[theme]++;
            count--;
            dealt = true;
        }
    }
}

bool selection_make(const Collection *collection, Kind kind, size_t count, Selection *selection) {
    *selection = (Selection){.items = calloc(collection->count + 1, sizeof *selection->items)};
    if (!selection->items)
        return false;
    selection->available = list_items(collection, kind, selection->items);
    size_t available[THEMES] = {0}, places[THEMES] = {0};
    for (size_t i = 0; i < selection->available; i++)
        available[selection->items[i]->entry.theme]++;
    deal_places(available, count, places);
    size_t first = 0;
    for (Theme theme = 0; theme < THEMES; theme++) {
        for (size_t i = 0; i < places[theme]; i++) {
            /* Evenly spread, and never before the place that is written. */
            size_t chosen = places[theme] > 1 ? i * (available[theme] - 1) / (places[theme] - 1)
                                              : available[theme] / 2;
            selection->items[selection->count++] = selection->items[first + chosen];
        }
        first += available[theme];
    }
    return true;
}

void selection_free(Selection *selection) {
    free(selection->items);
    *selection = (Selection){0};
}
