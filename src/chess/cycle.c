#include "chess/cycle.h"

#include <pthread.h>

#include "base/integers.h"
#include "chess/zobrist.h"

/* A hash table with two places for each key (cuckoo hashing: R. Pagh, F. Rodler, 2001), somewhat
 * more than twice as large as the 3,668 moves need. */
#define ENTRIES 8192

typedef struct ReversibleMove {
    uint64_t key; /* the difference that it makes; 0 in an empty place */
    uint8_t squares[2];
} ReversibleMove;

static ReversibleMove table[ENTRIES];

static unsigned first_place(uint64_t key) {
    return key % ENTRIES;
}

static unsigned second_place(uint64_t key) {
    return (key >> 16) % ENTRIES;
}

/* Puts a move into its first place; what stood there goes to its other one, and so on. */
static void insert(ReversibleMove move) {
    unsigned place = first_place(move.key);
    while (move.key != 0) {
        const ReversibleMove displaced = table[place];
        table[place] = move;
        move = displaced;
        place = first_place(move.key) == place ? second_place(move.key) : first_place(move.key);
    }
}

static void insert_moves_of(Piece piece) {
    const uint64_t *keys = zobrist_tables.piece[piece];
    for (Square from = 0; from < SQUARES; from++) {
        Bitboard later =
            attacks_piece(piece_type(piece), from, 0) & ~bb_square(from) & -bb_square(from);
        while (later) {
            const Square to = bb_pop(&later);
            insert((ReversibleMove){keys[from] ^ keys[to] ^ zobrist_tables.black_to_move,
                                    {(uint8_t)from, (uint8_t)to}});
        }
    }
}

static void fill_table(void) {
    for (Piece piece = 0; piece < PIECES; piece++) {
        if (piece_type(piece) != PAWN)
            insert_moves_of(piece);
    }
}

void cycle_init(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, fill_table);
}

static const ReversibleMove *find(uint64_t difference) {
    if (table[first_place(difference)].key == difference)
        return &table[first_place(difference)];
    const ReversibleMove *other = &table[second_place(difference)];
    return other->key == difference ? other : NULL;
}

/* Whether the side to move, whose man it is, can make the move, one way or the other. */
static bool is_at_hand(const Position *position, const ReversibleMove *move) {
    const Square a = move->squares[0], b = move->squares[1];
    return !(attacks_between(a, b) & position_occupied(position));
}

/* Whether the position so many plies back stood on the board before that, too. */
static bool was_repetition(const KeyTrail *trail, int back, int reach) {
    const uint64_t *current = &trail->keys[trail->count - 1];
    for (int earlier = back + 4; earlier <= reach; earlier += 2) {
        if (current[-earlier] == current[-back])
            return true;
    }
    return false;
}

bool cycle_is_upcoming(const KeyTrail *trail, const Position *position, int ply) {
    const int reach =
        int_min(int_min(position->rule50, position->plies_from_null), trail->count - 1);
    if (reach < 3)
        return false;
    const uint64_t *current = &trail->keys[trail->count - 1];
    uint64_t enemy = current[0] ^ current[-1] ^ zobrist_tables.black_to_move;
    for (int back = 3; back <= reach; back += 2) {
        enemy ^= current[-back + 1] ^ current[-back] ^ zobrist_tables.black_to_move;
        if (enemy != 0) /* not all of the enemy's men are where they were */
            continue;
        const ReversibleMove *move = find(*current ^ current[-back]);
        if (move && is_at_hand(position, move) &&
            (back < ply || was_repetition(trail, back, reach)))
            return true;
    }
    return false;
}
