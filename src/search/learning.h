#pragma once

#include "search/node_context.h"

/* What a node teaches: credit and blame of moves in the histories, killers and counter moves, and
 * the error of the static evaluation. All by the worker's thread, with a node that is not the
 * root. */

/* A move of the table that cuts off, by node->result, blames what it refutes, and a quiet one earns
 * credit as if it had been searched. */
void learning_table_cutoff(const Node *node);

/* A quiet move that led here is credited with what it did to the evaluation: swing is what both
 * static evaluations together have gained for the side to move (as in Stockfish). */
void learning_swing(const Node *node, Score swing);

/* Credits the move that raised alpha last, more where it came as a surprise, and blames those that
 * were tried before it, the later the less. Worth 87 Elo (+/- 41, at 10,000 nodes). */
void learning_best_move(const Node *node);

/* No move was good enough, so the one that led here was: it is credited, if quiet, with a share of
 * what it would get at its own node (as in Stockfish). Worth 0.4 Elo (+/- 12, at 10,000 nodes). */
void learning_all_failed(const Node *node);

/* Teaches the correction history what the search found, where that says something about the static
 * evaluation: a quiet position, and a score that is not merely a bound on the wrong side. Worth
 * what stage_evaluation() in node.c says. */
void learning_correction(const Node *node, Bound bound);
