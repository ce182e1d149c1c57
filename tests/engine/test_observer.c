#include "../chess/support.h"
#include "base/compiler.h"
#include "engine/engine_insider.h"
#include "search/observer.h"

/* Who learns from a search is told what its nodes are worth. */

#define LEAST_DEPTH 3

typedef struct Notes {
    int count;
    int of_bound[4];
    int deepest;
    uint64_t keys; /* of their positions, in order */
} Notes;

static void note(void *context, const NodeReport *report) {
    Notes *notes = context;
    const Position *position = report->position;
    assert_true(report->depth >= LEAST_DEPTH);
    assert_true(report->bound >= BOUND_UPPER && report->bound <= BOUND_EXACT);
    assert_true(report->score > -SCORE_INFINITE && report->score < SCORE_INFINITE);
    assert_true(report->best == MOVE_NONE || movegen_is_legal(position, report->best));
    notes->count++;
    notes->of_bound[report->bound]++;
    notes->deepest = report->depth > notes->deepest ? report->depth : notes->deepest;
    notes->keys = notes->keys * 3 + position->key;
}

static Notes search(Engine *engine, const NodeObserver *observer, Notes *notes) {
    *notes = (Notes){0};
    engine_new_game(engine);
    engine_set_observer(engine, observer);
    engine_find(engine, (SearchLimits){.nodes = 20000});
    return *notes;
}

static void nodes_are_told(void **state) {
    (void)state;
    Notes notes;
    const NodeObserver observer = {&notes, LEAST_DEPTH, note};
    Engine *engine = engine_create();
    assert_non_null(engine);
    const Notes first = search(engine, &observer, &notes);
    assert_in_range(first.count, 100, 10000);
    assert_true(first.of_bound[BOUND_EXACT] > 0);
    assert_true(first.of_bound[BOUND_LOWER] > 10 * first.of_bound[BOUND_EXACT]);
    assert_true(first.of_bound[BOUND_UPPER] > 10 * first.of_bound[BOUND_EXACT]);
    assert_true(first.deepest > 2 * LEAST_DEPTH);
    const Notes again = search(engine, &observer, &notes);
    assert_true(again.keys == first.keys);
    assert_int_equal(search(engine, NULL, &notes).count, 0);
    engine_destroy(engine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nodes_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
