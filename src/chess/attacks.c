#include "chess/attacks.h"

#include <assert.h>

#include "base/memory.h"
#include "chess/magics.h"

#define SLIDER_ATTACKS (102400 + 5248)

/* Which tables of sliders some file may ask for. */
#ifdef __x86_64__
#define HAS_EXTRACT true
#else
#define HAS_EXTRACT false
#endif
#ifdef __BMI2__
#define HAS_MAGIC false
#else
#define HAS_MAGIC true
#endif

AttackTables attack_tables;

/* Those by extraction, then those by magic. */
static Bitboard slider_room[MEMORY_HUGE_ROOM / sizeof(Bitboard)];
_Static_assert(2 * SLIDER_ATTACKS * sizeof(Bitboard) <= MEMORY_HUGE_PAGE, "one huge page");

typedef struct Step {
    int file, rank;
} Step;

static const Step ROOK_STEPS[4] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
static const Step BISHOP_STEPS[4] = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
static const Step KNIGHT_STEPS[8] = {{1, 2},   {2, 1},   {2, -1}, {1, -2},
                                     {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};

/* The square a step away, or NO_SQUARE off the board. */
static Square step_square(Square square, Step step) {
    int file = square_file(square) + step.file;
    int rank = square_rank(square) + step.rank;
    return file < 0 || file > 7 || rank < 0 || rank > 7 ? NO_SQUARE : square_make(file, rank);
}

static Bitboard leaper_attacks(Square square, const Step *steps, int count) {
    Bitboard attacks = 0;
    for (int i = 0; i < count; i++) {
        Square target = step_square(square, steps[i]);
        if (target != NO_SQUARE)
            attacks |= bb_square(target);
    }
    return attacks;
}

static Bitboard walk_rays(Square square, Bitboard occupied, const Step steps[4]) {
    Bitboard attacks = 0;
    for (int i = 0; i < 4; i++) {
        Square target = step_square(square, steps[i]);
        while (target != NO_SQUARE) {
            attacks |= bb_square(target);
            if (bb_has(occupied, target))
                break;
            target = step_square(target, steps[i]);
        }
    }
    return attacks;
}

/* Squares whose occupation can change the attacks: the rays less their last square. */
static Bitboard relevant_occupancy(Square square, const Step steps[4]) {
    Bitboard far_ranks = (bb_rank(RANK_1) | bb_rank(RANK_8)) & ~bb_rank(square_rank(square));
    Bitboard far_files = (FILE_A_BB | FILE_H_BB) & ~bb_file(square_file(square));
    return walk_rays(square, 0, steps) & ~(far_ranks | far_files);
}

/* Fills one square's part of the tables, which begins there; returns where the next part begins.
 * The subsets of a mask are met in the order of what is extracted from them. */
static int fill_slider(Bitboard *tables, int start, Square square, const Step steps[4],
                       Bitboard magic, ExtractEntry *by_extract, MagicEntry *by_magic) {
    Bitboard *extract_attacks = tables, *magic_attacks = tables + SLIDER_ATTACKS;
    Bitboard mask = relevant_occupancy(square, steps);
    unsigned shift = 64 - (unsigned)bb_count(mask);
    *by_extract = (ExtractEntry){&extract_attacks[start], mask};
    *by_magic = (MagicEntry){&magic_attacks[start], mask, magic, shift};
    int next = start;
    Bitboard occupied = 0;
    do {
        Bitboard reached = walk_rays(square, occupied, steps);
        Bitboard *cell = &magic_attacks[start + (int)((occupied * magic) >> shift)];
        assert(*cell == 0 || *cell == reached);
        if (HAS_MAGIC)
            *cell = reached;
        if (HAS_EXTRACT)
            extract_attacks[next] = reached;
        next++;
        occupied = (occupied - mask) & mask;
    } while (occupied);
    return next;
}

static void fill_leapers(void) {
    for (Square square = A1; square <= H8; square++) {
        Bitboard here = bb_square(square);
        Bitboard row = here | bb_east(here) | bb_west(here);
        attack_tables.king[square] = (row | bb_north(row) | bb_south(row)) & ~here;
        attack_tables.knight[square] = leaper_attacks(square, KNIGHT_STEPS, 8);
        for (int color = WHITE; color < COLORS; color++)
            attack_tables.pawn[color][square] = bb_pawn_attacks((Color)color, here);
    }
}

static void fill_sliders(void) {
    Bitboard *tables = memory_huge_page(slider_room);
    int next = 0;
    for (Square square = A1; square <= H8; square++) {
        next = fill_slider(tables, next, square, ROOK_STEPS, ROOK_MAGICS[square],
                           &attack_tables.extract.rook[square], &attack_tables.magic.rook[square]);
        next =
            fill_slider(tables, next, square, BISHOP_STEPS, BISHOP_MAGICS[square],
                        &attack_tables.extract.bishop[square], &attack_tables.magic.bishop[square]);
        attack_tables.rook_rays[square] = attacks_rook(square, 0);
        attack_tables.bishop_rays[square] = attacks_bishop(square, 0);
    }
    assert(next == SLIDER_ATTACKS);
}

static void fill_lines(void) {
    for (Square a = A1; a <= H8; a++) {
        for (Square b = A1; b <= H8; b++) {
            if (bb_has(attacks_rook(a, 0), b)) {
                attack_tables.between[a][b] =
                    attacks_rook(a, bb_square(b)) & attacks_rook(b, bb_square(a));
                attack_tables.line[a][b] =
                    (attacks_rook(a, 0) & attacks_rook(b, 0)) | bb_square(a) | bb_square(b);
            } else if (bb_has(attacks_bishop(a, 0), b)) {
                attack_tables.between[a][b] =
                    attacks_bishop(a, bb_square(b)) & attacks_bishop(b, bb_square(a));
                attack_tables.line[a][b] =
                    (attacks_bishop(a, 0) & attacks_bishop(b, 0)) | bb_square(a) | bb_square(b);
            }
        }
    }
}

static void fill_lines_through(void) {
    static const Step STEPS[4] = {{0, 1}, {1, 1}, {1, 0}, {1, -1}};
    for (Square square = A1; square <= H8; square++) {
        for (int i = 0; i < 4; i++) {
            const Step step = STEPS[i], back = {-step.file, -step.rank};
            const Step both_ways[4] = {step, back, step, back};
            attack_tables.lines[square][i] = bb_square(square) | walk_rays(square, 0, both_ways);
        }
    }
}

void attacks_init(void) {
    fill_leapers();
    fill_sliders();
    fill_lines();
    fill_lines_through();
}
