#include "nnue/packed_network.h"

/* From White's view. */
static int white_score(const PackedNetwork *network, const Position *position) {
    const int score = packed_network_evaluate(network, position);
    return position_side(position) == WHITE ? score : -score;
}

/* Only what the network sees is kept right: the pieces. */
static Position without(const Position *position, Square square) {
    const Piece piece = position_piece_on(position, square);
    Position copy = *position;
    copy.by_type[piece_type(piece)] &= ~bb_square(square);
    copy.by_color[piece_color(piece)] &= ~bb_square(square);
    copy.board[square] = NO_PIECE;
    return copy;
}

void packed_network_view(const PackedNetwork *network, const Position *position,
                         NetworkView *view) {
    *view = (NetworkView){
        .score = packed_network_evaluate(network, position),
        .bucket = feature_bucket(bb_count(position_occupied(position))),
    };
    const int whole = white_score(network, position);
    Bitboard pieces = position_occupied(position) & ~position->by_type[KING];
    while (pieces) {
        const Square square = bb_pop(&pieces);
        const Position rest = without(position, square);
        view->values[square] = whole - white_score(network, &rest);
    }
}
