#include "suite/oracle.h"

bool oracle_ask(const SyzygyTables *tables, const Position *position, OracleAnswer *answer) {
    SyzygyRoot root;
    int men = bb_count(position_occupied(position));
    if (!tables || position->castling_rights != 0 || men > syzygy_men(tables) ||
        !syzygy_rank_root(tables, position, false, true, &root))
        return false;
    int wins = 0, draws = 0;
    Move win = MOVE_NONE, draw = MOVE_NONE;
    for (int i = 0; i < root.count; i++) {
        SyzygyWdl wdl = root.moves[i].wdl;
        if (wdl == SYZYGY_WIN) {
            wins++;
            win = root.moves[i].move;
        } else if (wdl != SYZYGY_LOSS) {
            draws++;
            draw = root.moves[i].move;
        }
    }
    answer->is_win = wins > 0;
    answer->is_loss = wins == 0 && draws == 0;
    answer->only = wins == 1 ? win : wins == 0 && draws == 1 ? draw : MOVE_NONE;
    return true;
}
