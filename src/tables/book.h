#pragma once

#include <stddef.h>

#include "base/reason.h"
#include "chess/move.h"
#include "chess/position.h"

/* An opening book in Polyglot's format: entries of 16 bytes, big-endian and sorted by key, that
 * give a move and its weight. The file is read entry by entry, so that a book of any size costs no
 * memory. Several threads may look into one book. */
typedef struct Book Book;

/* A move of the book that is legal in the position. */
typedef struct BookMove {
    Move move;
    int weight; /* at least 1; the chance of a move is its part of all weights */
} BookMove;

/* Opens a book. NULL if it cannot be read or is none; *reason then says why.
 */
Book *book_open(const char *path, Reason *reason);

/* NULL is allowed. */
void book_close(Book *book);

/* Number of entries. */
uint64_t book_size(const Book *book);

/* Finds the moves of a position, at most MAX_MOVES, each once, in the order of the file. Entries of
 * weight 0 or with an illegal move are left out. Returns how many. */
int book_find(const Book *book, const Position *position, BookMove moves[MAX_MOVES]);

/* Chooses among `count` (at least 1) moves with the chances of their weights; random is 64 uniform
 * bits. Returns an index. */
int book_choose(const BookMove *moves, int count, uint64_t random);
