#pragma once

#include "play/opening.h"
#include "play/play.h"
#include "search/tunables.h"
#include "spsa/journal.h"

/* Pairs of games between two engines that differ in their tunables alone. Owned by one thread, but
 * all are created by one thread, one after the other. */
typedef struct Match Match;

typedef struct MatchRules {
    uint64_t seed;            /* of the whole run */
    SearchLimits limits;      /* of each search */
    int hash_mib;             /* of each engine */
    const Engine *evaluation; /* an engine whose evaluation all share */
    OpeningRules opening;
} MatchRules;

/* NULL without memory. The rules must outlive the match. */
Match *match_create(const MatchRules *rules);
void match_destroy(Match *match);

/* Plays the pair of that number: two games from one opening, each side White once. With a limit on
 * nodes the result is the same whoever plays it. */
PlayStatus match_play_pair(Match *match, uint64_t number, const Tunables *plus,
                           const Tunables *minus, PlayMustStop *must_stop, void *context,
                           JournalRecord *result);
