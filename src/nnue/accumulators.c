#include "nnue/accumulators.h"

#include <string.h>

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

/* Two boards with their loose men, and where the men of one are not the same in the other. */
typedef struct Difference {
    const uint8_t *old_board;
    const uint8_t *new_board;
    Bitboard old_loose;
    Bitboard new_loose;
    Bitboard removed; /* squares of the old board */
    Bitboard added;   /* and of the new one */
} Difference;

/* Boards differ where a set of a type or of a colour does. */
ALWAYS_INLINE void find_changes(Difference *difference, const Bitboard *old_types,
                                const Bitboard *old_colors, const Position *position) {
    Bitboard squares = difference->old_loose ^ difference->new_loose;
    for (int type = 0; type < PIECE_TYPES; type++)
        squares |= old_types[type] ^ position->by_type[type];
    for (int color = 0; color < COLORS; color++)
        squares |= old_colors[color] ^ position->by_color[color];
    difference->removed = squares & (old_colors[WHITE] | old_colors[BLACK]);
    difference->added = squares & position_occupied(position);
}

/* Lists the features of the men on those squares for the sides from first to last, each with its
 * view; returns how many. Both sides at once take less time. */
ALWAYS_INLINE int list_men(const uint8_t *board, Bitboard squares, Bitboard loose, Color first,
                           Color last, const FeatureView views[COLORS],
                           uint16_t *const indexes[COLORS]) {
    int count = 0;
    for (; squares; count++) {
        const Square square = bb_pop(&squares);
        const Piece piece = (Piece)board[square];
        const int state = bb_has(loose, square);
        for (Color side = first; side <= last; side++)
            indexes[side][count] = (uint16_t)feature_index(side, views[side], piece, square, state);
    }
    return count;
}

/* Lists what those sides gain and lose by the men on which two boards differ. */
ALWAYS_INLINE void list_changes(const Difference *difference, Color first, Color last,
                                const FeatureView views[COLORS], FeatureChanges changes[COLORS]) {
    uint16_t *const removed[COLORS] = {changes[WHITE].removed, changes[BLACK].removed};
    uint16_t *const added[COLORS] = {changes[WHITE].added, changes[BLACK].added};
    const int removed_count = list_men(difference->old_board, difference->removed,
                                       difference->old_loose, first, last, views, removed);
    const int added_count = list_men(difference->new_board, difference->added,
                                     difference->new_loose, first, last, views, added);
    for (Color side = first; side <= last; side++) {
        changes[side].removed_count = removed_count;
        changes[side].added_count = added_count;
    }
}

static void apply(const Accumulators *accumulators, const FeatureChanges *changes,
                  const int16_t *source, int16_t *target) {
    const PackedNetwork *network = accumulators->network;
    network->kernel->update(network->width, network->feature_weights, changes, source, target);
}

/* From the last position that the side saw in that view, which this one then replaces. */
static void refresh(Accumulators *accumulators, const Position *position, Bitboard loose,
                    Color side, const FeatureView views[COLORS], int16_t *target) {
    const int number = view_number(views[side]);
    Placement *placement = &accumulators->placements[side][number];
    int16_t *row = refresh_row(accumulators, side, number);
    Difference difference = {
        .old_board = placement->board,
        .new_board = position->board,
        .old_loose = placement->loose,
        .new_loose = loose,
    };
    find_changes(&difference, placement->by_type, placement->by_color, position);
    FeatureChanges changes[COLORS];
    list_changes(&difference, side, side, views, changes);
    apply(accumulators, &changes[side], row, row);
    memcpy(target, row, (size_t)accumulators->width * sizeof(int16_t));
    memcpy(placement->by_type, position->by_type, sizeof placement->by_type);
    memcpy(placement->by_color, position->by_color, sizeof placement->by_color);
    placement->loose = loose;
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

static void compute(Accumulators *accumulators, const Position *positions, int ply) {
    const Position *position = &positions[ply];
    const int known = known_ply(accumulators, ply);
    const Position *before = &positions[known < 0 ? ply : known];
    const Bitboard loose = feature_loose(accumulators->network->sets, position);
    Difference difference = {
        .old_board = before->board,
        .new_board = position->board,
        .old_loose = accumulators->loose[known < 0 ? ply : known],
        .new_loose = loose,
    };
    find_changes(&difference, before->by_type, before->by_color, position);
    FeatureView views[COLORS];
    bool alike[COLORS];
    for (Color side = WHITE; side < COLORS; side++) {
        views[side] = view_of(accumulators, position, side);
        alike[side] = known >= 0 && sees_alike(accumulators, before, position, side, views[side]);
    }
    FeatureChanges changes[COLORS];
    if (alike[WHITE] && alike[BLACK])
        list_changes(&difference, WHITE, BLACK, views, changes);
    else if (alike[WHITE])
        list_changes(&difference, WHITE, WHITE, views, changes);
    else if (alike[BLACK])
        list_changes(&difference, BLACK, BLACK, views, changes);
    for (Color side = WHITE; side < COLORS; side++) {
        int16_t *target = line_row(accumulators, ply, side);
        if (alike[side])
            apply(accumulators, &changes[side], line_row(accumulators, known, side), target);
        else
            refresh(accumulators, position, loose, side, views, target);
    }
    accumulators->loose[ply] = loose;
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
