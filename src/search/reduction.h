#pragma once

#include <stdbool.h>

/* What late move reduction goes by: a node and a move of it. */
typedef struct ReductionTerms {
    int depth;        /* of the node, from 1 */
    int move_count;   /* the move's number, from 1 */
    bool pv;          /* the node's window is open */
    bool pv_mark;     /* it is, or once was, on a principal variation */
    bool table_high;  /* the table's score is above alpha */
    bool table_deep;  /* it comes from a search as deep */
    bool table_move;  /* there is one */
    bool cut_node;    /* expected to fail high */
    bool improving;   /* the static evaluation has risen since the side's last move */
    bool table_noisy; /* the table's move takes or promotes */
    int cutoffs;      /* beta cutoffs of the moves before */
    bool quiet;       /* the move: neither takes nor promotes to a queen */
    bool gives_check;
    int history; /* of a quiet move or of a capture, in units of its tables */
} ReductionTerms;

/* Plies by which the move is to be searched less deep at first; may be negative. Any thread. */
int reduction_plies(const ReductionTerms *terms);

/* Late move reduction before adjustments, in 1/1024 plies, for the move_count-th move (from 1) of a
 * node at depth (from 1): it grows with the product of the logarithms of both (T. Romstad, 2006).
 * Integer arithmetic alone, so that every machine searches the same tree. Any thread. */
int reduction_base(int depth, int move_count);

/* Fills the table of logarithms, once; later calls return at once. Any thread. */
void reduction_init(void);
