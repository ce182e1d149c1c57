#include "search/position_values.h"

#include "../chess/support.h"
#include "base/random.h"

enum { KEYS = 500, ROUNDS = 20000 };

/* Few low bits, so that keys collide. */
static uint64_t key_of(int index) {
    uint64_t state = (uint64_t)index;
    return (random_next(&state) & ~(uint64_t)0xFFFF) | (uint64_t)(index % 7);
}

static void it_is_a_map(void **state) {
    (void)state;
    PositionValues *values = position_values_create();
    assert_non_null(values);
    bool known[KEYS] = {false};
    Score expected[KEYS] = {0};
    uint64_t random = 1;
    int count = 0;
    for (int round = 0; round < ROUNDS; round++) {
        int index = (int)random_scale(random_next(&random), KEYS);
        if (random_next(&random) % 2) {
            expected[index] = (Score)random_scale(random_next(&random), 20001) - 10000;
            assert_true(position_values_set(values, key_of(index), expected[index]));
            count += !known[index];
            known[index] = true;
        } else {
            assert_int_equal(position_values_remove(values, key_of(index)), known[index]);
            count -= known[index];
            known[index] = false;
        }
        assert_int_equal(position_values_count(values), count);
        if (round % 100 != 0)
            continue;
        for (int i = 0; i < KEYS; i++) {
            Score found = 12345;
            assert_int_equal(position_values_find(values, key_of(i), &found), known[i]);
            assert_int_equal(found, known[i] ? expected[i] : 12345);
        }
    }
    position_values_clear(values);
    Score none;
    assert_int_equal(position_values_count(values), 0);
    assert_false(position_values_find(values, key_of(1), &none));
    assert_false(position_values_remove(values, key_of(1)));
    assert_true(position_values_set(values, 0, 7));
    assert_true(position_values_find(values, 0, &none));
    assert_int_equal(none, 7);
    position_values_destroy(values);
    position_values_destroy(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(it_is_a_map)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
