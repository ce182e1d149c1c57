#include "datagen/player.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/random.h"
#include "chess/notation.h"
#include "data/filter.h"
#include "datagen/adjudication.h"

/* A single iteration may explode; the search then ends at so many times the soft limit. */
#define HARD_LIMIT_FACTOR 8
/* At least so many nodes, that tiny soft limits do not end the first iteration. */
#define HARD_LIMIT_MIN 5000

#define OPENING_ATTEMPTS 10000

struct Player {
    const PlayerRules *rules;
    Engine *engine;
    Game game; /* as the engine has it */
};

Player *player_create(const PlayerRules *rules) {
    Player *player = aligned_alloc(_Alignof(Player), sizeof *player);
    Engine *engine = engine_create();
    if (!player || !engine) {
        free(player);
        engine_destroy(engine);
        return NULL;
    }
    engine_set_hash(engine, (size_t)rules->hash_mib);
    engine_share_network(engine, rules->evaluation);
    *player = (Player){.rules = rules, .engine = engine};
    return player;
}

void player_destroy(Player *player) {
    if (!player)
        return;
    engine_destroy(player->engine);
    free(player);
}

/* A sequence for each game that has nothing to do with those of its neighbours. */
static uint64_t random_of_game(uint64_t seed, uint64_t number) {
    uint64_t state = random_next(&seed) ^ number;
    return random_next(&state);
}

static void begin_game(Player *player, const Position *start) {
    char fen[FEN_SIZE];
    FenError error;
    fen_format_shredder(start, fen);
    engine_new_game(player->engine);
    engine_set_position(player->engine, fen, &error);
    game_begin(&player->game, engine_position(player->engine));
}

static void note_best_move(void *context, const BestMoveReport *report) {
    *(BestMoveReport *)context = *report;
}

static BestMoveReport think(Player *player) {
    uint64_t soft = player->rules->nodes;
    uint64_t hard = soft > UINT64_MAX / HARD_LIMIT_FACTOR ? UINT64_MAX : soft * HARD_LIMIT_FACTOR;
    SearchLimits limits = {
        .soft_nodes = soft,
        .nodes = hard < HARD_LIMIT_MIN ? HARD_LIMIT_MIN : hard,
        .start_us = clock_now_us(),
    };
    BestMoveReport report = {.best = MOVE_NONE};
    ReportSink sink = {.context = &report, .best_move = note_best_move};
    engine_think(player->engine, &limits, &sink);
    return report;
}

static void make_move(Player *player, Move move) {
    char text[COORDINATE_SIZE];
    notation_coordinate(move, true, text);
    engine_play(player->engine, text, (int)strlen(text));
    game_play(&player->game, move);
}

/* Plays on from a start whose first search has been made. */
static PlayStatus play_out(Player *player, const BestMoveReport *first, PlayerMustStop *must_stop,
                           void *context, ChainGame *game, int *kept) {
    Adjudication adjudication = {0};
    BestMoveReport found = *first;
    game->start = player->game.position;
    game->ply_count = 0;
    *kept = 0;
    for (;;) {
        int ply = game->ply_count++;
        game->moves[ply] = found.best;
        game->scores[ply] = (int16_t)found.score;
        *kept += filter_keeps(&player->game.position, found.best, found.score);
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

PlayStatus player_play(Player *player, uint64_t number, PlayerMustStop *must_stop, void *context,
                       ChainGame *game, int *kept) {
    const OpeningRules *rules = &player->rules->opening;
    uint64_t random = random_of_game(player->rules->seed, number);
    OpeningKind kind = opening_draw_kind(rules, &random);
    for (int attempt = 0; attempt < OPENING_ATTEMPTS; attempt++) {
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
