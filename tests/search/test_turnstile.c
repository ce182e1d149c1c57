#include "../chess/support.h"

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

#include "search/turnstile.h"

#define THREADS 40
#define SEATS   3
#define TURNS   20

typedef struct Hall {
    Turnstile turnstile;
    _Atomic bool stop;
    _Atomic int inside;
    _Atomic int most_inside;
    _Atomic int turns[THREADS];
    _Atomic int left;
} Hall;

typedef struct Guest {
    Hall *hall;
    int index;
} Guest;

static void come_in(Hall *hall) {
    int inside = atomic_fetch_add(&hall->inside, 1) + 1;
    int most = atomic_load(&hall->most_inside);
    while (inside > most && !atomic_compare_exchange_weak(&hall->most_inside, &most, inside))
        continue;
}

/* Takes turns until the stop. */
static void *visit(void *argument) {
    Guest *guest = argument;
    Hall *hall = guest->hall;
    turnstile_enter(&hall->turnstile);
    while (!atomic_load(&hall->stop)) {
        come_in(hall);
        atomic_fetch_add(&hall->turns[guest->index], 1);
        usleep(50);
        atomic_fetch_sub(&hall->inside, 1);
        turnstile_pass(&hall->turnstile);
    }
    turnstile_leave(&hall->turnstile, false);
    atomic_fetch_add(&hall->left, 1);
    return NULL;
}

static void start_guests(Hall *hall, pthread_t *threads, Guest *guests) {
    for (int i = 0; i < THREADS; i++) {
        guests[i] = (Guest){hall, i};
        assert_int_equal(pthread_create(&threads[i], NULL, visit, &guests[i]), 0);
    }
}

static void everyone_has_turns_and_few_at_a_time(void **state) {
    (void)state;
    static Hall hall;
    pthread_t threads[THREADS];
    Guest guests[THREADS];
    turnstile_init(&hall.turnstile);
    turnstile_close(&hall.turnstile, SEATS);
    start_guests(&hall, threads, guests);
    for (int i = 0; i < THREADS; i++) {
        while (atomic_load(&hall.turns[i]) < TURNS)
            usleep(1000);
    }
    atomic_store(&hall.stop, true);
    /* Those with a seat leave; nobody is called in their place before the doors open. */
    while (atomic_load(&hall.left) < SEATS)
        usleep(1000);
    usleep(20000);
    assert_int_equal(atomic_load(&hall.left), SEATS);
    turnstile_open(&hall.turnstile);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    assert_int_equal(atomic_load(&hall.left), THREADS);
    assert_in_range(atomic_load(&hall.most_inside), 1, SEATS);
    turnstile_destroy(&hall.turnstile);
}

static void a_seat_that_is_handed_on_is_taken(void **state) {
    (void)state;
    static Hall hall;
    pthread_t thread;
    Guest guest = {&hall, 0};
    turnstile_init(&hall.turnstile);
    turnstile_close(&hall.turnstile, 1);
    turnstile_enter(&hall.turnstile);
    assert_int_equal(pthread_create(&thread, NULL, visit, &guest), 0);
    usleep(20000);
    assert_int_equal(atomic_load(&hall.turns[0]), 0);
    turnstile_leave(&hall.turnstile, true);
    while (atomic_load(&hall.turns[0]) == 0)
        usleep(1000);
    atomic_store(&hall.stop, true);
    pthread_join(thread, NULL);
    turnstile_enter(&hall.turnstile); /* the seat is free again */
    turnstile_leave(&hall.turnstile, true);
    turnstile_destroy(&hall.turnstile);
}

static void an_open_one_stops_nobody(void **state) {
    (void)state;
    Turnstile turnstile;
    turnstile_init(&turnstile);
    for (int i = 0; i < 5; i++)
        turnstile_enter(&turnstile);
    turnstile_pass(&turnstile);
    for (int i = 0; i < 5; i++)
        turnstile_leave(&turnstile, true);
    turnstile_destroy(&turnstile);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everyone_has_turns_and_few_at_a_time),
        cmocka_unit_test(a_seat_that_is_handed_on_is_taken),
        cmocka_unit_test(an_open_one_stops_nobody),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
