#include "spsa/match.h"

#include <stdlib.h>

#include "base/random.h"
#include "play/adjudication.h"

_Static_assert(TUNABLES_ARE_VARIABLE, "it stands on the search of a tune build");

/* An opening whose first search says more, either way, teaches little: one side wins both games of
 * the pair as White, or as Black. */
#define BALANCED_SCORE 120

enum { PLUS, MINUS, SIDES };

struct Match {
    const MatchRules *rules;
    Engine *engines[SIDES];
    Game game; /* as both engines have it */
};

Match *match_create(const MatchRules *rules) {
    Match *match = aligned_alloc(_Alignof(Match), sizeof *match);
    if (!match)
        return NULL;
    *match = (Match){.rules = rules};
    for (int side = PLUS; side < SIDES; side++)
        match->engines[side] = play_create_engine(rules->hash_mib, rules->evaluation);
    if (!match->engines[PLUS] || !match->engines[MINUS]) {
        match_destroy(match);
        return NULL;
    }
    return match;
}

void match_destroy(Match *match) {
    if (!match)
        return;
    for (int side = PLUS; side < SIDES; side++)
        engine_destroy(match->engines[side]);
    free(match);
}

static void begin_game(Match *match, const Position *start) {
    for (int side = PLUS; side < SIDES; side++)
        play_begin(match->engines[side], start);
    game_begin(&match->game, engine_position(match->engines[PLUS]));
}

static void make_move(Match *match, Move move) {
    for (int side = PLUS; side < SIDES; side++)
        engine_play_move(match->engines[side], move);
    game_play(&match->game, move);
}

/* Plays a game with that side as White; false when it is stopped. */
static bool play_game(Match *match, const Position *start, int white, PlayMustStop *must_stop,
                      void *context, GameResult *result) {
    Adjudication adjudication = {.win_score = ADJUDICATION_WIN_SCORE};
    begin_game(match, start);
    for (int ply = 0; !must_stop(context); ply++) {
        Color color = position_side(&match->game.position);
        int side = color == WHITE ? white : SIDES - 1 - white;
        BestMoveReport found = play_think(match->engines[side], match->rules->limits);
        if (adjudication_by_score(&adjudication, color, found.score, ply, result))
            return true;
        make_move(match, found.best);
        if (adjudication_by_rules(&match->game, result))
            return true;
    }
    return false;
}

static void count(GameResult result, int white, JournalRecord *record) {
    if (result == GAME_DRAWN)
        record->draws++;
    else if ((result == GAME_WHITE_WINS) == (white == PLUS))
        record->wins++;
    else
        record->losses++;
}

static PlayStatus play_pair(Match *match, const Position *start, PlayMustStop *must_stop,
                            void *context, JournalRecord *result) {
    *result = (JournalRecord){0};
    for (int white = PLUS; white < SIDES; white++) {
        GameResult outcome;
        if (!play_game(match, start, white, must_stop, context, &outcome))
            return PLAY_STOPPED;
        count(outcome, white, result);
    }
    return PLAY_DONE;
}

PlayStatus match_play_pair(Match *match, uint64_t number, const Tunables *plus,
                           const Tunables *minus, PlayMustStop *must_stop, void *context,
                           JournalRecord *result) {
    const OpeningRules *rules = &match->rules->opening;
    engine_set_tunables(match->engines[PLUS], plus);
    engine_set_tunables(match->engines[MINUS], minus);
    uint64_t random = random_sequence(match->rules->seed, number);
    OpeningKind kind = opening_draw_kind(rules, &random);
    for (int attempt = 0; attempt < PLAY_OPENING_ATTEMPTS; attempt++) {
        Opening opening;
        if (!opening_draw(rules, kind, &random, &opening))
            continue;
        if (must_stop(context))
            return PLAY_STOPPED;
        begin_game(match, &opening.position);
        Score score = play_think(match->engines[PLUS], match->rules->limits).score;
        if (score >= -BALANCED_SCORE && score <= BALANCED_SCORE)
            return play_pair(match, &opening.position, must_stop, context, result);
    }
    return PLAY_NO_OPENING;
}
