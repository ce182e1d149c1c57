#ifndef QUORUM_SEARCH_HISTORIES_H
#define QUORUM_SEARCH_HISTORIES_H

#include "base/compiler.h"
#include "chess/position.h"
#include "search/score.h"

/* What one worker has learned about moves: each table gives a move credit when it cuts off and
 * blame when it was tried before the one that did. Owned by one worker. */

/* No entry leaves -HISTORY_LIMIT .. HISTORY_LIMIT. */
#define HISTORY_LIMIT 16384

#define CORRECTION_ENTRIES 16384
#define CORRECTION_LIMIT   1024

/* Scores of a move by moving piece and destination. */
typedef int16_t PieceToHistory[PIECES][SQUARES];

typedef struct Histories {
    int16_t butterfly[COLORS][SQUARES][SQUARES];
    int16_t capture[PIECES][SQUARES][PIECE_TYPES + 1]; /* by taken type */
    /* By an earlier move's piece and destination; row NO_PIECE stands for none and a null move. */
    PieceToHistory continuation[PIECES + 1][SQUARES];
    Move counter[PIECES + 1][SQUARES]; /* what refuted the previous move */

    /* Mean error of the static evaluation, by pawn structure, by the pieces of each colour and by
     * the previous move (correction history: Caissa, M. Witanowski, 2023; Stockfish, 2024). */
    int16_t pawn_correction[COLORS][CORRECTION_ENTRIES];
    int16_t piece_correction[COLORS][COLORS][CORRECTION_ENTRIES];
    int16_t move_correction[PIECES + 1][SQUARES];
} Histories;

void histories_clear(Histories *histories);

/* Adds a bonus of at most `limit` either way, the less the nearer the entry is to limit
 * ("gravity"). */
ALWAYS_INLINE void history_add(int16_t *entry, int bonus, int limit) {
    int size = bonus < 0 ? -bonus : bonus;
    *entry = (int16_t)(*entry + bonus - *entry * size / limit);
}

/* Centipawns to add to a static evaluation; last_piece and last_to name the previous move. */
Score histories_correction(const Histories *histories, const Position *position, Piece last_piece,
                           Square last_to);

/* Learns that a search of `depth` found `score` where the evaluation, corrected, said `evaluation`.
 */
void histories_learn_correction(Histories *histories, const Position *position, Piece last_piece,
                                Square last_to, Score score, Score evaluation, int depth);

#endif
