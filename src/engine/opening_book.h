#pragma once

#include "base/reason.h"
#include "search/limits.h"
#include "tables/book.h"

/* The book that an engine was given, and whether it plays from it. By the engine's owner. */

typedef struct OpeningBook {
    Book *book; /* NULL for none */
    bool used;
    uint64_t random;
} OpeningBook;

/* A move of the book, and how it was chosen. */
typedef struct OpeningChoice {
    Move move;
    int weight;
    int weights; /* of all moves it was chosen from */
    int moves;   /* how many those were */
} OpeningChoice;

/* Changes the book for that of a file, "" for none. On false there is none, and *reason says why.
 */
bool opening_book_open(OpeningBook *opening, const char *path, Reason *reason);

void opening_book_close(OpeningBook *opening);

/* Draws a move of the book, by weight, among those that the limits allow. False when the book is
 * not used, has none, or the search is not one for a move to play: `infinite`, `ponder`, `mate`, or
 * analysis. */
bool opening_book_choose(OpeningBook *opening, const Position *position, const SearchLimits *limits,
                         OpeningChoice *choice);
