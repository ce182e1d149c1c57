#include "chain/filter.h"

#include "chess/movegen.h"

bool filter_keeps(const Position *position, Move move, int score) {
    return score > -FILTER_DECIDED && score < FILTER_DECIDED && !position_in_check(position) &&
           move_kind(move) != MOVE_PROMOTION &&
           position_captured_type(position, move) == NO_PIECE_TYPE;
}

Move filter_stand_in(const Position *position) {
    const MoveList list = movegen_list(position);
    for (int i = 0; i < list.count; i++) {
        if (filter_keeps(position, list.moves[i], 0))
            return list.moves[i];
    }
    return list.count > 0 ? list.moves[0] : MOVE_NONE;
}
