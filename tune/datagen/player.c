#include "datagen/player.h"

#include <stdlib.h>

#include "base/random.h"
#include "chain/filter.h"
#include "play/adjudication.h"
#include "search/material_scale.h"

struct Player {
    const PlayerRules *rules;
    Engine *engine;
    Game game; /* as the engine has it */
};

Player *player_create(const PlayerRules *rules) {
    Player *player = aligned_alloc(_Alignof(Player), sizeof *player);
    Engine *engine = play_create_engine(rules->hash_mib, rules->evaluation);
    if (!player || !engine) {
        free(player);
        engine_destroy(engine);
        return NULL;
    }
    *player = (Player){.rules = rules, .engine = engine};
    return player;
}

void player_destroy(Player *player) {
    if (!player)
        return;
    engine_destroy(player->engine);
    free(player);
}

static void begin_game(Player *player, const Position *start) {
    play_begin(player->engine, start);
    game_begin(&player->game, engine_position(player->engine));
}

static BestMoveReport think(Player *player) {
    return play_think(player->engine, play_soft_limits(player->rules->nodes));
}

static void make_move(Player *player, Move move) {
    engine_play_move(player->engine, move);
    game_play(&player->game, move);
}

/* Plays on from a start whose first search has been made. */
static PlayStatus play_out(Player *player, const BestMoveReport *first, PlayMustStop *must_stop,
                           void *context, ChainGame *game, int *kept) {
    Adjudication adjudication = {.win_score = player->rules->win_score};
    BestMoveReport found = *first;
    game->start = player->game.position;
    game->ply_count = 0;
    *kept = 0;
    for (;;) {
        int ply = game->ply_count++;
        game->moves[ply] = found.best;
        game->scores[ply] = (int16_t)material_unscale(&player->game.position, found.score);
        *kept += filter_keeps(&player->game.position, found.best, game->scores[ply]);
        if (adjudication_by_score(&adjudication, position_side(&player->game.position), found.score,
                                  ply, &game->result))
            return PLAY_DONE;
        make_move(player, found.best);
        if (adjudication_by_rules(&player->game, &game->result))
            return PLAY_DONE;
        if (must_stop(context))
            return PLAY_STOPPED;
        found = think(player);
    }
}

PlayStatus player_play(Player *player, uint64_t number, PlayMustStop *must_stop, void *context,
                       ChainGame *game, int *kept) {
    const OpeningRules *rules = &player->rules->opening;
    uint64_t random = random_sequence(player->rules->seed, number);
    OpeningKind kind = opening_draw_kind(rules, &random);
    for (int attempt = 0; attempt < PLAY_OPENING_ATTEMPTS; attempt++) {
        Opening opening;
        if (!opening_draw(rules, kind, &random, &opening))
            continue;
        if (must_stop(context))
            return PLAY_STOPPED;
        begin_game(player, &opening.position);
        BestMoveReport first = think(player);
        if (first.score >= -opening.score_limit && first.score <= opening.score_limit)
            return play_out(player, &first, must_stop, context, game, kept);
    }
    return PLAY_NO_OPENING;
}
