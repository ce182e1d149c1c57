#include "play/series.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/threads.h"
#include "cli/stop_signals.h"
#include "cluster/dealer.h"
#include "cluster/hand.h"

/* A game to be played. */
typedef struct Order {
    uint64_t number;
    char terms[]; /* aligned as the number is */
} Order;

/* A game that has been played, or could not be for want of an opening. */
typedef struct Outcome {
    uint64_t number;
    PlayStatus status;
    _Alignas(CACHE_LINE) char result[];
} Outcome;

/* What a thread plays at and with. */
typedef struct Seat {
    PlayTable *table;
    Order *order;
    Outcome *outcome;
} Seat;

typedef struct Series {
    const SeriesPlan *plan;
    Hand *hand; /* of a rank that plays for rank 0; NULL on rank 0, which has what follows */
    pthread_mutex_t lock;
    pthread_cond_t advanced; /* next_to_accept has grown, or it is over */
    _Atomic bool over;       /* changed under the lock */
    _Atomic bool lacks_openings;
    uint64_t next_to_play;
    uint64_t next_to_accept;
    uint64_t slots; /* game n has slot n modulo their number */
    char *results;
    bool *filled;
    Outcome *arrived; /* from another rank */
} Series;

static size_t order_size(const SeriesPlan *plan) {
    return sizeof(Order) + plan->terms_size;
}

static size_t round_up(size_t bytes) {
    return (bytes + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE;
}

static size_t outcome_size(const SeriesPlan *plan) {
    return round_up(sizeof(Outcome) + plan->result_size);
}

static bool begin(Series *series) {
    const SeriesPlan *plan = series->plan;
    series->next_to_play = series->next_to_accept = plan->first;
    series->slots = (uint64_t)plan->round * (uint64_t)plan->window;
    series->results = memory_allocate(CACHE_LINE, round_up(series->slots * plan->result_size));
    series->filled = calloc(series->slots, sizeof *series->filled);
    series->arrived = memory_allocate(CACHE_LINE, outcome_size(plan));
    pthread_mutex_init(&series->lock, NULL);
    pthread_cond_init(&series->advanced, NULL);
    return series->results && series->filled && series->arrived;
}

static void finish(Series *series) {
    pthread_cond_destroy(&series->advanced);
    pthread_mutex_destroy(&series->lock);
    memory_free(series->arrived);
    memory_free(series->results);
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
    if (series->hand)
        return hand_is_over(series->hand);
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

/* The next game to be played; false when no more are wanted. The caller holds the lock. */
static bool take_next(Series *series, Order *order) {
    const SeriesPlan *plan = series->plan;
    if (series->over || series->next_to_play >= plan->end)
        return false;
    order->number = series->next_to_play++;
    if (plan->set_terms)
        plan->set_terms(plan->context, order->number, order->terms);
    return true;
}

/* The same once it is not too far ahead. */
static bool await_next(Series *series, Order *order) {
    pthread_mutex_lock(&series->lock);
    while (!series->over && must_wait(series))
        pthread_cond_wait(&series->advanced, &series->lock);
    const bool wanted = take_next(series, order);
    pthread_mutex_unlock(&series->lock);
    return wanted;
}

static void *result_of(const Series *series, uint64_t number) {
    return series->results + number % series->slots * series->plan->result_size;
}

/* Accepts all games up to one that is missing. The caller holds the lock. */
static void accept_filled(Series *series) {
    const SeriesPlan *plan = series->plan;
    for (;;) {
        const uint64_t next = series->next_to_accept;
        if (series->over || !series->filled[next % series->slots])
            break;
        series->filled[next % series->slots] = false;
        if (!plan->accept(plan->context, next, result_of(series, next)))
            atomic_store(&series->over, true);
        series->next_to_accept++;
    }
}

/* Hands in a game that was taken. */
static void give(Series *series, const Outcome *outcome) {
    if (outcome->status == PLAY_NO_OPENING) {
        atomic_store(&series->lacks_openings, true);
        stop(series);
        return;
    }
    pthread_mutex_lock(&series->lock);
    memcpy(result_of(series, outcome->number), outcome->result, series->plan->result_size);
    series->filled[outcome->number % series->slots] = true;
    accept_filled(series);
    pthread_cond_broadcast(&series->advanced);
    pthread_mutex_unlock(&series->lock);
}

/* --- Games of other ranks --- */

static bool deal_next(void *context, void *order) {
    Series *series = context;
    pthread_mutex_lock(&series->lock);
    const bool dealt = !must_wait(series) && take_next(series, order);
    pthread_mutex_unlock(&series->lock);
    return dealt;
}

static void take_in(void *context, const void *outcome) {
    Series *series = context;
    memcpy(series->arrived, outcome, outcome_size(series->plan));
    give(series, series->arrived);
}

static bool goes_on(void *context, int out) {
    Series *series = context;
    (void)out;
    if (must_stop(series))
        return false;
    pthread_mutex_lock(&series->lock);
    const bool more = series->next_to_accept < series->plan->end;
    pthread_mutex_unlock(&series->lock);
    return more;
}

static void *deal(void *argument) {
    const Series *series = argument;
    const SeriesPlan *plan = series->plan;
    dealer_deal(&(Deal){.cluster = plan->settings->cluster,
                        .most = plan->settings->threads * DEALER_HELD,
                        .unit_size = order_size(plan),
                        .result_size = outcome_size(plan),
                        .take = deal_next,
                        .accept = take_in,
                        .goes_on = goes_on,
                        .context = argument});
    return NULL;
}

/* --- Threads --- */

/* What each thread does. */
static void play_games(Series *series, const Seat *seat) {
    const SeriesPlan *plan = series->plan;
    Outcome *outcome = seat->outcome;
    seat->table->must_stop = must_stop;
    seat->table->context = series;
    while (series->hand ? hand_take(series->hand, seat->order, order_size(plan))
                        : await_next(series, seat->order)) {
        outcome->number = seat->order->number;
        outcome->status = plan->play(plan->context, seat->table, outcome->number,
                                     seat->order->terms, outcome->result);
        if (outcome->status == PLAY_STOPPED)
            continue;
        if (series->hand)
            hand_give(series->hand, outcome, outcome_size(plan));
        else
            give(series, outcome);
    }
}

/* Plays at all seats at once. False without the threads for it. */
static bool play_all(Series *series, const Seat *seats, int threads) {
    const bool deals = !series->hand && cluster_size(series->plan->settings->cluster) > 1;
    pthread_t dealer;
    if (!threads_are_allowed(threads - 1) ||
        (deals && pthread_create(&dealer, NULL, deal, series) != 0))
        return false;
#ifdef _OPENMP
#pragma omp parallel for num_threads(threads) schedule(static, 1)
#endif
    for (int i = 0; i < threads; i++)
        play_games(series, &seats[i]);
    if (deals)
        pthread_join(dealer, NULL);
    return true;
}

static bool sit_down(Seat *seat, const SeriesPlan *plan) {
    *seat = (Seat){.table = play_create_table(plan->settings, plan->engines, plan->limits),
                   .order = malloc(order_size(plan)),
                   .outcome = memory_allocate(CACHE_LINE, outcome_size(plan))};
    return seat->table && seat->order && seat->outcome;
}

static void get_up(Seat *seat) {
    play_destroy_table(seat->table);
    free(seat->order);
    memory_free(seat->outcome);
}

/* False without memory or threads. */
static bool play_at_seats(Series *series) {
    const int threads = series->plan->settings->threads;
    Seat *seats = calloc((size_t)threads, sizeof *seats);
    bool complete = seats;
    for (int i = 0; complete && i < threads; i++)
        complete = sit_down(&seats[i], series->plan);
    complete = complete && play_all(series, seats, threads);
    for (int i = 0; seats && i < threads; i++)
        get_up(&seats[i]);
    free(seats);
    return complete;
}

/* On rank 0. */
static bool lead(Series *series, Reason *error) {
    const bool complete = begin(series) && play_at_seats(series);
    finish(series);
    if (!complete)
        return reason_set(error, "no memory or threads for the engines");
    return !series->lacks_openings ||
           reason_set(error, "no opening could be found that is not decided at once");
}

bool series_play(const SeriesPlan *plan, Reason *error) {
    Cluster *cluster = plan->settings->cluster;
    Series series = {.plan = plan};
    if (cluster_rank(cluster) == 0)
        return lead(&series, error);
    Hand hand;
    hand_begin(&hand, cluster);
    series.hand = &hand;
    const bool complete = play_at_seats(&series);
    hand_end(&hand);
    return complete || reason_set(error, "no memory or threads for the engines");
}
