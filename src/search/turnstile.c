#include "search/turnstile.h"

#include <stddef.h>

struct TurnstileWaiter {
    TurnstileWaiter *next;
    pthread_cond_t wake;
    bool called;
};

void turnstile_init(Turnstile *turnstile) {
    *turnstile = (Turnstile){.open = true};
    turnstile->last_next = &turnstile->first;
    pthread_mutex_init(&turnstile->lock, NULL);
}

void turnstile_destroy(Turnstile *turnstile) {
    pthread_mutex_destroy(&turnstile->lock);
}

void turnstile_close(Turnstile *turnstile, int seats) {
    pthread_mutex_lock(&turnstile->lock);
    turnstile->open = false;
    turnstile->seats = seats;
    pthread_mutex_unlock(&turnstile->lock);
}

/* Wakes the first of the queue, which is not empty. The caller holds the lock. */
static void call_first(Turnstile *turnstile) {
    TurnstileWaiter *waiter = turnstile->first;
    turnstile->first = waiter->next;
    if (!turnstile->first)
        turnstile->last_next = &turnstile->first;
    waiter->called = true;
    pthread_cond_signal(&waiter->wake);
}

/* Sleeps at the end of the queue until called. The caller holds the lock. */
static void queue_up(Turnstile *turnstile) {
    TurnstileWaiter waiter = {.next = NULL};
    pthread_cond_init(&waiter.wake, NULL);
    *turnstile->last_next = &waiter;
    turnstile->last_next = &waiter.next;
    while (!waiter.called)
        pthread_cond_wait(&waiter.wake, &turnstile->lock);
    pthread_cond_destroy(&waiter.wake);
}

void turnstile_open(Turnstile *turnstile) {
    pthread_mutex_lock(&turnstile->lock);
    turnstile->open = true;
    for (; turnstile->first && turnstile->seats > 0; turnstile->seats--)
        call_first(turnstile);
    pthread_mutex_unlock(&turnstile->lock);
}

void turnstile_enter(Turnstile *turnstile) {
    pthread_mutex_lock(&turnstile->lock);
    if (!turnstile->open) {
        if (turnstile->seats > 0)
            turnstile->seats--;
        else
            queue_up(turnstile);
    }
    pthread_mutex_unlock(&turnstile->lock);
}

void turnstile_leave(Turnstile *turnstile, bool hand_on) {
    pthread_mutex_lock(&turnstile->lock);
    if (turnstile->first && (hand_on || turnstile->open))
        call_first(turnstile);
    else
        turnstile->seats++;
    pthread_mutex_unlock(&turnstile->lock);
}

void turnstile_pass(Turnstile *turnstile) {
    pthread_mutex_lock(&turnstile->lock);
    if (turnstile->first && !turnstile->open) {
        call_first(turnstile);
        queue_up(turnstile);
    }
    pthread_mutex_unlock(&turnstile->lock);
}
