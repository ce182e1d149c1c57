#include "../chess/support.h"
#include "search/tunables.h"
#include "team/exchange.h"

/* Entries that arrive are in the table of the search that runs, and in no other. */

typedef struct Message {
    uint64_t network;
    TableRecord record;
} Message;

static Message message_of(uint64_t network, uint64_t key) {
    const TableEntry entry = {.move = 5, .score = 40, .depth = 12, .bound = BOUND_EXACT};
    return (Message){network, tt_record(key, 0, &entry)};
}

static void receive(Exchange *exchange, Message message, size_t size) {
    const ClusterMessage arrived = {.rank = 1, .size = size, .bytes = (char *)&message};
    exchange_receive(exchange, &arrived);
}

static bool holds(const TranspositionTable *table, uint64_t key) {
    TableEntry entry;
    return tt_probe(table, key, 0, &entry);
}

/* An exchange of a lone rank, and the table of the search. */
typedef struct Bench {
    Exchange exchange;
    Cluster *cluster;
    TranspositionTable *table;
} Bench;

static int set_up(void **state) {
    static Bench bench;
    Reason reason;
    bench.cluster = cluster_begin(&reason);
    bench.table = tt_create(1, NULL);
    *state = &bench;
    const bool begun =
        bench.cluster && bench.table && exchange_init(&bench.exchange, bench.cluster);
    bench.exchange.names_are_new = false;
    bench.exchange.any_wanted = true; /* as if there were others */
    return begun ? 0 : -1;
}

static int tear_down(void **state) {
    Bench *bench = *state;
    exchange_destroy(&bench->exchange);
    tt_destroy(bench->table);
    cluster_end(bench->cluster);
    return 0;
}

static void entries_are_for_the_search_that_runs(void **state) {
    Bench *bench = *state;
    Exchange *exchange = &bench->exchange;
    receive(exchange, message_of(9, 100), sizeof(Message)); /* before the first one */
    assert_non_null(exchange_begin(exchange, bench->table, 0, 3, 9));
    receive(exchange, message_of(9, 101), sizeof(Message));
    receive(exchange, message_of(8, 102), sizeof(Message)); /* another network */
    receive(exchange, message_of(9, 103), sizeof(Message) - 1);
    receive(exchange, message_of(9, 104), 3);
    exchange_stop(exchange);
    receive(exchange, message_of(9, 105), sizeof(Message));
    for (uint64_t key = 100; key <= 105; key++)
        assert_int_equal(holds(bench->table, key), key == 101);
}

/* Twice the workers are told of half as much each. */
static void many_workers_tell_less(void **state) {
    Bench *bench = *state;
    Exchange *exchange = &bench->exchange;
    assert_int_equal(exchange_begin(exchange, bench->table, 0, 8, 9)->least_depth, EXCHANGE_DEPTH);
    assert_int_equal(exchange_begin(exchange, bench->table, 0, 16, 9)->least_depth,
                     EXCHANGE_DEPTH + 2);
    assert_int_equal(exchange_begin(exchange, bench->table, 0, 64, 9)->least_depth,
                     EXCHANGE_DEPTH + 6);
}

static void outboxes_begin_empty(void **state) {
    Bench *bench = *state;
    Exchange *exchange = &bench->exchange;
    TableRecord records[2];
    for (int workers = 1; workers <= 4; workers++) {
        Outbox *outboxes = exchange_begin(exchange, bench->table, 0, workers, 9);
        for (int i = 0; i < workers; i++) {
            assert_int_equal(outboxes[i].least_depth, EXCHANGE_DEPTH);
            assert_int_equal(outbox_take(&outboxes[i], records, 2), 0);
            outbox_put(&outboxes[i], &(TableRecord){1, 2});
        }
        if (workers == 4) {
            exchange_send(exchange);
            assert_int_equal(outbox_take(&outboxes[3], records, 2), 0);
        }
        exchange_stop(exchange);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(entries_are_for_the_search_that_runs, set_up, tear_down),
        cmocka_unit_test_setup_teardown(outboxes_begin_empty, set_up, tear_down),
        cmocka_unit_test_setup_teardown(many_workers_tell_less, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
