#ifndef QUORUM_SEARCH_REDUCTION_H
#define QUORUM_SEARCH_REDUCTION_H

/* Late move reduction before adjustments, in 1/1024 plies, for the move_count-th move (from 1) of a
 * node at depth (from 1): it grows with the product of the logarithms of both (T. Romstad, 2006).
 * Integer arithmetic alone, so that every machine searches the same tree. Any thread. */
int reduction_base(int depth, int move_count);

/* Fills the table of logarithms, once; later calls return at once. Any thread. */
void reduction_init(void);

#endif
