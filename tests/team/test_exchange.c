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
    return (Message){network, table_record(key, 0, &entry)};
}

static void receive(Exchange *exchange, Message message, size_t size) {
    const ClusterMessage arrived = {.rank = 1, .size = size, .bytes = (char *)&message};
    exchange_receive(exchange, &arrived);
}

static bool holds(const TranspositionTable *table, uint64_t key) {
    TableEntry entry;
    return table_probe(table, key, 0, &entry);
}

static void entries_are_for_the_search_that_runs(void **state) {
    (void)state;
    Reason reason;
    Exchange exchange;
    Cluster *cluster = cluster_begin(&reason);
    TranspositionTable *table = table_create(1, NULL);
    exchange_init(&exchange, cluster);
    receive(&exchange, message_of(9, 100), sizeof(Message)); /* before the first one */
    assert_non_null(exchange_begin(&exchange, table, 3, 9));
    receive(&exchange, message_of(9, 101), sizeof(Message));
    receive(&exchange, message_of(8, 102), sizeof(Message)); /* another network */
    receive(&exchange, message_of(9, 103), sizeof(Message) - 1);
    receive(&exchange, message_of(9, 104), 3);
    exchange_stop(&exchange);
    receive(&exchange, message_of(9, 105), sizeof(Message));
    for (uint64_t key = 100; key <= 105; key++)
        assert_int_equal(holds(table, key), key == 101);
    exchange_destroy(&exchange);
    table_destroy(table);
    cluster_end(cluster);
}

/* Twice the workers are told of half as much each. */
static void many_workers_tell_less(void **state) {
    (void)state;
    Reason reason;
    Exchange exchange;
    Cluster *cluster = cluster_begin(&reason);
    TranspositionTable *table = table_create(1, NULL);
    exchange_init(&exchange, cluster);
    assert_int_equal(exchange_begin(&exchange, table, 8, 9)->least_depth, EXCHANGE_DEPTH);
    assert_int_equal(exchange_begin(&exchange, table, 16, 9)->least_depth, EXCHANGE_DEPTH + 2);
    assert_int_equal(exchange_begin(&exchange, table, 64, 9)->least_depth, EXCHANGE_DEPTH + 6);
    exchange_destroy(&exchange);
    table_destroy(table);
    cluster_end(cluster);
}

static void outboxes_begin_empty(void **state) {
    (void)state;
    Reason reason;
    Exchange exchange;
    TableRecord records[2];
    const bool lost = false;
    Cluster *cluster = cluster_begin(&reason);
    TranspositionTable *table = table_create(1, NULL);
    exchange_init(&exchange, cluster);
    for (int workers = 1; workers <= 4; workers++) {
        Outbox *outboxes = exchange_begin(&exchange, table, workers, 9);
        for (int i = 0; i < workers; i++) {
            assert_int_equal(outboxes[i].least_depth, EXCHANGE_DEPTH);
            assert_int_equal(outbox_take(&outboxes[i], records, 2), 0);
            outbox_put(&outboxes[i], &(TableRecord){1, 2});
        }
        if (workers == 4) {
            exchange_send(&exchange, &lost);
            assert_int_equal(outbox_take(&outboxes[3], records, 2), 0);
        }
        exchange_stop(&exchange);
    }
    exchange_destroy(&exchange);
    table_destroy(table);
    cluster_end(cluster);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entries_are_for_the_search_that_runs),
        cmocka_unit_test(outboxes_begin_empty),
        cmocka_unit_test(many_workers_tell_less),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
