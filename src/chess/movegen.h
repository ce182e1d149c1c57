#pragma once

#include "chess/position.h"

/* Legal move generation. All functions are pure and may be called by any thread. The noisy and the
 * quiet moves together are all moves, each once. */

/* Appends every legal move. */
void movegen_all(const Position *position, MoveList *list);

/* The same by value. */
static inline MoveList movegen_list(const Position *position) {
    MoveList list;
    list.count = 0;
    movegen_all(position, &list);
    return list;
}

/* Appends captures of every kind, and promotions to a queen. */
void movegen_noisy(const Position *position, MoveList *list);

/* Appends all other legal moves, quiet promotions to a lesser piece among them. */
void movegen_quiet(const Position *position, MoveList *list);

/* Number of legal moves, without listing them. */
int movegen_count(const Position *position);

/* Whether any 16 bits at all are a legal move here; for moves from the table and the killers. */
bool movegen_is_legal(const Position *position, Move move);
