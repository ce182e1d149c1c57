/* cmocka.h wants the four standard headers before it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "machine/memory_block.h"
#include "machine/memory_residency.h"

#define MIB            ((size_t)1 << 20)
#define NO_SUCH_NODE   (NODE_SET_CAPACITY - 1)
#define EXIT_NO_FILTER 77

static MemoryWish wish_of(PageKind pages, MemoryPolicy policy, int node) {
    MemoryWish wish = {.pages = pages, .policy = policy};
    node_set_add(&wish.nodes, node);
    return wish;
}

static int some_node(void) {
    NodeSet nodes = memory_pages_nodes();
    return node_set_next(&nodes, 0);
}

static MemoryBlock mapped(size_t bytes, MemoryWish wish) {
    MemoryBlock block;
    assert_true(memory_block_map(&block, bytes, &wish));
    assert_non_null(block.address);
    assert_true(block.bytes >= bytes);
    return block;
}

static void populate_all(MemoryBlock *block, int parts) {
    for (int part = 0; part < parts; part++)
        assert_true(memory_block_populate(block, part, parts));
}

static MemoryResidency residency_of(const MemoryBlock *block) {
    MemoryResidency residency;
    assert_true(memory_residency_read(block->address, block->bytes, &residency));
    return residency;
}

static size_t all_kinds(const MemoryResidency *residency) {
    size_t total = 0;
    for (int kind = 0; kind < PAGE_KINDS; kind++)
        total += residency->by_kind[kind];
    return total;
}

static bool is_zero(const MemoryBlock *block) {
    const unsigned char *byte = block->address;
    return byte[0] == 0 && memcmp(byte, byte + 1, block->bytes - 1) == 0;
}

static void node_sets_hold_what_was_added(void **state) {
    (void)state;
    NodeSet set = {0};
    assert_int_equal(node_set_count(&set), 0);
    assert_int_equal(node_set_next(&set, 0), -1);
    const int nodes[] = {0, 5, 63, 64, NODE_SET_CAPACITY - 1};
    for (size_t i = 0; i < sizeof nodes / sizeof *nodes; i++)
        node_set_add(&set, nodes[i]);
    node_set_add(&set, -1);
    node_set_add(&set, NODE_SET_CAPACITY);
    int node = -1;
    for (size_t i = 0; i < sizeof nodes / sizeof *nodes; i++) {
        node = node_set_next(&set, node + 1);
        assert_int_equal(node, nodes[i]);
    }
    assert_int_equal(node_set_next(&set, node + 1), -1);
    assert_int_equal(node_set_count(&set), 5);
    assert_false(node_set_has(&set, 1));
    assert_false(node_set_has(&set, -1));
    assert_false(node_set_has(&set, NODE_SET_CAPACITY));
}

static void refuses_sizes_that_cannot_be(void **state) {
    (void)state;
    MemoryWish wish = {.pages = PAGES_GIGANTIC};
    const size_t sizes[] = {0, SIZE_MAX, SIZE_MAX / 2, SIZE_MAX / 8};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        MemoryBlock block;
        assert_false(memory_block_map(&block, sizes[i], &wish));
        assert_null(block.address);
        memory_block_unmap(&block);
    }
}

static void blocks_are_zeroed_aligned_and_usable(void **state) {
    (void)state;
    const size_t sizes[] = {1, 4096, 100000, 2 * MIB - 1, 2 * MIB, 7 * MIB + 1};
    for (PageKind kind = PAGES_PLAIN; kind < PAGE_KINDS; kind++) {
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            MemoryBlock block = mapped(sizes[i], (MemoryWish){.pages = kind});
            if (sizes[i] >= HUGE_PAGE_BYTES && kind > PAGES_PLAIN)
                assert_int_equal((uintptr_t)block.address % HUGE_PAGE_BYTES, 0);
            populate_all(&block, 3);
            assert_true(is_zero(&block));
            memset(block.address, 0xA5, block.bytes);
            memory_block_unmap(&block);
            assert_null(block.address);
            memory_block_unmap(&block);
        }
    }
}

static void slices_make_the_block(void **state) {
    (void)state;
    MemoryBlock block = mapped(9 * MIB, (MemoryWish){.pages = PAGES_TRANSPARENT});
    for (int parts = 1; parts <= 20; parts++) {
        char *expected = block.address;
        size_t least = SIZE_MAX, most = 0;
        for (int part = 0; part < parts; part++) {
            void *start;
            size_t length = memory_block_slice(&block, part, parts, &start);
            assert_ptr_equal(start, expected);
            assert_int_equal(length % HUGE_PAGE_BYTES, 0);
            expected += length;
            least = length < least ? length : least;
            most = length > most ? length : most;
        }
        assert_ptr_equal(expected, (char *)block.address + block.bytes);
        assert_true(most - least <= HUGE_PAGE_BYTES);
    }
    memory_block_unmap(&block);
}

static void pages_exist_once_populated(void **state) {
    (void)state;
    MemoryBlock block = mapped(16 * MIB, (MemoryWish){.pages = PAGES_PLAIN});
    MemoryResidency residency = residency_of(&block);
    assert_true(residency.pages_known && residency.nodes_known);
    assert_int_equal(all_kinds(&residency), 0);
    assert_int_equal(memory_residency_total(&residency), 0);

    assert_true(memory_block_populate(&block, 1, 4));
    residency = residency_of(&block);
    assert_int_equal(all_kinds(&residency), 4 * MIB);
    assert_int_equal(memory_residency_total(&residency), 4 * MIB);

    populate_all(&block, 4);
    residency = residency_of(&block);
    assert_int_equal(residency.by_kind[PAGES_PLAIN], 16 * MIB);
    assert_int_equal(memory_residency_total(&residency), 16 * MIB);
    memory_block_unmap(&block);
}

static void populating_ends_in_time_and_when_abandoned(void **state) {
    (void)state;
    MemoryBlock block = mapped(16 * MIB, (MemoryWish){.pages = PAGES_PLAIN});
    assert_true(memory_block_populate_until(&block, 0, 1, 0));
    MemoryResidency residency = residency_of(&block);
    assert_true(memory_residency_total(&residency) > 0);
    assert_true(memory_residency_total(&residency) <= 4 * MIB);
    ((volatile char *)block.address)[16 * MIB - 1] = 1;
    memory_block_abandon(&block);
    assert_false(memory_block_populate(&block, 0, 1));
    memory_block_unmap(&block);
}

static void a_part_of_a_mapping_is_estimated(void **state) {
    (void)state;
    MemoryBlock block = mapped(8 * MIB, (MemoryWish){.pages = PAGES_PLAIN});
    assert_true(memory_block_populate(&block, 0, 4));
    MemoryResidency residency = residency_of(&block);
    assert_false(residency.estimated);
    assert_true(memory_residency_read((char *)block.address + MIB, 2 * MIB, &residency));
    assert_true(residency.estimated);
    if (residency.nodes_known)
        assert_true(memory_residency_total(&residency) <= MIB);
    assert_true(memory_residency_read((char *)block.address + 4 * MIB, MIB, &residency));
    assert_int_equal(memory_residency_total(&residency), 0);
    memory_block_unmap(&block);
}

static void transparent_pages_are_told_apart(void **state) {
    (void)state;
    if (!memory_pages_transparent())
        skip();
    MemoryBlock block = mapped(32 * MIB, (MemoryWish){.pages = PAGES_TRANSPARENT});
    populate_all(&block, 1);
    MemoryResidency residency = residency_of(&block);
    assert_int_equal(block.shortfalls & SHORTFALL_TRANSPARENT, 0);
    assert_true(residency.by_kind[PAGES_TRANSPARENT] > 0);
    assert_int_equal(all_kinds(&residency), 32 * MIB);
    assert_int_equal(memory_residency_total(&residency), 32 * MIB);
    memory_block_unmap(&block);
}

/* Whatever has been reserved here or not: the block works, and the report adds up. */
static void huge_pages_or_the_next_best(void **state) {
    (void)state;
    PagePool pool = memory_pages_pool(PAGES_HUGE, WHOLE_MACHINE);
    MemoryBlock block = mapped(64 * MIB, wish_of(PAGES_HUGE, NODES_PREFERRED, some_node()));
    if (pool.total == 0)
        assert_int_equal(block.shortfalls & SHORTFALL_HUGE_PAGES, 0);
    populate_all(&block, 5);
    assert_true(is_zero(&block));
    MemoryResidency residency = residency_of(&block);
    assert_int_equal(all_kinds(&residency), block.bytes);
    assert_int_equal(memory_residency_total(&residency), block.bytes);
    if (block.pages == PAGES_HUGE && !(block.shortfalls & SHORTFALL_WITHHELD))
        assert_int_equal(residency.by_kind[PAGES_HUGE], block.bytes);
    memory_block_unmap(&block);
}

static void nodes_of_the_machine_are_obeyed(void **state) {
    (void)state;
    for (MemoryPolicy policy = NODES_FIRST_TOUCH; policy <= NODES_INTERLEAVED; policy++) {
        MemoryBlock block = mapped(4 * MIB, wish_of(PAGES_TRANSPARENT, policy, some_node()));
        populate_all(&block, 2);
        assert_int_equal(block.shortfalls & SHORTFALL_NODES, 0);
        MemoryResidency residency = residency_of(&block);
        assert_int_equal(memory_residency_total(&residency), block.bytes);
        if (policy != NODES_FIRST_TOUCH)
            assert_int_equal(residency.by_node[some_node()], block.bytes);
        memory_block_unmap(&block);
    }
}

static void a_node_that_is_not_there_is_a_shortfall(void **state) {
    (void)state;
    for (MemoryPolicy policy = NODES_PREFERRED; policy <= NODES_INTERLEAVED; policy++) {
        MemoryBlock block = mapped(4 * MIB, wish_of(PAGES_HUGE, policy, NO_SUCH_NODE));
        assert_int_not_equal(block.shortfalls & SHORTFALL_NODES, 0);
        populate_all(&block, 2);
        assert_true(is_zero(&block));
        memory_block_unmap(&block);
    }
    MemoryBlock block = mapped(4 * MIB, (MemoryWish){.policy = NODES_INTERLEAVED});
    assert_int_equal(block.wish.policy, NODES_FIRST_TOUCH);
    assert_int_equal(block.shortfalls & SHORTFALL_NODES, 0);
    memory_block_unmap(&block);
}

typedef struct Populator {
    MemoryBlock *block;
    int part;
    int parts;
    bool done;
} Populator;

static void *populate_part(void *argument) {
    Populator *populator = argument;
    void *start;
    size_t length = memory_block_slice(populator->block, populator->part, populator->parts, &start);
    populator->done = memory_block_populate(populator->block, populator->part, populator->parts);
    memset(start, populator->part + 1, length);
    return NULL;
}

static void threads_populate_side_by_side(void **state) {
    (void)state;
    enum { THREADS = 6 };
    MemoryBlock block = mapped(30 * MIB, wish_of(PAGES_HUGE, NODES_INTERLEAVED, some_node()));
    pthread_t threads[THREADS];
    Populator populators[THREADS];
    for (int i = 0; i < THREADS; i++) {
        populators[i] = (Populator){.block = &block, .part = i, .parts = THREADS};
        assert_int_equal(pthread_create(&threads[i], NULL, populate_part, &populators[i]), 0);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < THREADS; i++) {
        void *start;
        size_t length = memory_block_slice(&block, i, THREADS, &start);
        assert_true(populators[i].done);
        assert_int_equal(((char *)start)[0], i + 1);
        assert_int_equal(((char *)start)[length - 1], i + 1);
    }
    memory_block_unmap(&block);
}

/* Makes the kernel refuse what a container's usual filter refuses. */
static bool enter_sandbox(void) {
    struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mbind, 1, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_move_pages, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {.len = sizeof code / sizeof *code, .filter = code};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

/* In a process of its own. The exit code says what went wrong. */
static void live_in_sandbox(void) {
    if (!enter_sandbox())
        _exit(EXIT_NO_FILTER);
    MemoryWish wish = wish_of(PAGES_PLAIN, NODES_INTERLEAVED, some_node());
    MemoryBlock block;
    MemoryResidency residency;
    NodeSet nodes = memory_pages_nodes();
    if (!memory_block_map(&block, 8 * MIB, &wish) || !memory_block_populate(&block, 0, 1))
        _exit(1);
    bool refused = block.shortfalls & SHORTFALL_NODES;
    if (refused != (node_set_count(&nodes) > 1))
        _exit(2);
    if (!memory_residency_read(block.address, block.bytes, &residency) || !residency.nodes_known)
        _exit(3);
    if (memory_residency_total(&residency) != 8 * MIB || all_kinds(&residency) != 8 * MIB)
        _exit(4);
    _exit(0);
}

static void a_sandbox_takes_nothing_but_the_node(void **state) {
    (void)state;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        live_in_sandbox();
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    if (WEXITSTATUS(status) == EXIT_NO_FILTER)
        skip();
    assert_int_equal(WEXITSTATUS(status), 0);
}

static void every_shortfall_has_its_sentence(void **state) {
    (void)state;
    for (unsigned bit = 1; bit <= SHORTFALL_LAST; bit *= 2) {
        const char *text = memory_shortfall_text((MemoryShortfall)bit);
        assert_true(strlen(text) > 0);
        for (unsigned other = 1; other < bit; other *= 2)
            assert_string_not_equal(text, memory_shortfall_text((MemoryShortfall)other));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(node_sets_hold_what_was_added),
        cmocka_unit_test(refuses_sizes_that_cannot_be),
        cmocka_unit_test(blocks_are_zeroed_aligned_and_usable),
        cmocka_unit_test(slices_make_the_block),
        cmocka_unit_test(pages_exist_once_populated),
        cmocka_unit_test(populating_ends_in_time_and_when_abandoned),
        cmocka_unit_test(a_part_of_a_mapping_is_estimated),
        cmocka_unit_test(transparent_pages_are_told_apart),
        cmocka_unit_test(huge_pages_or_the_next_best),
        cmocka_unit_test(nodes_of_the_machine_are_obeyed),
        cmocka_unit_test(a_node_that_is_not_there_is_a_shortfall),
        cmocka_unit_test(threads_populate_side_by_side),
        cmocka_unit_test(a_sandbox_takes_nothing_but_the_node),
        cmocka_unit_test(every_shortfall_has_its_sentence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
