#include "play/play.h"

#include <stdlib.h>

#include "base/random.h"
#include "play/adjudication.h"
#include "search/scaling.h"

/* A single iteration may explode; the search then ends at so many times the soft limit. */
#define HARD_LIMIT_FACTOR 8
/* At least so many nodes, that tiny soft limits do not end the first iteration. */
#define HARD_LIMIT_MIN 5000

/* So many openings are tried. */
#define OPENING_ATTEMPTS 10000

/* What endgame tables say is won is written with this score: far enough from a draw to teach that
 * it is one, and kept by the standard filter. Left out, a network would learn of the positions that
 * it judges wrong those alone that are drawn. */
#define TABLES_SCORE 1500

static bool prepare(Engine *engine, const PlaySettings *settings) {
    Reason reason;
    engine_set_hash(engine, (size_t)settings->hash_mib);
    engine_set_option(engine, SEARCH_NODES_TIME, settings->nodes_time);
    engine_share_network(engine, settings->evaluation);
    return !settings->syzygy_path || engine_set_syzygy_path(engine, settings->syzygy_path, &reason);
}

PlayTable *play_create_table(const PlaySettings *settings, int engines, SearchLimits limits) {
    PlayTable *table = aligned_alloc(_Alignof(PlayTable), sizeof *table);
    if (!table)
        return NULL;
    *table = (PlayTable){.settings = settings, .limits = limits};
    for (; table->engine_count < engines; table->engine_count++) {
        Engine *engine = engine_create();
        if (!engine || !prepare(engine, settings)) {
            engine_destroy(engine);
            play_destroy_table(table);
            return NULL;
        }
        table->engines[table->engine_count] = engine;
    }
    return table;
}

void play_destroy_table(PlayTable *table) {
    for (int i = 0; table && i < table->engine_count; i++)
        engine_destroy(table->engines[i]);
    free(table);
}

SearchLimits play_soft_limits(uint64_t nodes) {
    uint64_t hard = nodes > UINT64_MAX / HARD_LIMIT_FACTOR ? UINT64_MAX : nodes * HARD_LIMIT_FACTOR;
    return (SearchLimits){
        .soft_nodes = nodes,
        .nodes = hard < HARD_LIMIT_MIN ? HARD_LIMIT_MIN : hard,
    };
}

void play_begin(PlayTable *table, const Position *start, PlayMemory memory) {
    for (int i = 0; i < table->engine_count; i++) {
        if (memory == PLAY_FORGET)
            engine_new_game(table->engines[i]);
        engine_set_root(table->engines[i], start);
    }
    game_begin(&table->game, engine_position(table->engines[0]));
}

static void make_move(PlayTable *table, Move move) {
    for (int i = 0; i < table->engine_count; i++)
        engine_play_move(table->engines[i], move);
    game_play(&table->game, move);
}

PlayStatus play_open(PlayTable *table, uint64_t number, PlayMemory memory, BestMoveReport *first) {
    const OpeningRules *rules = &table->settings->opening;
    uint64_t random = random_sequence(table->settings->seed, number);
    OpeningKind kind = opening_draw_kind(rules, &random);
    for (int attempt = 0; attempt < OPENING_ATTEMPTS; attempt++) {
        Opening opening;
        if (!opening_draw(rules, kind, &random, &opening))
            continue;
        if (table->must_stop(table->context))
            return PLAY_STOPPED;
        if (table->on_opening)
            table->on_opening(table->watcher);
        play_begin(table, &opening.position, memory);
        *first = engine_find(table->engines[0], table->limits);
        if (first->score >= -opening.score_limit && first->score <= opening.score_limit)
            return PLAY_DONE;
    }
    return PLAY_NO_OPENING;
}

int16_t play_lesson(const Position *position, Score score) {
    if (score_is_by_table(score))
        return score > 0 ? TABLES_SCORE : -TABLES_SCORE;
    return (int16_t)scaling_undo(position, score);
}

PlayStatus play_out(PlayTable *table, int white, PlayEnd end, const BestMoveReport *first,
                    ChainGame *game) {
    Adjudication adjudication = {.win_score = end.win_score};
    const Position *position = &table->game.position;
    const SyzygyTables *tables = engine_syzygy_tables(table->engines[0]);
    game->start = *position;
    for (int ply = 0;; ply++) {
        Color side = position_side(position);
        if ((ply > 0 || !first) && table->must_stop(table->context))
            return PLAY_STOPPED;
        int player = table->engine_count == 1 || (side == WHITE) == (white == 0) ? 0 : 1;
        BestMoveReport found =
            ply == 0 && first ? *first : engine_find(table->engines[player], table->limits);
        game->ply_count = ply + 1;
        game->moves[ply] = found.best;
        game->scores[ply] = play_lesson(position, found.score);
        if (adjudication_by_tables(tables, position, found.score, &game->result) ||
            adjudication_by_score(&adjudication, side, found.score, ply, &game->result))
            return PLAY_DONE;
        if (game->ply_count == end.plies) {
            game->result = GAME_DRAWN;
            return PLAY_DONE;
        }
        make_move(table, found.best);
        if (adjudication_by_rules(&table->game, &game->result))
            return PLAY_DONE;
    }
}
