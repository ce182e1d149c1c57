#include "chess/zobrist.h"

#include "base/random.h"

ZobristTables zobrist_tables;

void zobrist_init(void) {
    uint64_t state = 0x51756F72756DULL;
    for (int piece = 0; piece < PIECES; piece++) {
        for (int square = 0; square < SQUARES; square++)
            zobrist_tables.piece[piece][square] = random_next(&state);
        zobrist_tables.material[piece] = random_next(&state);
    }
    for (int file = 0; file < FILES; file++)
        zobrist_tables.en_passant_file[file] = random_next(&state);
    zobrist_tables.black_to_move = random_next(&state);
    for (int square = 0; square < SQUARES; square++)
        zobrist_tables.castling_rook[square] = random_next(&state);
}
