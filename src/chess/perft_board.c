#include "chess/perft_board.h"

static void set_rules(const Position *position, PerftRules *rules) {
    for (Square square = A1; square <= H8; square++)
        rules->kept[square] = ALL_CASTLING_RIGHTS;
    rules->rooks = 0;
    for (int i = 0; i < COLORS * CASTLING_SIDES; i++) {
        rules->path[i] = position->castling_path[i];
        rules->rook[i] = position->castling_rook[i];
        rules->way[i] = 0;
        if (!(position->castling_rights >> i & 1))
            continue;
        Color color = (Color)(i / CASTLING_SIDES);
        Square king = position_king(position, color);
        CastlingSide side = (CastlingSide)(i % CASTLING_SIDES);
        Square target = castling_king_target(color, side);
        rules->way[i] = (attacks_between(king, target) | bb_square(target)) & ~bb_square(king);
        rules->kept[king] &= (uint8_t) ~(1 << i);
        rules->kept[rules->rook[i]] &= (uint8_t) ~(1 << i);
        if (rules->rook[i] != castling_corner(color, side))
            rules->rooks |= ((uint64_t)rules->rook[i] + 1) << (32 + 7 * i);
    }
}

void perft_board_set(const Position *position, PerftBoard *board, PerftRules *rules) {
    Bitboard queens = position->by_type[QUEEN];
    board->pawns = position->by_type[PAWN];
    board->knights = position->by_type[KNIGHT];
    board->diagonal = position->by_type[BISHOP] | queens;
    board->straight = position->by_type[ROOK] | queens;
    board->kings = position->by_type[KING];
    board->by_color[WHITE] = position->by_color[WHITE];
    board->by_color[BLACK] = position->by_color[BLACK];
    board->state = position->castling_rights;
    if (position->en_passant != NO_SQUARE)
        board->state |= (uint64_t)position->en_passant << 8;
    set_rules(position, rules);
}
