#pragma once

#include "nnue/features.h"
#include "nnue/kernel.h"

/* What changes of the features of both sides from one scene to another: both are worked out at
 * once, and nothing is asked of which a processor could not foresee the answer, but how much there
 * is to do: what a square loses is written down and then counted or not. Any thread. */

/* One number for both sides. */
#define CHANGES_BOTH(index) ((uint32_t)(index)*FEATURE_TWIN(1, 1))

_Static_assert(TRAITS <= 64 && KING_TRAITS <= 16, "a bit for each, and in half of a twin");

/* The two scenes, and what is written down of them so far. */
typedef struct ChangesWriter {
    const FeatureScene *old, *new;
    uint32_t orientations; /* a twin, as the next two are */
    uint32_t places;       /* the first of the sets of men in the first state */
    uint32_t traits;       /* and of traits */
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

/* The first `count` traits, whose rows are in `places`. */
ALWAYS_INLINE void changes_of_traits(ChangesWriter *writer, const TraitPlace *places, int count,
                                     Bitboard moved) {
    const FeatureScene *old = writer->old, *new = writer->new;
    Bitboard lost[TRAITS], gained[TRAITS], any = 0;
    for (int trait = 0; trait < count; trait++) {
        const Bitboard had = old->traits->of[trait], has = new->traits->of[trait];
        lost[trait] = had & (moved | ~has);
        gained[trait] = has & (moved | ~had);
        any |= (Bitboard)((lost[trait] | gained[trait]) != 0) << trait;
    }
    while (any) {
        const int trait = bb_pop(&any);
        const uint32_t begin = writer->traits + CHANGES_BOTH(places[trait].row);
        Bitboard squares = lost[trait] | gained[trait];
        do {
            const Square square = bb_pop(&squares);
            changes_remove(writer, changes_twin(writer, begin, old->board[square], square),
                           bb_has(lost[trait], square));
            changes_add(writer, changes_twin(writer, begin, new->board[square], square),
                        bb_has(gained[trait], square));
        } while (squares);
    }
}

/* The traits that kings have in one scene and not in the other: White's, and Black's from bit 16.
 */
ALWAYS_INLINE uint32_t changes_kings_gained(const Traits *traits, const Traits *other) {
    const unsigned white = traits->king[WHITE] == other->king[WHITE] ? other->of_king[WHITE] : 0;
    const unsigned black = traits->king[BLACK] == other->king[BLACK] ? other->of_king[BLACK] : 0;
    return FEATURE_TWIN(traits->of_king[WHITE] & ~white, traits->of_king[BLACK] & ~black);
}

ALWAYS_INLINE void changes_of_kings(ChangesWriter *writer) {
    const Traits *old = writer->old->traits, *new = writer->new->traits;
    const Bitboard lost = changes_kings_gained(old, new), gained = changes_kings_gained(new, old);
    for (Bitboard rest = lost | gained; rest;) {
        const int bit = bb_pop(&rest), color = bit / 16;
        const Piece king = piece_make((Color)color, KING);
        const uint32_t begin = writer->traits + CHANGES_BOTH(FEATURE_KING_ROWS[bit % 16]);
        changes_remove(writer, changes_twin(writer, begin, king, old->king[color]),
                       lost >> bit & 1);
        changes_add(writer, changes_twin(writer, begin, king, new->king[color]), gained >> bit & 1);
    }
}

/* Lists what White and Black, who see both scenes in those views, gain and lose from the old one to
 * the new, where other men stand on the squares of `moved`. */
static inline void changes_list(const FeatureScene *old, const FeatureScene *new, Bitboard moved,
                                const FeatureView views[COLORS], FeatureChanges changes[COLORS]) {
    const FeatureView by_white = views[WHITE], by_black = views[BLACK];
    const TraitKind kind = by_white.kind;
    ChangesWriter writer = {
        .old = old,
        .new = new,
        .orientations = FEATURE_TWIN(by_white.orientation, by_black.orientation),
        .places = FEATURE_TWIN(by_white.set, by_black.set) * NETWORK_FEATURES,
        .traits = FEATURE_TWIN(by_white.traits, by_black.traits) * NETWORK_FEATURES,
        .white = &changes[WHITE],
        .black = &changes[BLACK]};
    changes_of_places(&writer, moved);
    if (kind == TRAITS_ATTACKERS) {
        changes_of_traits(&writer, TRAIT_PLACES[kind], PIECE_TYPES, moved);
    } else if (kind == TRAITS_POSITIONAL) {
        changes_of_traits(&writer, TRAIT_PLACES[kind], TRAITS, moved);
        changes_of_kings(&writer);
    }
    for (Color side = WHITE; side < COLORS; side++) {
        changes[side].removed_count = writer.removed;
        changes[side].added_count = writer.added;
    }
}
