#include "tables/syzygy_sample.h"

#include <string.h>

#include "base/random.h"
#include "chess/movegen.h"
#include "chess/setup.h"

#define MOST_MEN 7
#define ATTEMPTS 20000

/* The men of a name; their number, 0 for a bad one. */
static int read_men(const char *name, Piece men[MOST_MEN]) {
    static const char LETTERS[] = "PNBRQK"; /* as PieceType counts */
    int count = 0;
    Color color = WHITE;
    for (; *name != '\0'; name++) {
        const char *letter = strchr(LETTERS, *name);
        if (*name == 'v')
            color = BLACK;
        else if (!letter || count == MOST_MEN)
            return 0;
        else
            men[count++] = piece_make(color, (PieceType)(letter - LETTERS));
    }
    return color == BLACK ? count : 0;
}

/* Puts the men anywhere, but pawns where pawns may stand, with White to move; false when that is no
 * position. */
static bool place(const Piece *men, int count, uint64_t *state, Position *position) {
    Reason why;
    setup_begin(position);
    for (int i = 0; i < count; i++) {
        bool pawn = piece_type(men[i]) == PAWN;
        Square square;
        do {
            square = (int)random_scale(random_next(state), SQUARES);
        } while (position_piece_on(position, square) != NO_PIECE ||
                 (pawn && (square < 8 || square >= 56)));
        if (!setup_put(position, men[i], square, &why))
            return false;
    }
    if (!setup_side(position, WHITE, &why))
        return false;
    setup_finish(position, 0, 1);
    return true;
}

bool syzygy_sample(const char *name, uint64_t *state, Position *position) {
    Piece men[MOST_MEN];
    int count = read_men(name, men);
    for (int i = 0; count > 0 && i < ATTEMPTS; i++) {
        MoveList noisy = {.count = 0};
        if (!place(men, count, state, position) || position_in_check(position))
            continue;
        movegen_noisy(position, &noisy);
        if (noisy.count == 0)
            return true;
    }
    return false;
}
