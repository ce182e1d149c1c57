#include "spsa/tournament.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* An iteration that is being played. */
typedef struct Round {
    JournalRecord games;
    int taken; /* pairs */
    int given;
} Round;

struct Tournament {
    TournamentPlan plan;
    pthread_mutex_t lock;
    pthread_cond_t advanced; /* an iteration has been learned from, or it is over */
    _Atomic bool over;       /* changed under the lock */
    int64_t dealing;         /* iteration that pairs are dealt out of */
    char fault[256];         /* empty without */
    int window;              /* rounds */
    Round *rounds;           /* iteration k at k modulo window */
};

Tournament *tournament_create(const TournamentPlan *plan) {
    Tournament *tournament = calloc(1, sizeof *tournament);
    int window = plan->rules.ahead + 1;
    Round *rounds = calloc((size_t)window, sizeof *rounds);
    if (!tournament || !rounds) {
        free(tournament);
        free(rounds);
        return NULL;
    }
    *tournament = (Tournament){
        .plan = *plan,
        .over = plan->journal->count >= plan->rules.iterations,
        .dealing = plan->journal->count + 1,
        .window = window,
        .rounds = rounds,
    };
    pthread_mutex_init(&tournament->lock, NULL);
    pthread_cond_init(&tournament->advanced, NULL);
    return tournament;
}

static Round *round_of(Tournament *tournament, int64_t iteration) {
    return &tournament->rounds[iteration % tournament->window];
}

/* Only the first fault counts. The caller holds the lock. */
static void end(Tournament *tournament, const char *fault) {
    if (fault && tournament->fault[0] == '\0')
        snprintf(tournament->fault, sizeof tournament->fault, "%s", fault);
    atomic_store_explicit(&tournament->over, true, memory_order_relaxed);
    pthread_cond_broadcast(&tournament->advanced);
}

/* Whether a pair may be dealt now. The caller holds the lock. */
static bool must_wait(const Tournament *tournament) {
    return tournament->dealing > tournament->plan.rules.iterations ||
           tournament->dealing > spsa_done(tournament->plan.spsa) + tournament->window;
}

bool tournament_take(Tournament *tournament, TournamentPair *pair) {
    pthread_mutex_lock(&tournament->lock);
    while (!tournament->over && must_wait(tournament))
        pthread_cond_wait(&tournament->advanced, &tournament->lock);
    bool wanted = !tournament->over;
    if (wanted) {
        int64_t iteration = tournament->dealing;
        Round *round = round_of(tournament, iteration);
        int64_t number = (iteration - 1) * tournament->plan.pairs + round->taken;
        *pair = (TournamentPair){(uint64_t)number, iteration,
                                 *spsa_sides(tournament->plan.spsa, iteration)};
        if (++round->taken == tournament->plan.pairs)
            tournament->dealing++;
    }
    pthread_mutex_unlock(&tournament->lock);
    return wanted;
}

/* Learns from the iteration whose turn it is. The caller holds the lock. */
static void finish_round(Tournament *tournament, Round *round) {
    JournalRecord games = round->games;
    *round = (Round){0};
    if (!journal_add(tournament->plan.journal, &games)) {
        end(tournament, strerror(errno));
        return;
    }
    spsa_learn(tournament->plan.spsa, games.wins - games.losses);
    tournament->plan.iteration_done(tournament->plan.context);
    if (spsa_done(tournament->plan.spsa) == tournament->plan.rules.iterations)
        end(tournament, NULL);
    pthread_cond_broadcast(&tournament->advanced);
}

void tournament_give(Tournament *tournament, const TournamentPair *pair,
                     const JournalRecord *games) {
    pthread_mutex_lock(&tournament->lock);
    Round *round = round_of(tournament, pair->iteration);
    round->games.wins += games->wins;
    round->games.draws += games->draws;
    round->games.losses += games->losses;
    round->given++;
    for (;;) {
        round = round_of(tournament, spsa_done(tournament->plan.spsa) + 1);
        if (tournament->over || round->given < tournament->plan.pairs)
            break;
        finish_round(tournament, round);
    }
    pthread_mutex_unlock(&tournament->lock);
}

void tournament_stop(Tournament *tournament) {
    pthread_mutex_lock(&tournament->lock);
    end(tournament, NULL);
    pthread_mutex_unlock(&tournament->lock);
}

void tournament_fail(Tournament *tournament, const char *fault) {
    pthread_mutex_lock(&tournament->lock);
    end(tournament, fault);
    pthread_mutex_unlock(&tournament->lock);
}

bool tournament_is_over(const Tournament *tournament) {
    return atomic_load_explicit(&tournament->over, memory_order_relaxed);
}

bool tournament_close(Tournament *tournament, Reason *error) {
    bool good = tournament->fault[0] == '\0';
    if (!good)
        reason_set(error, "%s", tournament->fault);
    pthread_cond_destroy(&tournament->advanced);
    pthread_mutex_destroy(&tournament->lock);
    free(tournament->rounds);
    free(tournament);
    return good;
}
