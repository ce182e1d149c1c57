#pragma once

#include <stdatomic.h>
#include <stddef.h>

#include "base/compiler.h"
#include "base/integers.h"
#include "chess/position.h"
#include "search/score.h"
#include "search/tunables.h"

/* What has been learned about moves: each table gives a move credit when it cuts off and blame when
 * it was tried before the one that did; and about the errors of the static evaluation. Some tables
 * are a worker's own, others may be shared by the workers of a group (as in Stockfish, 2025). */

/* No entry leaves -HISTORY_LIMIT .. HISTORY_LIMIT; of the butterfly table without threats, its own.
 */
#define HISTORY_LIMIT 16384
#define PLAIN_LIMIT   8192

/* Plies from the root that have a history of their own. */
#define ROOT_PLIES 4

/* Slots for each worker of a group; pawn structures of which each has moves of its own. */
#define CORRECTION_ENTRIES 16384
#define PAWN_STRUCTURES    512
#define CORRECTION_LIMIT   1024

/* An entry that several workers may read and write. When two change it at the same time, one change
 * is lost, which does no harm. Relaxed, so it costs no more than an entry of one worker. */
typedef _Atomic int16_t SharedEntry;

/* Scores of a move by moving piece and destination. */
typedef SharedEntry PieceToHistory[PIECES][SQUARES];

/* Mean error of the static evaluation where a position's key leads here: by its pawn structure, and
 * by the pieces of each colour; the first index is the side to move. */
typedef struct CorrectionSlot {
    SharedEntry pawns[COLORS];
    SharedEntry pieces[COLORS][COLORS];
} CorrectionSlot;

/* The tables that the workers of a group share, or one worker's. All zeros when new. Correction
 * history: Caissa, M. Witanowski, 2023; Stockfish, 2024. Behind them lie those of quiet moves by
 * pawn structure (pawn history: Stockfish, 2023). */
typedef struct SharedHistories {
    /* By whether an earlier move evaded check, whether it took or promoted (both as in Stockfish,
     * 2019; 5.2 Elo at 25,000 nodes a move, +/- 6.1), its piece and its destination; row NO_PIECE
     * stands for none and a null move. */
    PieceToHistory continuation[2][2][PIECES + 1][SQUARES];
    /* By an earlier move's piece and destination, and the last one's (Berserk, 2024). */
    PieceToHistory pair_correction[PIECES + 1][SQUARES];
    CorrectionSlot corrections[];
} SharedHistories;

typedef struct Histories {
    /* Of quiet moves: by side, whether the enemy attacks origin and destination, and squares. */
    int16_t butterfly[COLORS][2][2][SQUARES][SQUARES];
    int16_t plain[COLORS][SQUARES][SQUARES]; /* the same without threats: it learns faster */
    int16_t piece_to[PIECES][2][2][SQUARES]; /* by piece, threats and destination */
    /* Near the root, forgotten before each search (as in Stockfish, 2020 and 2024). */
    int16_t near_root[ROOT_PLIES][SQUARES][SQUARES];
    int16_t capture[PIECES][SQUARES][PIECE_TYPES + 1]; /* by taken type */
    Move counter[PIECES + 1][SQUARES];                 /* what refuted the previous move */
    SharedHistories *shared;
    size_t correction_mask; /* takes a key to its slot in shared->corrections */
    PieceToHistory *pawns;  /* of each pawn structure */
    size_t pawn_mask;
} Histories;

/* Tables to share, and how many workers do. */
typedef struct HistoryShare {
    SharedHistories *tables;
    int members;
} HistoryShare;

/* Bytes of the tables for a group: its correction slots are CORRECTION_ENTRIES times its members,
 * at least 1, rounded up to a power of two; likewise the pawn structures. */
size_t shared_histories_bytes(int members);

/* Uses these shared tables from now on. */
void histories_use(Histories *histories, HistoryShare share);

/* Forgets what belongs to one search. */
void histories_begin_search(Histories *histories);

/* Clears the worker's own tables; shared ones stay as they are. */
void histories_clear(Histories *histories);

/* An entry and a bonus of at most `limit` either way added: the less, the nearer the entry is to
 * limit ("gravity"). */
ALWAYS_INLINE int16_t history_sum(int entry, int bonus, int limit) {
    int size = bonus < 0 ? -bonus : bonus;
    return (int16_t)(entry + bonus - entry * size / limit);
}

ALWAYS_INLINE void history_add(int16_t *entry, int bonus, int limit) {
    *entry = history_sum(*entry, bonus, limit);
}

ALWAYS_INLINE int shared_entry(const SharedEntry *entry) {
    return atomic_load_explicit(entry, memory_order_relaxed);
}

/* Adds to an entry that is read as one of a sum: gravity by the sum, so that one entry may make up
 * for what the others say (Hobbes, 2025). */
ALWAYS_INLINE void shared_entry_add_by(SharedEntry *entry, int sum, int bonus, int limit) {
    const int size = bonus < 0 ? -bonus : bonus;
    const int value = shared_entry(entry) + bonus - sum * size / limit;
    atomic_store_explicit(entry, (int16_t)int_clamp(value, -limit, limit), memory_order_relaxed);
}

ALWAYS_INLINE void shared_entry_add(SharedEntry *entry, int bonus, int limit) {
    atomic_store_explicit(entry, history_sum(shared_entry(entry), bonus, limit),
                          memory_order_relaxed);
}

/* The mean of what is known by origin and destination, and by piece and destination. */
ALWAYS_INLINE int butterfly_mean(int squares, int piece_to) {
    return (squares * SQUARES_HISTORY_PERCENT / 100 + piece_to) / 2;
}

/* Those two of a quiet move of a piece whose enemy attacks the squares `threats`. */
typedef struct ButterflyEntries {
    int16_t squares, piece_to;
} ButterflyEntries;
_Static_assert(HISTORY_LIMIT + PLAIN_LIMIT <= INT16_MAX, "what two tables say of squares fits");

ALWAYS_INLINE ButterflyEntries butterfly_entries(const Histories *histories, Color side,
                                                 Piece piece, Bitboard threats, Move move) {
    const Square from = move_from(move), to = move_to(move);
    const bool leaves = bb_has(threats, from), enters = bb_has(threats, to);
    const int squares =
        histories->butterfly[side][leaves][enters][from][to] + histories->plain[side][from][to];
    return (ButterflyEntries){(int16_t)squares, histories->piece_to[piece][leaves][enters][to]};
}

ALWAYS_INLINE int butterfly_history(const Histories *histories, Piece piece, Bitboard threats,
                                    Move move) {
    const ButterflyEntries entries =
        butterfly_entries(histories, piece_color(piece), piece, threats, move);
    return butterfly_mean(entries.squares, entries.piece_to);
}

ALWAYS_INLINE void butterfly_history_add(Histories *histories, Piece piece, Bitboard threats,
                                         Move move, int bonus) {
    const Square from = move_from(move), to = move_to(move);
    const bool leaves = bb_has(threats, from), enters = bb_has(threats, to);
    const Color side = piece_color(piece);
    history_add(&histories->butterfly[side][leaves][enters][from][to], bonus, HISTORY_LIMIT);
    history_add(&histories->plain[side][from][to], bonus * PLAIN_BONUS_PERCENT / 100, PLAIN_LIMIT);
    history_add(&histories->piece_to[piece][leaves][enters][to], bonus, HISTORY_LIMIT);
}

/* Of the pawn structure with that key. */
ALWAYS_INLINE PieceToHistory *pawn_history(const Histories *histories, uint64_t pawn_key) {
    return &histories->pawns[pawn_key & histories->pawn_mask];
}

ALWAYS_INLINE CorrectionSlot *correction_slot(const Histories *histories, uint64_t key) {
    return &histories->shared->corrections[key & histories->correction_mask];
}

/* The continuation history of the moves that follow this one. */
ALWAYS_INLINE PieceToHistory *histories_sequels(const Histories *histories,
                                                const Position *position, Move move) {
    const Piece piece = position_piece_on(position, move_from(move));
    const bool evades = position_in_check(position), noisy = position_is_noisy(position, move);
    return &histories->shared->continuation[evades][noisy][piece][move_to(move)];
}

/* That of moves that follow none, or a null move. */
ALWAYS_INLINE PieceToHistory *histories_first_moves(const Histories *histories) {
    return &histories->shared->continuation[0][0][NO_PIECE][0];
}

/* The last move, and where the corrections by it after earlier moves stand: after the one before
 * and after that two plies further back. */
typedef struct MovePairs {
    Piece piece; /* NO_PIECE for a null move or none: it teaches and corrects nothing */
    Square to;
    PieceToHistory *earlier[2];
} MovePairs;

/* Fetches what histories_correction() will read for a position in which `mover` has just moved: the
 * other slots are mostly those of the position before. */
ALWAYS_INLINE void histories_prefetch(const Histories *histories, const Position *position,
                                      Color mover, const MovePairs *pairs) {
    PREFETCH(correction_slot(histories, position->non_pawn_key[mover]));
    PREFETCH(&(*pairs->earlier[0])[pairs->piece][pairs->to]);
    PREFETCH(&(*pairs->earlier[1])[pairs->piece][pairs->to]);
}

/* Fetches the entries of a side's pieces, two cache lines of each. */
ALWAYS_INLINE void histories_prefetch_side(const PieceToHistory *table, Color side) {
    for (PieceType type = PAWN; type < PIECE_TYPES; type++) {
        const SharedEntry *entries = (*table)[piece_make(side, type)];
        PREFETCH(&entries[0]);
        PREFETCH(&entries[SQUARES / 2]);
    }
}

/* Centipawns to add to a static evaluation. */
Score histories_correction(const Histories *histories, const Position *position,
                           const MovePairs *pairs);

/* Learns that a search of `depth` found `score` where the evaluation, corrected, said `evaluation`.
 */
void histories_learn_correction(Histories *histories, const Position *position,
                                const MovePairs *pairs, Score score, Score evaluation, int depth);
