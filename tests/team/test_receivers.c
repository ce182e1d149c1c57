#include "../chess/support.h"
#include "search/tunables.h"
#include "team/exchange.h"
#include "team/tags.h"

/* Who is sent entries, when some ranks have one table. The cluster is made up. */

#define RANKS 6

static int own_rank;
static int names_sent[RANKS];
static int entries_sent[RANKS];
static int unsent[RANKS];

/* What was sent to the last rank, one message behind the other. */
#define MESSAGES 4
static char messages[MESSAGES][8192];
static size_t sizes[MESSAGES];

int cluster_rank(const Cluster *cluster) {
    (void)cluster;
    return own_rank;
}

int cluster_size(const Cluster *cluster) {
    (void)cluster;
    return RANKS;
}

bool cluster_send(Cluster *cluster, int rank, int tag, const void *bytes, size_t size) {
    (void)cluster;
    if (tag == TAG_ENTRIES && rank == RANKS - 1 && entries_sent[rank] < MESSAGES) {
        assert_in_range(size, 1, sizeof messages[0]);
        memcpy(messages[entries_sent[rank]], bytes, size);
        sizes[entries_sent[rank]] = size;
    }
    names_sent[rank] += tag == TAG_NAME;
    entries_sent[rank] += tag == TAG_ENTRIES;
    return true;
}

int cluster_unsent(Cluster *cluster, int rank) {
    (void)cluster;
    return unsent[rank];
}

typedef struct Bench {
    Exchange exchange;
    TranspositionTable *table;
} Bench;

static int set_up(void **state) {
    static Bench bench;
    own_rank = 0;
    memset(names_sent, 0, sizeof names_sent);
    memset(entries_sent, 0, sizeof entries_sent);
    memset(unsent, 0, sizeof unsent);
    bench.table = tt_create(1, NULL);
    *state = &bench;
    return bench.table && exchange_init(&bench.exchange, NULL) ? 0 : -1;
}

static int tear_down(void **state) {
    Bench *bench = *state;
    exchange_destroy(&bench->exchange);
    tt_destroy(bench->table);
    return 0;
}

static void tell(Exchange *exchange, int rank, uint64_t name) {
    const ClusterMessage message = {.rank = rank, .size = sizeof name, .bytes = (char *)&name};
    exchange_receive_name(exchange, &message);
}

/* Has a worker offer an entry of that depth, if it is asked for, and sends it. */
static void send_entry(Bench *bench, Outbox *outbox, int depth) {
    memset(entries_sent, 0, sizeof entries_sent);
    if (depth >= outbox->least_depth)
        outbox_put(outbox, &(TableRecord){1, 2});
    bench->exchange.sent_us = 0;
    exchange_send(&bench->exchange);
}

static int sum(const int counts[RANKS]) {
    int total = 0;
    for (int rank = 0; rank < RANKS; rank++)
        total += counts[rank];
    return total;
}

static void without_names_all_are_sent_entries(void **state) {
    Bench *bench = *state;
    Outbox *outbox = exchange_begin(&bench->exchange, bench->table, 0, 1, 9);
    send_entry(bench, outbox, 20);
    assert_int_equal(sum(entries_sent), RANKS - 1);
    assert_int_equal(entries_sent[0], 0);
    assert_int_equal(sum(names_sent), 0);
}

/* Ranks 1 and 2 have one table, 3 to 5 another: each is sent what is found once. */
static void one_of_each_table_is_sent_entries(void **state) {
    Bench *bench = *state;
    Outbox *outbox = exchange_begin(&bench->exchange, bench->table, 0, 1, 9);
    for (int rank = 1; rank < RANKS; rank++)
        tell(&bench->exchange, rank, rank < 3 ? 70 : 80);
    send_entry(bench, outbox, 20);
    assert_int_equal(sum(entries_sent), 2);
    assert_int_equal(entries_sent[1] + entries_sent[2], 1);
}

/* Another one of its table takes the place of who is lost; one that had its own is sent nothing. */
static void who_is_lost_is_replaced(void **state) {
    Bench *bench = *state;
    Outbox *outbox = exchange_begin(&bench->exchange, bench->table, 70, 1, 9);
    for (int rank = 1; rank < RANKS; rank++)
        tell(&bench->exchange, rank, rank < 3 ? 70 : rank < 5 ? 80 : 0);
    send_entry(bench, outbox, 20);
    assert_int_equal(entries_sent[3], 1);
    assert_int_equal(entries_sent[5], 1);
    exchange_lose(&bench->exchange, 3);
    exchange_lose(&bench->exchange, 5);
    send_entry(bench, outbox, 20);
    assert_int_equal(entries_sent[4], 1);
    assert_int_equal(sum(entries_sent), 1);
}

/* Without fixtures of its own: each sender has a new exchange. */
static void senders_choose_different_ones(void **state) {
    int received[RANKS] = {0};
    for (int sender = 0; sender < 3; sender++) {
        assert_int_equal(set_up(state), 0);
        Bench *bench = *state;
        own_rank = sender;
        Outbox *outbox = exchange_begin(&bench->exchange, bench->table, 70, 1, 9);
        for (int rank = 0; rank < RANKS; rank++)
            tell(&bench->exchange, rank, rank < 3 ? 70 : 80);
        send_entry(bench, outbox, 20);
        for (int rank = 0; rank < RANKS; rank++)
            received[rank] += entries_sent[rank];
        tear_down(state);
    }
    for (int rank = 0; rank < RANKS; rank++)
        assert_int_equal(received[rank], rank >= 3);
}

/* Workers are not even asked for entries; with the first rank that has another table they are. */
static void those_with_one_table_are_sent_nothing(void **state) {
    Bench *bench = *state;
    Outbox *outbox = exchange_begin(&bench->exchange, bench->table, 70, 1, 9);
    assert_false(exchange_is_settled(&bench->exchange));
    for (int rank = 1; rank < RANKS; rank++)
        tell(&bench->exchange, rank, 70);
    send_entry(bench, outbox, 0);
    assert_true(outbox->least_depth > MAX_PLY);
    send_entry(bench, outbox, 20);
    assert_int_equal(sum(entries_sent), 0);
    outbox = exchange_begin(&bench->exchange, bench->table, 70, 1, 9);
    assert_true(outbox->least_depth > MAX_PLY);
    assert_true(exchange_is_settled(&bench->exchange));
    tell(&bench->exchange, 4, 0);
    send_entry(bench, outbox, 0);
    send_entry(bench, outbox, 20);
    assert_int_equal(sum(entries_sent), 1);
    assert_int_equal(entries_sent[4], 1);
}

/* Whatever its number is beside those of others that have its table. */
static void who_has_the_same_table_is_no_receiver(void **state) {
    Bench *bench = *state;
    own_rank = 1;
    Outbox *outbox = exchange_begin(&bench->exchange, bench->table, 70, 1, 9);
    for (int rank = 0; rank < RANKS; rank++)
        tell(&bench->exchange, rank, rank == 1 || rank == 3 ? 70 : 80);
    send_entry(bench, outbox, 20);
    assert_int_equal(entries_sent[3], 0);
    assert_int_equal(sum(entries_sent), 1);
}

static void all_are_told_of_a_new_name(void **state) {
    Bench *bench = *state;
    for (int search = 0; search < 3; search++) {
        exchange_begin(&bench->exchange, bench->table, 70, 1, 9);
        exchange_stop(&bench->exchange);
    }
    for (int rank = 0; rank < RANKS; rank++)
        assert_int_equal(names_sent[rank], rank > 0);
    exchange_begin(&bench->exchange, bench->table, 0, 1, 9);
    assert_int_equal(sum(names_sent), 2 * (RANKS - 1));
}

/* One's own name changes, and all others have the table that it had. */
static void a_new_name_of_its_own_counts_at_once(void **state) {
    Bench *bench = *state;
    exchange_begin(&bench->exchange, bench->table, 70, 1, 9);
    for (int rank = 1; rank < RANKS; rank++)
        tell(&bench->exchange, rank, 70);
    exchange_begin(&bench->exchange, bench->table, 70, 1, 9);
    assert_false(exchange_is_wanted(&bench->exchange));
    Outbox *outbox = exchange_begin(&bench->exchange, bench->table, 0, 1, 9);
    assert_true(exchange_is_wanted(&bench->exchange));
    send_entry(bench, outbox, 20);
    assert_int_equal(sum(entries_sent), 1);
}

static void who_takes_too_few_is_left_out(void **state) {
    Bench *bench = *state;
    Outbox *outbox = exchange_begin(&bench->exchange, bench->table, 0, 1, 9);
    unsent[2] = TEAM_MOST_UNSENT;
    unsent[3] = TEAM_MOST_UNSENT - 1;
    send_entry(bench, outbox, 20);
    assert_int_equal(entries_sent[2], 0);
    assert_int_equal(entries_sent[3], 1);
    unsent[2] = 0;
    send_entry(bench, outbox, 20);
    assert_int_equal(entries_sent[2], 1);
}

/* The workers of all ranks are counted, and a search that has gone on for long sends less. */
static void many_workers_and_long_searches_tell_less(void **state) {
    Bench *bench = *state;
    Outbox *outbox = exchange_begin(&bench->exchange, bench->table, 0, 1, 9);
    assert_int_equal(outbox->least_depth, EXCHANGE_DEPTH);
    outbox = exchange_begin(&bench->exchange, bench->table, 0, 2, 9);
    assert_int_equal(outbox[1].least_depth, EXCHANGE_DEPTH + 2);
    exchange_send(&bench->exchange);
    assert_false(exchange_is_settled(&bench->exchange));
    bench->exchange.begun_us -= 60000;
    exchange_send(&bench->exchange);
    assert_true(exchange_is_settled(&bench->exchange));
    assert_int_equal(outbox[1].least_depth, EXCHANGE_DEPTH + 6);
}

#define MANY (2 * EXCHANGE_RECORDS + 7)

/* Not with each look, but then all that there is, and it is in the other's table. */
static void what_has_gathered_goes_at_intervals(void **state) {
    Bench *bench = *state;
    const TableEntry entry = {.move = 5, .score = 40, .depth = 12, .bound = BOUND_EXACT};
    TableEntry found;
    Outbox *outboxes = exchange_begin(&bench->exchange, bench->table, 0, 3, 9);
    exchange_send(&bench->exchange);
    bench->exchange.sent_us += 60000000; /* the next is not due */
    for (uint64_t i = 1; i <= MANY; i++) {
        const TableRecord record = tt_record(i << 53 | i, 0, &entry);
        outbox_put(&outboxes[i % 3], &record);
    }
    exchange_send(&bench->exchange);
    assert_int_equal(sum(entries_sent), 0);
    bench->exchange.sent_us = 0;
    exchange_send(&bench->exchange);
    for (int rank = 1; rank < RANKS; rank++)
        assert_int_equal(entries_sent[rank], 3);
    for (int i = 0; i < 3; i++) {
        const ClusterMessage arrived = {.rank = 1, .size = sizes[i], .bytes = messages[i]};
        exchange_receive(&bench->exchange, &arrived);
    }
    for (uint64_t i = 1; i <= MANY; i++)
        assert_true(tt_probe(bench->table, i << 53 | i, 0, &found));
}

#define BENCH_TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        BENCH_TEST(without_names_all_are_sent_entries),
        BENCH_TEST(one_of_each_table_is_sent_entries),
        cmocka_unit_test(senders_choose_different_ones),
        BENCH_TEST(those_with_one_table_are_sent_nothing),
        BENCH_TEST(who_has_the_same_table_is_no_receiver),
        BENCH_TEST(who_is_lost_is_replaced),
        BENCH_TEST(all_are_told_of_a_new_name),
        BENCH_TEST(a_new_name_of_its_own_counts_at_once),
        BENCH_TEST(who_takes_too_few_is_left_out),
        BENCH_TEST(many_workers_and_long_searches_tell_less),
        BENCH_TEST(what_has_gathered_goes_at_intervals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
