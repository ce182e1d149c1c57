#include "search/histories.h"

#include <string.h>

#include "base/integers.h"

/* By which tables grow with the group, a power of two. */
static size_t growth(int members) {
    size_t factor = 1;
    while (factor < (size_t)members)
        factor *= 2;
    return factor;
}

static size_t corrections_end(int members) {
    return sizeof(SharedHistories) + growth(members) * CORRECTION_ENTRIES * sizeof(CorrectionSlot);
}

size_t shared_histories_bytes(int members) {
    return corrections_end(members) + growth(members) * PAWN_STRUCTURES * sizeof(PieceToHistory);
}

void histories_use(Histories *histories, HistoryShare share) {
    histories->shared = share.tables;
    histories->correction_mask = growth(share.members) * CORRECTION_ENTRIES - 1;
    histories->pawns = (PieceToHistory *)((char *)share.tables + corrections_end(share.members));
    histories->pawn_mask = growth(share.members) * PAWN_STRUCTURES - 1;
}

void histories_begin_search(Histories *histories) {
    memset(histories->near_root, 0, sizeof histories->near_root);
}

void histories_clear(Histories *histories) {
    memset(histories->butterfly, 0, sizeof histories->butterfly);
    memset(histories->plain, 0, sizeof histories->plain);
    memset(histories->piece_to, 0, sizeof histories->piece_to);
    histories_begin_search(histories);
    memset(histories->capture, 0, sizeof histories->capture);
    memset(histories->counter, 0, sizeof histories->counter);
}

Score histories_correction(const Histories *histories, const Position *position,
                           const MovePairs *pairs) {
    Color us = position_side(position);
    const CorrectionSlot *white = correction_slot(histories, position->non_pawn_key[WHITE]);
    const CorrectionSlot *black = correction_slot(histories, position->non_pawn_key[BLACK]);
    int pawns = shared_entry(&correction_slot(histories, position->pawn_key)->pawns[us]);
    int pieces = shared_entry(&white->pieces[us][WHITE]) + shared_entry(&black->pieces[us][BLACK]);
    int moves = 0;
    for (int i = 0; i < 2 && pairs->piece != NO_PIECE; i++)
        moves += shared_entry(&(*pairs->earlier[i])[pairs->piece][pairs->to]);
    /* The weights are 1/1024 of a centipawn per unit. */
    return (PAWN_CORRECTION_WEIGHT * pawns + PIECE_CORRECTION_WEIGHT * pieces +
            PAIR_CORRECTION_WEIGHT * moves) /
           1024;
}

void histories_learn_correction(Histories *histories, const Position *position,
                                const MovePairs *pairs, Score score, Score evaluation, int depth) {
    Color us = position_side(position);
    int bonus = (score - evaluation) * depth / CORRECTION_DEPTH_DIVISOR;
    const int most = CORRECTION_LIMIT / CORRECTION_BONUS_DIVISOR;
    bonus = int_clamp(bonus, -most, most);
    shared_entry_add(&correction_slot(histories, position->pawn_key)->pawns[us], bonus,
                     CORRECTION_LIMIT);
    for (int color = WHITE; color < COLORS; color++) {
        CorrectionSlot *slot = correction_slot(histories, position->non_pawn_key[color]);
        shared_entry_add(&slot->pieces[us][color], bonus, CORRECTION_LIMIT);
    }
    for (int i = 0; i < 2 && pairs->piece != NO_PIECE; i++)
        shared_entry_add(&(*pairs->earlier[i])[pairs->piece][pairs->to], bonus, CORRECTION_LIMIT);
}
