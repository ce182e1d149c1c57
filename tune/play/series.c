#include "play/series.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "cli/stop_signals.h"

struct Series {
    const SeriesPlan *plan;
    pthread_mutex_t lock;
    pthread_cond_t advanced; /* next_to_accept has grown, or it is over */
    _Atomic bool over;       /* changed under the lock */
    _Atomic bool lacks_openings;
    uint64_t next_to_play;
    uint64_t next_to_accept;
    uint64_t slots; /* game n has slot n modulo their number */
    char *results;
    bool *filled;
};

static bool begin(Series *series) {
    const SeriesPlan *plan = series->plan;
    series->next_to_play = series->next_to_accept = plan->first;
    series->slots = (uint64_t)plan->round * (uint64_t)plan->window;
    const size_t bytes = series->slots * plan->result_size;
    series->results = aligned_alloc(CACHE_LINE, (bytes + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE);
    series->filled = calloc(series->slots, sizeof *series->filled);
    pthread_mutex_init(&series->lock, NULL);
    pthread_cond_init(&series->advanced, NULL);
    return series->results && series->filled;
}

static void finish(Series *series) {
    pthread_cond_destroy(&series->advanced);
    pthread_mutex_destroy(&series->lock);
    free(series->results);
    free(series->filled);
}

static void stop(Series *series) {
    pthread_mutex_lock(&series->lock);
    atomic_store(&series->over, true);
    pthread_cond_broadcast(&series->advanced);
    pthread_mutex_unlock(&series->lock);
}

static bool must_stop(void *context) {
    Series *series = context;
    if (stop_signals_arrived(series->plan->settings->signals))
        stop(series);
    return atomic_load_explicit(&series->over, memory_order_relaxed);
}

/* Whether the next game is too far ahead. The caller holds the lock. */
static bool must_wait(const Series *series) {
    const uint64_t round = (uint64_t)series->plan->round;
    return series->next_to_play < series->plan->end &&
           series->next_to_play / round >=
               series->next_to_accept / round + (uint64_t)series->plan->window;
}

/* The number of the next game to be played; false when no more are wanted. */
static bool take(Series *series, uint64_t *number) {
    pthread_mutex_lock(&series->lock);
    while (!series->over && must_wait(series))
        pthread_cond_wait(&series->advanced, &series->lock);
    bool wanted = !series->over && series->next_to_play < series->plan->end;
    if (wanted)
        *number = series->next_to_play++;
    pthread_mutex_unlock(&series->lock);
    return wanted;
}

static void *result_of(const Series *series, uint64_t number) {
    return series->results + number % series->slots * series->plan->result_size;
}

/* Hands in a game that was taken, and all that have waited for it. */
static void give(Series *series, uint64_t number) {
    const SeriesPlan *plan = series->plan;
    pthread_mutex_lock(&series->lock);
    series->filled[number % series->slots] = true;
    for (;;) {
        const uint64_t next = series->next_to_accept;
        if (series->over || !series->filled[next % series->slots])
            break;
        series->filled[next % series->slots] = false;
        if (!plan->accept(plan->context, next, result_of(series, next)))
            atomic_store(&series->over, true);
        series->next_to_accept++;
    }
    pthread_cond_broadcast(&series->advanced);
    pthread_mutex_unlock(&series->lock);
}

bool series_is_over(Series *series) {
    pthread_mutex_lock(&series->lock);
    const bool over = series->over || series->next_to_accept >= series->plan->end;
    pthread_mutex_unlock(&series->lock);
    return over;
}

bool series_try_take(Series *series, uint64_t *number) {
    pthread_mutex_lock(&series->lock);
    const bool wanted =
        !series->over && !must_wait(series) && series->next_to_play < series->plan->end;
    if (wanted)
        *number = series->next_to_play++;
    pthread_mutex_unlock(&series->lock);
    return wanted;
}

void series_hand_in(Series *series, uint64_t number, const void *result) {
    memcpy(result_of(series, number), result, series->plan->result_size);
    give(series, number);
}

void series_lack_openings(Series *series) {
    atomic_store(&series->lacks_openings, true);
    stop(series);
}

static void *deal(void *argument) {
    Series *series = argument;
    series->plan->deal(series->plan->deal_context, series);
    return NULL;
}

/* What each thread does. */
static void play_games(Series *series, PlayTable *table) {
    const SeriesPlan *plan = series->plan;
    table->must_stop = must_stop;
    table->context = series;
    uint64_t number;
    while (take(series, &number)) {
        PlayStatus status = plan->play(plan->context, table, number, result_of(series, number));
        if (status == PLAY_DONE)
            give(series, number);
        if (status == PLAY_NO_OPENING)
            series_lack_openings(series);
    }
}

/* Plays at all tables at once. False without a thread for those who deal. */
static bool play_all(Series *series, PlayTable **tables, int threads) {
    pthread_t dealer;
    if (series->plan->deal && pthread_create(&dealer, NULL, deal, series) != 0)
        return false;
#ifdef _OPENMP
#pragma omp parallel for num_threads(threads) schedule(static, 1)
#endif
    for (int i = 0; i < threads; i++)
        play_games(series, tables[i]);
    if (series->plan->deal)
        pthread_join(dealer, NULL);
    return true;
}

bool series_play(const SeriesPlan *plan, Reason *error) {
    const int threads = plan->settings->threads;
    Series series = {.plan = plan};
    PlayTable **tables = calloc((size_t)threads, sizeof(PlayTable *));
    bool complete = begin(&series) && tables;
    for (int i = 0; complete && i < threads; i++) {
        tables[i] = play_create_table(plan->settings, plan->engines, plan->limits);
        complete = tables[i];
    }
    complete = complete && play_all(&series, tables, threads);
    for (int i = 0; tables && i < threads; i++)
        play_destroy_table(tables[i]);
    free(tables);
    finish(&series);
    if (!complete)
        return reason_set(error, "no memory for the engines");
    return !series.lacks_openings ||
           reason_set(error, "no opening could be found that is not decided at once");
}
