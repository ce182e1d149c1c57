#include "cluster/cluster.h"
#include "cluster/dealer.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* The program without MPI: one rank. Messages between several are tests of the program with MPI. */

static void there_is_one_rank(void **state) {
    (void)state;
    Reason reason;
    int rank = -1;
    Cluster *cluster = cluster_begin(&reason);
    assert_non_null(cluster);
    assert_false(cluster_available());
    assert_int_equal(cluster_rank(cluster), 0);
    assert_int_equal(cluster_size(cluster), 1);
    assert_int_equal(cluster_neighbours(cluster, &rank), 1);
    assert_int_equal(rank, 0);
    cluster_end(cluster);
    cluster_end(NULL);
}

static void what_all_do_together_ends(void **state) {
    (void)state;
    Reason reason;
    ClusterMessage message = {0};
    const int own = 7;
    int word = 5, all = 0;
    Cluster *cluster = cluster_begin(&reason);
    assert_non_null(cluster);
    cluster_broadcast(cluster, 1, &word, sizeof word);
    assert_int_equal(word, 5);
    cluster_gather(cluster, 1, &own, sizeof own, &all);
    assert_int_equal(all, 7);
    assert_false(cluster_receive(cluster, CLUSTER_ANY, CLUSTER_ANY, &message));
    assert_int_equal(cluster_unsent(cluster, 0), 0);
    assert_int_equal(cluster_sharers(cluster, 1, 7, &word, &all), 1);
    assert_int_equal(word, 0);
    assert_int_equal(all, 0);
    dealer_deal(&(Deal){.cluster = cluster, .most = 1, .unit_size = 1}); /* asks for nothing */
    dealer_end(cluster);
    cluster_message_free(&message);
    cluster_end(cluster);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(there_is_one_rank),
        cmocka_unit_test(what_all_do_together_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
