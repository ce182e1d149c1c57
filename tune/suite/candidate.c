#include "suite/candidate.h"

#include <stdlib.h>

#include "base/random.h"
#include "chess/movegen.h"
#include "search/score.h"
#include "suite/ending.h"
#include "suite/line.h"
#include "suite/oracle.h"

#define OPEN            400 /* centipawns; the game is not decided by more */
#define LEVEL           120
#define GAIN            80
#define LATE_GAIN       120
#define LOSS            150
#define MOST_AHEAD      500 /* of material, of the side that mates */
#define RESTLESS_WEIGHT 3   /* of an ending */
#define OPENING_PLY     8   /* no position before it */
#define MATE_PLIES      6   /* before mate is seen */

static bool is_usable(const Position *position) {
    return !position_in_check(position) && movegen_count(position) > 1 &&
           !(position->chess960 && position->castling_rights != 0);
}

/* Whether the game's searches changed their minds: they liked the position better after the next
 * ply or two, or the move played less, than before. */
static bool is_restless(const ChainGame *game, int ply) {
    if (ply + 2 >= game->ply_count || abs(game->scores[ply]) > OPEN)
        return false;
    int thought = game->scores[ply];
    int answered = -game->scores[ply + 1], later = game->scores[ply + 2];
    return answered - thought >= GAIN || later - thought >= LATE_GAIN ||
           answered - thought <= -LOSS;
}

/* Whether endgame tables know that the game missed the only move. */
static bool is_missed(const SyzygyTables *tables, const Position *position, Move played,
                      bool *known) {
    OracleAnswer answer;
    Position fresh = *position;
    fresh.rule50 = 0;
    *known = oracle_ask(tables, &fresh, &answer);
    return *known && answer.only != MOVE_NONE && answer.only != played;
}

/* Whether the side has nothing but its king. */
static bool is_bare(const Position *position, Color side) {
    return !bb_several(position->by_color[side]);
}

/* Whether the side to move announces mate now or within three moves. */
static bool nears_mate(const ChainGame *game, int ply) {
    for (int later = ply; later <= ply + MATE_PLIES && later < game->ply_count; later += 2) {
        if (game->scores[later] >= SCORE_MATE_BOUND)
            return true;
    }
    return false;
}

/* What endgame tables know weighs less: games have more of it. */
static int weight_of_ending(const ChainGame *game, int ply, const Position *position,
                            const SyzygyTables *tables) {
    bool known;
    if (is_missed(tables, position, game->moves[ply], &known))
        return 1;
    return !known && is_restless(game, ply) ? RESTLESS_WEIGHT : 0;
}

/* How much speaks for a ply; 0 for nothing. */
static int weight_of(const ChainGame *game, int ply, const Position *position, Kind kind,
                     const SyzygyTables *tables) {
    if (ply < OPENING_PLY || !is_usable(position))
        return 0;
    bool ending = ending_is_one(position);
    switch (kind) {
    case KIND_TACTICAL:
        return !ending && is_restless(game, ply);
    case KIND_POSITIONAL:
        return !ending && abs(game->scores[ply]) <= LEVEL;
    case KIND_ENDGAME:
        return ending ? weight_of_ending(game, ply, position, tables) : 0;
    default:
        return nears_mate(game, ply) && !is_bare(position, color_flip(position_side(position))) &&
               line_balance(position, position_side(position)) <= MOST_AHEAD;
    }
}

bool candidate_choose(const ChainGame *game, Kind kind, const SyzygyTables *tables,
                      uint64_t *random, Candidate *candidate) {
    Position position = game->start;
    Square taken_on = NO_SQUARE;
    uint64_t sum = 0;
    for (int ply = 0; ply < game->ply_count; ply++) {
        Move move = game->moves[ply];
        int weight = weight_of(game, ply, &position, kind, tables);
        sum += (uint64_t)weight;
        /* Each ply so far has the chance of its weight to be the one (A. Chao, 1982). */
        if (weight > 0 && random_scale(random_next(random), sum) < (uint64_t)weight)
            *candidate = (Candidate){
                .position = position,
                .taken_on = taken_on,
                .ply = ply,
                .played = move,
            };
        bool takes = position_captured_type(&position, move) != NO_PIECE_TYPE;
        taken_on = takes ? move_to(move) : NO_SQUARE;
        Position next;
        position_make(&position, &next, move);
        position = next;
    }
    if (sum > 0) {
        candidate->position.chess960 = false;
        candidate->position.rule50 = 0;
    }
    return sum > 0;
}
