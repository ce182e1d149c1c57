#include "search/outbox.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* What goes in comes out in order, and what finds no room is lost, whole. */

#define MANY 200000

static void a_full_one_loses_the_newest(void **state) {
    (void)state;
    static Outbox outbox;
    TableRecord records[OUTBOX_SIZE + 10];
    for (uint64_t i = 0; i < OUTBOX_SIZE + 5; i++)
        outbox_put(&outbox, &(TableRecord){i, ~i});
    assert_int_equal(outbox_take(&outbox, records, 100), 100);
    assert_int_equal(outbox_take(&outbox, records + 100, OUTBOX_SIZE), OUTBOX_SIZE - 100);
    assert_int_equal(outbox_take(&outbox, records, 1), 0);
    for (uint64_t i = 0; i < OUTBOX_SIZE; i++) {
        assert_int_equal(records[i].key, i);
        assert_int_equal(records[i].data, ~i);
    }
    outbox_put(&outbox, &(TableRecord){77, 78});
    assert_int_equal(outbox_take(&outbox, records, 9), 1);
    assert_int_equal(records[0].key, 77);
}

typedef struct Filler {
    Outbox outbox;
    _Atomic bool done;
} Filler;

static void *fill(void *argument) {
    Filler *filler = argument;
    for (uint64_t i = 1; i <= MANY; i++)
        outbox_put(&filler->outbox, &(TableRecord){i, i * i});
    atomic_store(&filler->done, true);
    return NULL;
}

static void no_record_is_torn(void **state) {
    (void)state;
    static Filler filler;
    pthread_t thread;
    uint64_t last = 0;
    TableRecord records[64];
    assert_int_equal(pthread_create(&thread, NULL, fill, &filler), 0);
    for (bool done = false; !done;) {
        done = atomic_load(&filler.done); /* what was put before is taken once more */
        const int count = outbox_take(&filler.outbox, records, 64);
        done = done && count == 0;
        for (int i = 0; i < count; i++) {
            assert_true(records[i].key > last);
            last = records[i].key;
            assert_int_equal(records[i].data, last * last);
        }
    }
    pthread_join(thread, NULL);
    assert_true(last > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_full_one_loses_the_newest),
        cmocka_unit_test(no_record_is_torn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
