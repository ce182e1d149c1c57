#include "tools/scale/probe.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/compiler.h"
#include "base/random.h"
#include "machine/thread_binding.h"

/* Reads between two looks at the clock. */
#define BATCH 1024

/* Between two looks for signals. */
#define PATIENCE_US 20000

/* Chains of reads that SCALE_READ_BUNDLE has under way at once: about what a core can wait for. */
#define BUNDLE 8

/* What the threads of one measurement have in common. */
typedef struct Probing {
    ScaleProbe probe;
    MemoryBlock *block;
    int threads;
    int64_t duration_us;
    StopSignals *signals;
    _Atomic bool is_stopped; /* by one of these */
    pthread_mutex_t gate;    /* locked until all threads are there; guards the next two */
    bool cancelled;
    int64_t start_us; /* when the gate was opened */
} Probing;

typedef struct Prober {
    Probing *probing;
    int number; /* below `threads` */
    uint64_t state[BUNDLE];
    pthread_t thread;
    uint64_t amount; /* the results: of reads or bytes, */
    int64_t end_us;  /* when it was done, */
    double busy_ns;  /* the processor time it took, */
    bool failed;
} Prober;

/* One read somewhere in the block. The place depends on what the last read of this chain found,
 * which is always zero, but the processor does not know that. The state is a linear congruential
 * generator with D. Knuth's constants (MMIX), so as to add little to the time of the read. */
static inline uint64_t read_next(const volatile uint64_t *words, uint64_t lines, uint64_t state) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return state + words[random_scale(state, lines) * (CACHE_LINE / sizeof(uint64_t))];
}

static uint64_t read_batch(Prober *prober) {
    const volatile uint64_t *words = prober->probing->block->address;
    uint64_t lines = prober->probing->block->bytes / CACHE_LINE;
    if (prober->probing->probe == SCALE_READ_CHAIN) {
        for (int i = 0; i < BATCH; i++)
            prober->state[0] = read_next(words, lines, prober->state[0]);
        return BATCH;
    }
    uint64_t state[BUNDLE];
    memcpy(state, prober->state, sizeof state);
    for (int i = 0; i < BATCH / BUNDLE; i++) {
        for (int j = 0; j < BUNDLE; j++)
            state[j] = read_next(words, lines, state[j]);
    }
    memcpy(prober->state, state, sizeof state);
    return BATCH;
}

/* The thread's part of the block, which is nothing where there are more threads than pages. */
static size_t slice_of(const Prober *prober, void **start) {
    return memory_block_slice(prober->probing->block, prober->number, prober->probing->threads,
                              start);
}

static uint64_t clear_slice(const Prober *prober) {
    void *start;
    size_t bytes = slice_of(prober, &start);
    memset(start, 0, bytes);
    /* The same zeros again could be left out by a clever compiler. */
    __asm__ volatile("" : : "r"(start) : "memory");
    return bytes;
}

/* Until the time is up, and at least once. The first one looks for signals now and then. */
static void probe_for_a_while(Prober *prober) {
    Probing *probing = prober->probing;
    int64_t looked_us = probing->start_us;
    uint64_t amount;
    do {
        amount = probing->probe == SCALE_CLEAR ? clear_slice(prober) : read_batch(prober);
        prober->amount += amount;
        prober->end_us = clock_now_us();
        if (prober->number == 0 && prober->end_us - looked_us > PATIENCE_US) {
            looked_us = prober->end_us;
            if (stop_signals_arrived(probing->signals))
                atomic_store(&probing->is_stopped, true);
        }
    } while (amount > 0 && prober->end_us - probing->start_us < probing->duration_us &&
             !atomic_load_explicit(&probing->is_stopped, memory_order_relaxed));
}

static void touch_once(Prober *prober) {
    void *start;
    prober->failed =
        !memory_block_populate(prober->probing->block, prober->number, prober->probing->threads);
    prober->amount = slice_of(prober, &start);
    prober->end_us = clock_now_us();
}

static void *prober_main(void *argument) {
    Prober *prober = argument;
    pthread_mutex_lock(&prober->probing->gate);
    prober->failed = prober->probing->cancelled;
    pthread_mutex_unlock(&prober->probing->gate);
    if (prober->failed)
        return NULL;
    int64_t start_ns = clock_thread_ns();
    if (prober->probing->probe == SCALE_TOUCH)
        touch_once(prober);
    else
        probe_for_a_while(prober);
    prober->busy_ns = (double)(clock_thread_ns() - start_ns);
    return NULL;
}

/* Starts the threads, opens the gate, and returns how many threads there are then. */
static int start_probers(Probing *probing, Prober *probers, const Plan *plan) {
    int started = 0;
    pthread_mutex_lock(&probing->gate);
    while (started < probing->threads) {
        Prober *prober = &probers[started];
        ThreadPlace place = {.count = 0};
        if (plan->binding != PLAN_UNBOUND) {
            const PlanSet *set = &plan->sets[plan->workers[started].set];
            place = (ThreadPlace){.processors = set->pus, .count = set->pu_count};
        }
        if (binding_create_thread(&prober->thread, &place, prober_main, prober) ==
            BINDING_NO_THREAD)
            break;
        started++;
    }
    probing->cancelled = started < probing->threads;
    probing->start_us = clock_now_us();
    pthread_mutex_unlock(&probing->gate);
    return started;
}

/* Waits for the threads. Their rate counts from the opening of the gate to the end of the last. */
static bool finish_probers(const Probing *probing, Prober *probers, int started,
                           ScaleProbeResult *result) {
    bool good = !probing->cancelled;
    double amount = 0, busy_ns = 0;
    int64_t end_us = probing->start_us + 1;
    for (int i = 0; i < started; i++) {
        pthread_join(probers[i].thread, NULL);
        good = good && !probers[i].failed;
        amount += (double)probers[i].amount;
        busy_ns += probers[i].busy_ns;
        if (probers[i].end_us > end_us)
            end_us = probers[i].end_us;
    }
    result->per_second = amount * 1e6 / (double)(end_us - probing->start_us);
    result->ns_each = busy_ns / (amount > 0 ? amount : 1);
    return good;
}

bool scale_probe_run(ScaleProbe probe, MemoryBlock *block, const Plan *plan, int threads,
                     int64_t milliseconds, StopSignals *signals, ScaleProbeResult *result) {
    Prober *probers = calloc((size_t)threads, sizeof *probers);
    if (!probers)
        return false;
    Probing probing = {
        .probe = probe,
        .block = block,
        .threads = threads,
        .duration_us = milliseconds * 1000,
        .signals = signals,
        .gate = PTHREAD_MUTEX_INITIALIZER,
    };
    uint64_t seed = 1;
    for (int i = 0; i < threads; i++) {
        probers[i].probing = &probing;
        probers[i].number = i;
        for (int j = 0; j < BUNDLE; j++)
            probers[i].state[j] = random_next(&seed);
    }
    int started = start_probers(&probing, probers, plan);
    bool good = finish_probers(&probing, probers, started, result);
    pthread_mutex_destroy(&probing.gate);
    free(probers);
    return good && !stop_signals_arrived(signals);
}
