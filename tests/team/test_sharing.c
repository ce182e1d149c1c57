#include "../chess/support.h"
#include "made_up_cluster.h"

#include <unistd.h>

#include "team/sharing.h"
#include "team/tags.h"

/* Which memory the ranks of a machine take for their table. */

typedef struct Bench {
    Team team;
    int ranks[2];
} Bench;

static int set_up(void **state) {
    static Bench bench;
    memset(&bench, 0, sizeof bench);
    Team *team = &bench.team;
    const bool there = make_up_team(team);
    team->sharing.ranks = bench.ranks;
    team->sharing.count = 2;
    team->sharing.index = 1;
    bench.ranks[1] = 2;
    *state = &bench;
    return there ? 0 : -1;
}

static int tear_down(void **state) {
    Bench *bench = *state;
    memory_share_end(&bench->team.sharing.made);
    end_team(&bench->team);
    return 0;
}

static void receive(Bench *bench, SharingOffer offer) {
    const ClusterMessage message = {.size = sizeof offer, .bytes = (char *)&offer};
    sharing_receive(&bench->team, &message);
}

/* The first rank has memory of that number, or for 0 none. */
static void offer(Bench *bench, size_t mib, uint64_t network_change, uint64_t inode) {
    receive(bench, (SharingOffer){.mib = mib,
                                  .network = engine_network_id(bench->team.engine) ^ network_change,
                                  .memory = {.inode = inode, .bytes = inode > 0}});
}

/* Which is taken; 0 for none. */
static uint64_t take(Bench *bench, size_t mib) {
    TableShare share;
    if (!sharing_take_part(&bench->team, mib, &share))
        return 0;
    assert_int_equal(share.owner, 1);
    assert_int_equal(share.owners, 2);
    return share.memory.inode;
}

static void the_newest_that_fits_is_taken(void **state) {
    Bench *bench = *state;
    offer(bench, 30, 0, 5);
    offer(bench, 16, 0, 6);
    offer(bench, 16, 0, 7);
    offer(bench, 16, 1, 8); /* for those with another network */
    assert_int_equal(take(bench, 16), 7);
    assert_int_equal(bench->team.sharing.offer_count, 3); /* 6 is not wanted any more */
    assert_int_equal(take(bench, 30), 5);
}

static void there_may_be_none(void **state) {
    Bench *bench = *state;
    offer(bench, 16, 0, 0);
    assert_int_equal(take(bench, 16), 0);
    bench->team.sharing.count = 1;
    offer(bench, 16, 0, 4);
    assert_int_equal(take(bench, 16), 0); /* whoever is alone on its machine asks nobody */
}

static void few_are_kept(void **state) {
    Bench *bench = *state;
    for (uint64_t mib = 1; mib <= OFFERS_KEPT + 2; mib++)
        offer(bench, mib, 0, 10 * mib);
    assert_int_equal(bench->team.sharing.offer_count, OFFERS_KEPT);
    for (uint64_t mib = 3; mib <= OFFERS_KEPT + 2; mib++)
        assert_int_equal(take(bench, mib), 10 * mib);
}

/* The first rank, which makes memory once the other one waits for it. */
static void *offer_when_waited_for(void *argument) {
    Bench *bench = argument;
    Team *team = &bench->team;
    for (bool is_waited_for = false; !is_waited_for; usleep(1000)) {
        pthread_mutex_lock(&team->lock);
        is_waited_for = team->hurried;
        pthread_mutex_unlock(&team->lock);
    }
    offer(bench, 16, 0, 7);
    return NULL;
}

static void another_table_of_a_size_is_another_offer(void **state) {
    Bench *bench = *state;
    pthread_t first_rank;
    offer(bench, 16, 0, 6);
    assert_int_equal(take(bench, 16), 6);
    assert_int_equal(pthread_create(&first_rank, NULL, offer_when_waited_for, bench), 0);
    assert_int_equal(take(bench, 16), 7);
    pthread_join(first_rank, NULL);
    assert_false(bench->team.hurried);
}

/* Whoever missed it has it a second time, and both know it by one name. */
static void the_last_one_may_be_taken_again(void **state) {
    Bench *bench = *state;
    offer(bench, 30, 0, 5);
    offer(bench, 16, 0, 6);
    assert_int_equal(take(bench, 16), 6);
    const uint64_t name = bench->team.sharing.name;
    assert_int_equal(take(bench, 16), 6); /* after a wait for another one */
    assert_int_equal(bench->team.sharing.name, name);
    offer(bench, 16, 0, 7);
    assert_int_equal(take(bench, 16), 7);
    assert_int_not_equal(bench->team.sharing.name, name);
}

static bool can_be_opened(const MemoryShare *memory) {
    const int file = memory_share_open(memory);
    if (file >= 0)
        close(file);
    return file >= 0;
}

/* The last message, to the only other rank of the machine. */
static SharingOffer sent_offer(int number) {
    SharingOffer sent;
    assert_int_equal(mail_count, number);
    assert_int_equal(mail[number - 1].rank, 2);
    assert_int_equal(mail[number - 1].tag, TAG_TABLE);
    assert_int_equal(mail[number - 1].size, sizeof sent);
    memcpy(&sent, mail[number - 1].bytes, sizeof sent);
    return sent;
}

static void the_first_rank_makes_it(void **state) {
    Bench *bench = *state;
    Team *team = &bench->team;
    TableShare first, second;
    team->sharing.index = 0;
    assert_true(sharing_take_part(team, 16, &first));
    SharingOffer sent = sent_offer(1);
    assert_int_equal(sent.mib, 16);
    assert_int_equal(first.memory.bytes, 32 << 20);
    assert_memory_equal(&sent.memory, &first.memory, sizeof first.memory);
    assert_true(can_be_opened(&first.memory));
    const uint64_t name = team->sharing.name;
    assert_true(sharing_take_part(team, 16, &second));
    sent = sent_offer(2);
    assert_memory_equal(&sent.memory, &second.memory, sizeof second.memory);
    assert_int_not_equal(team->sharing.name, name);
    assert_false(can_be_opened(&first.memory)); /* only one at a time */
    assert_true(can_be_opened(&second.memory));
    const uint64_t own_name = team->sharing.name;
    team->sharing.index = 1; /* the other one's view */
    receive(bench, sent);
    assert_int_equal(take(bench, 16), second.memory.inode);
    assert_int_equal(team->sharing.name, own_name);
}

static void more_than_there_is_is_not_made(void **state) {
    Bench *bench = *state;
    Team *team = &bench->team;
    TableShare share;
    team->sharing.index = 0;
    assert_false(sharing_take_part(team, (size_t)1 << 24, &share));
    assert_int_equal(sent_offer(1).memory.bytes, 0); /* the other one need not wait */
}

#define BENCH_TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        BENCH_TEST(the_newest_that_fits_is_taken),
        BENCH_TEST(there_may_be_none),
        BENCH_TEST(few_are_kept),
        BENCH_TEST(another_table_of_a_size_is_another_offer),
        BENCH_TEST(the_last_one_may_be_taken_again),
        BENCH_TEST(the_first_rank_makes_it),
        BENCH_TEST(more_than_there_is_is_not_made),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
