#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#include "../chess/support.h"
#include "base/clock.h"
#include "search/current_line.h"

/* A line that says by itself whether it is whole: so many moves, all the same. */
static int make_line(uint32_t number, Move moves[MAX_PLY + 1]) {
    const int length = 1 + (int)(number * 7 % (MAX_PLY + 1));
    for (int i = 0; i < length; i++)
        moves[i] = (Move)(number | 1);
    return length;
}

static bool is_line(const MoveLine *line, uint32_t number) {
    Move moves[MAX_PLY + 1];
    return line->length == make_line(number, moves) &&
           memcmp(line->moves, moves, (size_t)line->length * sizeof(Move)) == 0;
}

static void answer(CurrentLine *line, const _Atomic uint32_t *requests, uint32_t number) {
    Move moves[MAX_PLY + 1];
    const int length = make_line(number, moves);
    current_line_answer(line, requests, moves, length);
}

static void nothing_is_answered_unasked(void **state) {
    (void)state;
    static CurrentLine line;
    _Atomic uint32_t requests = 0;
    MoveLine read;
    current_line_reset(&line);
    assert_false(current_line_is_asked(&line, &requests));
    assert_false(current_line_read(&line, &read));
}

static void each_request_is_answered_once(void **state) {
    (void)state;
    static CurrentLine line;
    _Atomic uint32_t requests = 0;
    MoveLine read;
    current_line_reset(&line);
    for (uint32_t i = 1; i <= 600; i++) {
        current_line_ask(&requests);
        if (i % 5 == 0)
            current_line_ask(&requests);
        assert_true(current_line_is_asked(&line, &requests));
        answer(&line, &requests, i);
        assert_false(current_line_is_asked(&line, &requests));
        assert_true(current_line_read(&line, &read));
        assert_true(is_line(&read, i));
    }
}

static void what_was_read_stays_while_the_worker_answers(void **state) {
    (void)state;
    static CurrentLine line;
    _Atomic uint32_t requests = 0;
    MoveLine read;
    current_line_reset(&line);
    current_line_ask(&requests);
    answer(&line, &requests, 1);
    for (uint32_t i = 2; i < 50; i++) {
        current_line_ask(&requests);
        assert_true(current_line_read(&line, &read));
        assert_true(is_line(&read, i - 1));
        answer(&line, &requests, i);
        assert_true(is_line(&read, i - 1));
    }
}

static void a_reset_forgets(void **state) {
    (void)state;
    static CurrentLine line;
    _Atomic uint32_t requests = 0;
    MoveLine read;
    current_line_reset(&line);
    current_line_ask(&requests);
    answer(&line, &requests, 3);
    current_line_reset(&line);
    atomic_store(&requests, 0);
    assert_false(current_line_is_asked(&line, &requests));
    assert_false(current_line_read(&line, &read));
}

typedef struct Meeting {
    CurrentLine line;
    _Atomic uint32_t requests;
    _Atomic bool over;
    uint32_t answers;
} Meeting;

static void *work(void *argument) {
    Meeting *meeting = argument;
    while (!atomic_load_explicit(&meeting->over, memory_order_relaxed)) {
        if (current_line_is_asked(&meeting->line, &meeting->requests))
            answer(&meeting->line, &meeting->requests, ++meeting->answers);
        else
            sched_yield();
    }
    return NULL;
}

/* The reader sees whole lines only, never an older one after a newer. Since it last looked, the
 * worker may have answered three requests: one before that it was busy with, the one then and the
 * one now. The sanitizer for threads watches. */
static void a_reader_and_a_worker_meet(void **state) {
    (void)state;
    static Meeting meeting;
    current_line_reset(&meeting.line);
    pthread_t worker;
    assert_int_equal(pthread_create(&worker, NULL, work, &meeting), 0);
    uint32_t last = 0;
    int broken = 0;
    const int64_t latest = clock_now_us() + 20000000;
    while (last < 20000 && (last < 1000 || clock_now_us() < latest)) {
        MoveLine read;
        current_line_ask(&meeting.requests);
        bool answered = current_line_read(&meeting.line, &read);
        if (!answered || is_line(&read, last)) {
            sched_yield(); /* the worker may have no other processor */
            continue;
        }
        uint32_t number = last + 1;
        while (number <= last + 3 && !is_line(&read, number))
            number++;
        broken += number > last + 3;
        last = number;
    }
    atomic_store(&meeting.over, true);
    pthread_join(worker, NULL);
    assert_int_equal(broken, 0);
    assert_true(last >= 1000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_answered_unasked),
        cmocka_unit_test(each_request_is_answered_once),
        cmocka_unit_test(what_was_read_stays_while_the_worker_answers),
        cmocka_unit_test(a_reset_forgets),
        cmocka_unit_test(a_reader_and_a_worker_meet),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
