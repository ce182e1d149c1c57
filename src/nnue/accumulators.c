#include "nnue/accumulators.h"

#include <string.h>

#include "nnue/changes.h"

#define ROWS_OF_LINES   ((size_t)ACCUMULATORS_PLIES * COLORS)
#define ROWS_OF_REFRESH ((size_t)COLORS * ACCUMULATORS_VIEWS)

static size_t memory_size(int width) {
    return (ROWS_OF_LINES + ROWS_OF_REFRESH) * (size_t)width * sizeof(int16_t);
}

static void take_memory(Accumulators *accumulators, int width) {
    accumulators_free(accumulators);
    MemoryBlock *memory = &accumulators->memory;
    if (!memory_block_map(memory, memory_size(width), &accumulators->wish))
        return;
    accumulators->lines = memory->address;
    accumulators->width = width;
    accumulators->refresh = accumulators->lines + ROWS_OF_LINES * (size_t)width;
}

void accumulators_place(Accumulators *accumulators, const MemoryWish *wish) {
    accumulators_free(accumulators);
    accumulators->wish = *wish;
}

void accumulators_free(Accumulators *accumulators) {
    memory_block_unmap(&accumulators->memory);
    accumulators->lines = accumulators->refresh = NULL;
    accumulators->width = 0;
}

static int16_t *line_row(const Accumulators *accumulators, int ply, Color side) {
    return accumulators->lines +
           ((size_t)ply * COLORS + (size_t)side) * (size_t)accumulators->width;
}

static int16_t *refresh_row(const Accumulators *accumulators, Color side, int number) {
    return accumulators->refresh +
           ((size_t)side * ACCUMULATORS_VIEWS + (size_t)number) * (size_t)accumulators->width;
}

void accumulators_begin(Accumulators *accumulators, const PackedNetwork *network) {
    accumulators->network = network;
    memset(accumulators->computed, 0, sizeof accumulators->computed);
    if (accumulators->width != network->width)
        take_memory(accumulators, network->width);
    if (accumulators->width == 0)
        return;
    for (Color side = WHITE; side < COLORS; side++) {
        for (int number = 0; number < 2 * network->sets.king_buckets; number++) {
            Placement *placement = &accumulators->placements[side][number];
            *placement = (Placement){0};
            memset(placement->board, NO_PIECE, SQUARES);
            memcpy(refresh_row(accumulators, side, number), network->feature_biases,
                   (size_t)network->width * sizeof(int16_t));
        }
    }
}

static FeatureView view_of(const Accumulators *accumulators, const Position *position, Color side) {
    return feature_view(accumulators->network->sets, side, position_king(position, side));
}

/* Number of a view among those of its side. */
static int view_number(FeatureView view) {
    return 2 * view.king_bucket + (view.orientation & 1);
}

/* The squares whose man another position does not have: there a set of a type or a colour differs.
 */
ALWAYS_INLINE Bitboard moved_men(const Bitboard *old_types, const Bitboard *old_colors,
                                 const Position *position) {
    Bitboard squares = 0;
    for (int type = 0; type < PIECE_TYPES; type++)
        squares |= old_types[type] ^ position->by_type[type];
    for (int color = 0; color < COLORS; color++)
        squares |= old_colors[color] ^ position->by_color[color];
    return squares;
}

static void apply(const Accumulators *accumulators, const FeatureChanges *changes,
                  const int16_t *source, int16_t *target) {
    const PackedNetwork *network = accumulators->network;
    network->kernel->update(network->width, network->feature_weights, changes, source, target);
}

/* From the last position that the side saw in that view, which this one then replaces. */
static void refresh(Accumulators *accumulators, const Position *position, const FeatureScene *scene,
                    Color side, const FeatureView views[COLORS], int16_t *target) {
    const int number = view_number(views[side]);
    Placement *placement = &accumulators->placements[side][number];
    int16_t *row = refresh_row(accumulators, side, number);
    const FeatureScene old = {placement->board,
                              placement->by_color[WHITE] | placement->by_color[BLACK],
                              &placement->traits};
    const Bitboard moved = moved_men(placement->by_type, placement->by_color, position);
    FeatureChanges changes[COLORS];
    changes_list(&old, scene, moved, accumulators->network->sets.attackers, views, changes);
    apply(accumulators, &changes[side], row, row);
    memcpy(target, row, (size_t)accumulators->width * sizeof(int16_t));
    memcpy(placement->by_type, position->by_type, sizeof placement->by_type);
    memcpy(placement->by_color, position->by_color, sizeof placement->by_color);
    placement->traits = *scene->traits;
    memcpy(placement->board, position->board, sizeof placement->board);
}

/* The nearest ply above whose accumulators are known, -1 for none. */
static int known_ply(const Accumulators *accumulators, int ply) {
    do
        ply--;
    while (ply >= 0 && !accumulators->computed[ply]);
    return ply;
}

/* Whether a side had that view, which it has of a position, of an earlier one. */
ALWAYS_INLINE bool sees_alike(const Accumulators *accumulators, const Position *before,
                              const Position *position, Color side, FeatureView view) {
    return position_king(before, side) == position_king(position, side) ||
           feature_views_equal(view, view_of(accumulators, before, side));
}

static FeatureScene scene_of(const Position *position, const Traits *traits) {
    return (FeatureScene){position->board, position_occupied(position), traits};
}

static void compute(Accumulators *accumulators, const Position *positions, int ply) {
    const Position *position = &positions[ply];
    const int known = known_ply(accumulators, ply), from = known < 0 ? ply : known;
    const Position *before = &positions[from];
    feature_traits(accumulators->network->sets, position->by_type, position->by_color,
                   &accumulators->traits[ply]);
    const FeatureScene old = scene_of(before, &accumulators->traits[from]);
    const FeatureScene new = scene_of(position, &accumulators->traits[ply]);
    FeatureView views[COLORS];
    bool alike[COLORS];
    for (Color side = WHITE; side < COLORS; side++) {
        views[side] = view_of(accumulators, position, side);
        alike[side] = known >= 0 && sees_alike(accumulators, before, position, side, views[side]);
    }
    FeatureChanges changes[COLORS];
    const Bitboard moved = moved_men(before->by_type, before->by_color, position);
    if (alike[WHITE] || alike[BLACK])
        changes_list(&old, &new, moved, accumulators->network->sets.attackers, views, changes);
    for (Color side = WHITE; side < COLORS; side++) {
        int16_t *target = line_row(accumulators, ply, side);
        if (alike[side])
            apply(accumulators, &changes[side], line_row(accumulators, known, side), target);
        else
            refresh(accumulators, position, &new, side, views, target);
    }
    accumulators->computed[ply] = true;
}

int accumulators_evaluate(Accumulators *accumulators, const Position *positions, int ply) {
    const Position *position = &positions[ply];
    if (UNLIKELY(accumulators->width == 0))
        return packed_network_evaluate(accumulators->network, position);
    if (!accumulators->computed[ply])
        compute(accumulators, positions, ply);
    const Color side = position_side(position);
    return packed_network_score(accumulators->network, line_row(accumulators, ply, side),
                                line_row(accumulators, ply, color_flip(side)),
                                bb_count(position_occupied(position)));
}
