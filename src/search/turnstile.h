#pragma once

#include <pthread.h>
#include <stdbool.h>

typedef struct TurnstileWaiter TurnstileWaiter;

/* Lets a few of many threads work at a time; the others sleep until their turn comes, in the order
 * in which they came. A kernel that is fair to more busy threads than processors lets one that must
 * answer at once, of this program or of the GUI, wait for milliseconds, and with hundreds of
 * threads now and then for seconds. */
typedef struct Turnstile {
    pthread_mutex_t lock;
    bool open;                   /* guarded by lock, like the rest: nobody has to wait any more */
    int seats;                   /* that are free */
    TurnstileWaiter *first;      /* the queue; NULL when nobody waits */
    TurnstileWaiter **last_next; /* where the next one is hung in */
} Turnstile;

/* Open. */
void turnstile_init(Turnstile *turnstile);
void turnstile_destroy(Turnstile *turnstile);

/* From now on so many (at least 1) may work at a time. To be called while nobody works or waits. */
void turnstile_close(Turnstile *turnstile, int seats);

/* Lets everybody through. Those who wait are woken on the free seats, and the next as each of them
 * leaves. Any thread. */
void turnstile_open(Turnstile *turnstile);

/* Waits for a seat. By the thread that is to have it. */
void turnstile_enter(Turnstile *turnstile);

/* Gives the seat to the first who waits; with hand_on false only once the turnstile is open. By the
 * thread that has it. */
void turnstile_leave(Turnstile *turnstile, bool hand_on);

/* The same, if somebody waits, and queues for another. */
void turnstile_pass(Turnstile *turnstile);
