#include "play/adjudication.h"

#include "chess/movegen.h"

/* For how many plies in a row both sides must see a won game. */
#define WIN_PLIES 4

/* Centipawns with which a game counts as drawn, and for how many plies: draws are not given before
 * a game has lasted a while. */
#define DRAW_SCORE      8
#define DRAW_PLIES      12
#define DRAW_BEFORE_PLY 80

/* No game is longer. */
#define LAST_PLY 500

_Static_assert(LAST_PLY <= CHAIN_MAX_PLIES, "the chain format holds every game");

bool adjudication_by_score(Adjudication *adjudication, Color side, int score, int ply,
                           GameResult *result) {
    int white_score = side == WHITE ? score : -score;
    int *decided = &adjudication->decided_plies;
    if (white_score >= adjudication->win_score)
        *decided = *decided > 0 ? *decided + 1 : 1;
    else if (white_score <= -adjudication->win_score)
        *decided = *decided < 0 ? *decided - 1 : -1;
    else
        *decided = 0;
    bool level = score >= -DRAW_SCORE && score <= DRAW_SCORE;
    adjudication->level_plies = level ? adjudication->level_plies + 1 : 0;
    if (*decided >= WIN_PLIES || *decided <= -WIN_PLIES) {
        *result = *decided > 0 ? GAME_WHITE_WINS : GAME_BLACK_WINS;
        return true;
    }
    *result = GAME_DRAWN;
    return (adjudication->level_plies >= DRAW_PLIES && ply >= DRAW_BEFORE_PLY) ||
           ply + 1 >= LAST_PLY;
}

bool adjudication_by_tables(const SyzygyTables *tables, const Position *position, Score score,
                            GameResult *result) {
    if (!tables || score_is_mate(score))
        return false;
    const bool white_is_better = (score > 0) == (position_side(position) == WHITE);
    const bool won = score_is_by_table(score);
    *result = !won ? GAME_DRAWN : white_is_better ? GAME_WHITE_WINS : GAME_BLACK_WINS;
    const bool is_known =
        position->castling_rights == 0 && bb_count(position_occupied(position)) <= tables->men;
    return won || is_known;
}

bool adjudication_by_rules(const Game *game, GameResult *result) {
    const Position *position = &game->position;
    *result = GAME_DRAWN;
    if (movegen_count(position) == 0) {
        if (position_in_check(position))
            *result = position_side(position) == WHITE ? GAME_BLACK_WINS : GAME_WHITE_WINS;
        return true;
    }
    return game_is_rule50_draw(position) || position_is_material_draw(position) ||
           game_is_repetition(&game->trail, position, 0);
}
