#include "chain/filter.h"

bool filter_keeps(const Position *position, Move move, int score) {
    return score > -FILTER_DECIDED && score < FILTER_DECIDED && !position_in_check(position) &&
           move_kind(move) != MOVE_PROMOTION &&
           position_captured_type(position, move) == NO_PIECE_TYPE;
}
