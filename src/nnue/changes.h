#pragma once

#include "nnue/features.h"
#include "nnue/kernel.h"

/* What changes of the features of both sides from one scene to another: both are worked out at
 * once, and nothing is asked of which a processor could not foresee the answer, but how much there
 * is to do: what a square loses is written down and then counted or not. Any thread. */

/* One number for both sides. */
#define CHANGES_BOTH(index) ((uint32_t)(index)*FEATURE_TWIN(1, 1))

/* The two scenes, and what is written down of them so far. */
typedef struct ChangesWriter {
    const FeatureScene *old, *new;
    uint32_t orientations; /* a twin, as the next two are */
    uint32_t places;       /* the first of the sets of men in the first state */
    uint32_t attackers;    /* and of attackers */
    FeatureChanges *white, *black;
    int removed, added;
} ChangesWriter;

/* Of a man on a square whose rows begin there. */
ALWAYS_INLINE uint32_t changes_twin(const ChangesWriter *writer, uint32_t begin, int piece,
                                    Square square) {
    return begin + FEATURE_ROWS[piece] + (CHANGES_BOTH(square) ^ writer->orientations);
}

ALWAYS_INLINE void changes_remove(ChangesWriter *writer, uint32_t twin, bool counts) {
    writer->white->removed[writer->removed] = (uint16_t)twin;
    writer->black->removed[writer->removed] = (uint16_t)(twin >> 16);
    writer->removed += counts;
}

ALWAYS_INLINE void changes_add(ChangesWriter *writer, uint32_t twin, bool counts) {
    writer->white->added[writer->added] = (uint16_t)twin;
    writer->black->added[writer->added] = (uint16_t)(twin >> 16);
    writer->added += counts;
}

/* The places of men that are others, or loose in one of the scenes only. */
ALWAYS_INLINE void changes_of_places(ChangesWriter *writer, Bitboard moved) {
    const FeatureScene *old = writer->old, *new = writer->new;
    const Bitboard was_loose = old->traits->loose, is_loose = new->traits->loose;
    for (Bitboard squares = moved | (was_loose ^ is_loose); squares;) {
        const Square square = bb_pop(&squares);
        const uint32_t was = (uint32_t)bb_has(was_loose, square) * NETWORK_FEATURES;
        const uint32_t is = (uint32_t)bb_has(is_loose, square) * NETWORK_FEATURES;
        changes_remove(
            writer,
            changes_twin(writer, writer->places + CHANGES_BOTH(was), old->board[square], square),
            bb_has(old->occupied, square));
        changes_add(
            writer,
            changes_twin(writer, writer->places + CHANGES_BOTH(is), new->board[square], square),
            bb_has(new->occupied, square));
    }
}

/* What attacks men. */
ALWAYS_INLINE void changes_of_attackers(ChangesWriter *writer, Bitboard moved) {
    const FeatureScene *old = writer->old, *new = writer->new;
    for (PieceType type = PAWN; type <= KING; type++) {
        const uint32_t begin = writer->attackers + CHANGES_BOTH(type * NETWORK_FEATURES);
        const Bitboard was = old->traits->attacked[type], is = new->traits->attacked[type];
        const Bitboard lost = was & (moved | ~is), gained = is & (moved | ~was);
        for (Bitboard squares = lost | gained; squares;) {
            const Square square = bb_pop(&squares);
            changes_remove(writer, changes_twin(writer, begin, old->board[square], square),
                           bb_has(lost, square));
            changes_add(writer, changes_twin(writer, begin, new->board[square], square),
                        bb_has(gained, square));
        }
    }
}

/* Lists what White and Black, who see both scenes in those views, gain and lose from the old one to
 * the new, where other men stand on the squares of `moved`, for a network that sees attackers or
 * does not. */
static inline void changes_list(const FeatureScene *old, const FeatureScene *new, Bitboard moved,
                                bool with_attackers, const FeatureView views[COLORS],
                                FeatureChanges changes[COLORS]) {
    const FeatureView by_white = views[WHITE], by_black = views[BLACK];
    ChangesWriter writer = {
        .old = old,
        .new = new,
        .orientations = FEATURE_TWIN(by_white.orientation, by_black.orientation),
        .places = FEATURE_TWIN(by_white.set, by_black.set) * NETWORK_FEATURES,
        .attackers = FEATURE_TWIN(by_white.attackers, by_black.attackers) * NETWORK_FEATURES,
        .white = &changes[WHITE],
        .black = &changes[BLACK]};
    changes_of_places(&writer, moved);
    if (with_attackers)
        changes_of_attackers(&writer, moved);
    for (Color side = WHITE; side < COLORS; side++) {
        changes[side].removed_count = writer.removed;
        changes[side].added_count = writer.added;
    }
}
