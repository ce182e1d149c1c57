#pragma once

#include <stddef.h>

#include "chess/game.h"

/* Mate search by proof numbers (L. V. Allis, 1994), depth first with a table (df-pn: A. Nagai,
 * 2002): goes where least is left to prove or to disprove, and considers all moves of both sides.
 * What it proves holds under the rules: mate in so many moves or fewer, against every defence, or
 * no such mate. Repetition counts for positions that stood twice in the game; below the root none
 * is needed for the shortest mate. Owned by one thread. */
typedef struct ProofSearch ProofSearch;

/* The most moves that a mate may take: its line must fit into a principal variation. */
#define PROOF_MAX_MOVES (MAX_PLY / 2)

/* Called for every position that the search makes; it gives up when this says false. */
typedef bool ProofCounter(void *context);

typedef enum ProofResult { PROOF_OPEN, PROOF_MATE, PROOF_REFUTED } ProofResult;

/* A search of this game in which only root_moves are tried at the root. It remembers what it has
 * found in a table of about table_bytes. NULL without memory. */
ProofSearch *proof_create(const Game *game, const MoveList *root_moves, size_t table_bytes,
                          ProofCounter *counter, void *context);
void proof_destroy(ProofSearch *search);

/* Spends about so many nodes on the question whether the attacker, either colour, mates in `moves`
 * moves (1 to PROOF_MAX_MOVES) or fewer. Another call goes on where this one has ended. After
 * PROOF_MATE *proved is the number of moves that the mate found takes at most. */
ProofResult proof_solve(ProofSearch *search, Color attacker, int moves, uint64_t nodes,
                        int *proved);

/* After PROOF_MATE for so many moves asked: a line up to the mate, in which the attacker follows
 * the proof and the defender holds out as long as that lets him. `first` is the defender's move
 * where he is to move at the root, else MOVE_NONE. Returns the length of the line, 0 when the
 * counter has ended the search before. */
int proof_line(ProofSearch *search, Color attacker, int asked, Move first, Move line[MAX_PLY + 1]);
