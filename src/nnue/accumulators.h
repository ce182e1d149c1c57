#pragma once

#include "chess/game.h"
#include "machine/memory_block.h"
#include "nnue/packed_network.h"

/* The accumulators of a line of positions (Y. Nasu, 2018). They are computed only where a position
 * is evaluated, from the nearest position above it whose accumulators are known, by the pieces in
 * which the two differ, and by those that are loose or attacked in one of them only. When a king
 * has crossed the middle or changed its bucket, its side sees the board otherwise: it then starts
 * from the last position that it saw that way (F. Eggers' refresh table). Owned by one thread. */

#define ACCUMULATORS_PLIES (MAX_PLY + 4)

/* Ways a side can see the board: mirrored or not, in each king bucket. */
#define ACCUMULATORS_VIEWS (2 * NETWORK_KING_BUCKETS_MAX)

/* Where the pieces of a position stand. */
typedef struct Placement {
    Bitboard by_type[PIECE_TYPES];
    Bitboard by_color[COLORS];
    Traits traits; /* feature_traits() */
    uint8_t board[SQUARES];
} Placement;

typedef struct Accumulators {
    const PackedNetwork *network;
    int width;                         /* of the memory; 0 without any */
    int16_t *lines;                    /* [ACCUMULATORS_PLIES][COLORS][width] */
    int16_t *refresh;                  /* [COLORS][ACCUMULATORS_VIEWS][width]: of `placements` */
    bool computed[ACCUMULATORS_PLIES]; /* for both sides */
    Traits traits[ACCUMULATORS_PLIES]; /* feature_traits() of what is computed */
    Placement placements[COLORS][ACCUMULATORS_VIEWS];
    MemoryWish wish;
    MemoryBlock memory; /* of lines and refresh */
} Accumulators;

/* Where memory is to lie that is taken from now on; that of before is given back. Unless it is
 * called, on plain pages where it is first touched. Not pages that are reserved. */
void accumulators_place(Accumulators *accumulators, const MemoryWish *wish);

/* Readies them for a line of positions of which none is known yet. The network stays as it is and
 * where it is until the next call. Takes memory when the width is another than before; it is first
 * touched by the calling thread. Without memory every position is computed from nothing, slowly.
 * The first call finds *accumulators zeroed. */
void accumulators_begin(Accumulators *accumulators, const PackedNetwork *network);

/* Gives the memory back. */
void accumulators_free(Accumulators *accumulators);

/* To be called whenever another position is put at a ply. */
static inline void accumulators_forget(Accumulators *accumulators, int ply) {
    accumulators->computed[ply] = false;
}

/* packed_network_evaluate() of the position at a ply; positions[0] to positions[ply] are the line,
 * and nothing that was forgotten has to be remembered but the positions. */
int accumulators_evaluate(Accumulators *accumulators, const Position *positions, int ply);
