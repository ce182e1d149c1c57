#include "suite/hunt.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdlib.h>
#ifdef _OPENMP
#include <omp.h>
#endif

#include "base/random.h"
#include "cli/meter.h"

/* What one game is looked at for, and what that has led to. */
typedef struct Job {
    Kind kind;
    const ChainGame *game;
    uint64_t number; /* of the game */
    Verdict verdict;
    SuiteEntry entry;
} Job;

typedef struct Hunt {
    const FindSettings *settings;
    Pool *pool;
    const sigset_t *signals;
    _Atomic bool stopped;
    Examiner **examiners; /* one a thread */
    uint64_t total;       /* games that will be looked at */
    Meter meter;
    int game_count;
    int job_count;
    ChainGame *games; /* POOL_BATCH of them */
    Job *jobs;        /* KINDS for each game, those of a game together */
} Hunt;

static int this_thread(void) {
#ifdef _OPENMP
    return omp_get_thread_num();
#else
    return 0;
#endif
}

static bool must_stop(void *context) {
    Hunt *this = context;
    if (!atomic_load_explicit(&this->stopped, memory_order_relaxed) &&
        stop_signals_arrived(this->signals))
        atomic_store_explicit(&this->stopped, true, memory_order_relaxed);
    return atomic_load_explicit(&this->stopped, memory_order_relaxed);
}

/* A sequence for each game and suite that has nothing to do with those of its neighbours. */
static uint64_t random_of_job(uint64_t seed, const Job *job) {
    uint64_t state = random_next(&seed) ^ (job->number * KINDS + job->kind);
    return random_next(&state);
}

static void do_job(Hunt *this, Job *job) {
    uint64_t random = random_of_job(this->settings->seed, job);
    Candidate candidate;
    job->verdict = must_stop(this) ? VERDICT_STOPPED : VERDICT_NONE;
    if (job->verdict == VERDICT_STOPPED ||
        !candidate_choose(job->game, job->kind, this->settings->rules.tables, &random, &candidate))
        return;
    job->verdict = examiner_examine(this->examiners[this_thread()], &candidate, job->kind,
                                    must_stop, this, &job->entry);
    job->entry.game = job->number;
    snprintf(job->entry.id, sizeof job->entry.id, "%" PRIu64 "/%d", job->number, job->entry.ply);
}

/* Whether the suite is looked for and, as far as complete batches tell, lacks positions. */
static bool is_wanted(const Hunt *this, Kind kind) {
    return this->settings->kinds[kind] && this->pool->settled[kind] < this->settings->want;
}

static bool is_anything_wanted(const Hunt *this) {
    for (Kind kind = 0; kind < KINDS; kind++) {
        if (is_wanted(this, kind))
            return true;
    }
    return false;
}

/* Reads games up to the end of the batch, and makes the jobs; false when there are no more. */
static bool read_batch(Hunt *this, Games *games) {
    this->game_count = this->job_count = 0;
    uint64_t first = this->pool->games;
    uint64_t end = first - first % POOL_BATCH + POOL_BATCH;
    if (end > this->settings->games)
        end = this->settings->games;
    while (first + (uint64_t)this->game_count < end) {
        ChainGame *game = &this->games[this->game_count];
        if (!games_next(games, game))
            break;
        for (Kind kind = 0; kind < KINDS; kind++) {
            if (is_wanted(this, kind))
                this->jobs[this->job_count++] =
                    (Job){.kind = kind, .game = game, .number = first + (uint64_t)this->game_count};
        }
        this->game_count++;
    }
    return this->game_count > 0;
}

static double share_done(const Hunt *this) {
    double done = (double)this->pool->games / (double)(this->total > 0 ? this->total : 1);
    double found = 1;
    for (Kind kind = 0; kind < KINDS; kind++) {
        double share = (double)this->pool->found[kind] / (double)this->settings->want;
        if (this->settings->kinds[kind] && share < found)
            found = share;
    }
    return done > found ? done : found;
}

static void describe(const void *context, char *text, size_t size) {
    const Hunt *this = context;
    int length = snprintf(text, size, "%" PRIu64 " games", this->pool->games);
    for (Kind kind = 0; kind < KINDS; kind++) {
        if (this->settings->kinds[kind] && length >= 0 && (size_t)length < size)
            length += snprintf(text + length, size - (size_t)length, ", %" PRIu64 " %s",
                               this->pool->found[kind], kind_name(kind));
    }
}

/* Writes what the games have led to, up to the first that was not looked at entirely. */
static bool write_batch(Hunt *this) {
    uint64_t first = this->pool->games, complete = (uint64_t)this->game_count;
    for (int i = 0; i < this->job_count; i++) {
        const Job *job = &this->jobs[i];
        if (job->verdict == VERDICT_STOPPED && job->number - first < complete)
            complete = job->number - first;
    }
    for (int i = 0; i < this->job_count; i++) {
        const Job *job = &this->jobs[i];
        if (job->verdict == VERDICT_ENTRY && job->number - first < complete)
            pool_add(this->pool, &job->entry);
    }
    return complete == 0 || pool_complete(this->pool, first + complete);
}

static void do_batch(Hunt *this) {
#ifdef _OPENMP
#pragma omp parallel for schedule(dynamic, 1) num_threads(this->settings->resources.threads)
#endif
    for (int i = 0; i < this->job_count; i++) {
        do_job(this, &this->jobs[i]);
        if (this_thread() == 0)
            meter_update(&this->meter, share_done(this), describe, this);
    }
}

/* Passes over the games that the pool has seen already. */
static void skip_games(Games *games, uint64_t count, ChainGame *unused) {
    while (games->number < count && games_next(games, unused)) {
    }
}

static HuntEnd run(Hunt *this, Games *games) {
    skip_games(games, this->pool->games, &this->games[0]);
    meter_begin(&this->meter, stderr, share_done(this));
    HuntEnd end = HUNT_DONE;
    while (end == HUNT_DONE && is_anything_wanted(this) && read_batch(this, games)) {
        do_batch(this);
        if (!write_batch(this))
            end = HUNT_UNWRITABLE;
        else if (atomic_load_explicit(&this->stopped, memory_order_relaxed))
            end = HUNT_STOPPED;
    }
    meter_clear(&this->meter);
    return end;
}

HuntEnd hunt(const FindSettings *settings, Games *games, Pool *pool, const sigset_t *signals) {
    Hunt this = {.settings = settings, .pool = pool, .signals = signals};
    this.total = games->total < settings->games ? games->total : settings->games;
    this.games = aligned_alloc(_Alignof(ChainGame), POOL_BATCH * sizeof(ChainGame));
    this.jobs = aligned_alloc(_Alignof(Job), POOL_BATCH * KINDS * sizeof(Job));
    this.examiners = calloc((size_t)settings->resources.threads, sizeof(Examiner *));
    bool memory = this.games && this.jobs && this.examiners;
    for (int i = 0; memory && i < settings->resources.threads; i++) {
        this.examiners[i] = examiner_create(&settings->rules);
        memory = this.examiners[i] != NULL;
    }
    HuntEnd end = memory ? run(&this, games) : HUNT_NO_MEMORY;
    for (int i = 0; this.examiners && i < settings->resources.threads; i++)
        examiner_destroy(this.examiners[i]);
    free(this.examiners);
    free(this.jobs);
    free(this.games);
    return end;
}
