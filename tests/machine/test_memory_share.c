/* Memory that processes share: each brings its slice into being, and all see what each writes. */

/* clang-format off */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

#include "machine/memory_block.h"
#include "machine/memory_residency.h"

#define BYTES (4 * HUGE_PAGE_BYTES)

static const MemoryWish WISH = {.pages = PAGES_TRANSPARENT};

static MemoryShare made(size_t bytes) {
    MemoryShare share;
    assert_true(memory_share_make(&share, "test", bytes));
    assert_true(share.bytes >= bytes);
    assert_int_equal(share.bytes % HUGE_PAGE_BYTES, 0);
    return share;
}

static MemoryBlock mapped(const MemoryShare *share, int owner, int owners) {
    MemoryBlock block;
    assert_true(memory_block_map_shared(&block, share, owner, owners, &WISH));
    assert_int_equal(block.bytes, share->bytes);
    return block;
}

static size_t touched(const MemoryBlock *block, PageKind kind) {
    MemoryResidency residency;
    assert_true(memory_residency_read(block->address, block->bytes, &residency));
    return kind == PAGE_KINDS ? memory_residency_total(&residency) : residency.by_kind[kind];
}

static void another_process_sees_it(void **state) {
    (void)state;
    const MemoryShare share = made(BYTES - 5);
    MemoryBlock block = mapped(&share, 0, 2);
    const pid_t child = fork();
    if (child == 0) {
        MemoryBlock other;
        if (!memory_block_map_shared(&other, &share, 1, 2, &WISH) ||
            !memory_block_populate(&other, 0, 1))
            _exit(1);
        ((char *)other.address)[7] = 42;
        _exit(0);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_int_equal(((char *)block.address)[7], 42);
    memory_block_unmap(&block);
    memory_share_end(&share);
}

static void what_has_ended_is_given_back_and_not_found(void **state) {
    (void)state;
    const MemoryShare share = made(BYTES);
    MemoryBlock block = mapped(&share, 0, 2), other;
    memset(block.address, 1, block.bytes);
    memory_share_end(&share);
    assert_int_equal(touched(&block, PAGE_KINDS), 0);
    assert_int_equal(((char *)block.address)[BYTES - 1], 0);
    assert_false(memory_block_map_shared(&other, &share, 1, 2, &WISH));
    assert_null(other.address);
    memset(block.address, 1, block.bytes);
    memory_block_unmap(&block);
}

/* The number of the file may be another one's by now. */
static void another_file_is_refused(void **state) {
    (void)state;
    const MemoryShare share = made(BYTES), later = made(BYTES);
    MemoryBlock block;
    MemoryShare wrong = share;
    wrong.file = later.file;
    assert_false(memory_block_map_shared(&block, &wrong, 0, 2, &WISH));
    wrong = share;
    wrong.bytes *= 2;
    assert_false(memory_block_map_shared(&block, &wrong, 0, 2, &WISH));
    wrong = share;
    wrong.process = 0;
    assert_false(memory_block_map_shared(&block, &wrong, 0, 2, &WISH));
    memory_share_end(&share);
    memory_share_end(&later);
}

static void each_brings_its_own_slice_into_being(void **state) {
    (void)state;
    const MemoryShare share = made(BYTES);
    MemoryBlock first = mapped(&share, 0, 2), second = mapped(&share, 1, 2);
    assert_int_equal(touched(&first, PAGE_KINDS), 0);
    for (int part = 0; part < 3; part++) {
        assert_true(memory_block_populate(&first, part, 3));
        assert_true(memory_block_populate(&second, part, 3));
    }
    assert_int_equal(touched(&first, PAGE_KINDS), BYTES / 2);
    assert_int_equal(touched(&second, PAGE_KINDS), BYTES / 2);
    const char *bytes = first.address;
    for (size_t i = 0; i < BYTES; i += 64)
        assert_int_equal(bytes[i], 0);
    assert_int_equal(touched(&first, PAGE_KINDS), BYTES);
    memory_block_unmap(&first);
    memory_block_unmap(&second);
    memory_share_end(&share);
}

/* What was written before is kept. */
static void pages_are_huge(void **state) {
    (void)state;
    struct utsname system;
    uname(&system);
    char *end;
    const long major = strtol(system.release, &end, 10);
    const long minor = *end == '.' ? strtol(end + 1, NULL, 10) : 0;
    const MemoryShare share = made(BYTES);
    MemoryBlock block = mapped(&share, 1, 2);
    char *last = (char *)block.address + BYTES - 1;
    *last = 9;
    assert_true(memory_block_populate(&block, 0, 1));
    assert_int_equal(*last, 9);
    const bool huge = touched(&block, PAGES_TRANSPARENT) == BYTES / 2;
    const bool noted = block.shortfalls & SHORTFALL_TRANSPARENT;
    memory_block_unmap(&block);
    memory_share_end(&share);
    assert_int_not_equal(huge, noted);
    if (major * 100 + minor < 601)
        skip();
    assert_true(huge);
}

static void those_of_one_user_can_share(void **state) {
    (void)state;
    const uint64_t realm = memory_share_realm();
    assert_int_not_equal(realm, 0);
    const pid_t child = fork();
    if (child == 0)
        _exit(memory_share_realm() != realm);
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(another_process_sees_it),
        cmocka_unit_test(what_has_ended_is_given_back_and_not_found),
        cmocka_unit_test(another_file_is_refused),
        cmocka_unit_test(each_brings_its_own_slice_into_being),
        cmocka_unit_test(pages_are_huge),
        cmocka_unit_test(those_of_one_user_can_share),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
