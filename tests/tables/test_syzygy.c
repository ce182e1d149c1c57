#include "support.h"
#include "tables/syzygy.h"
#include "tables/syzygy_files.h"
#include "tables/syzygy_sample.h"

/* What can be tested without a table. */

static const unsigned char WDL_START[80] = {0x71, 0xE8, 0x23, 0x5D};
static const unsigned char DTZ_START[80] = {0xD7, 0x66, 0x0C, 0xA5};

static void expect_refusal(const char *path, const char *why) {
    Reason reason = {""};
    SyzygyFiles files;
    assert_false(syzygy_files_list(path, &files, &reason));
    if (!strstr(reason.text, why))
        fail_msg("%s: %s", path, reason.text);
}

static void lists_tables(void **state) {
    (void)state;
    char folder[64], path[256];
    Reason reason;
    make_folder(folder);
    write_file(folder, "KQvK.rtbw", WDL_START, sizeof WDL_START);
    write_file(folder, "KQvK.rtbz", DTZ_START, sizeof DTZ_START);
    write_file(folder, "KRPvKR.rtbw", WDL_START, sizeof WDL_START);
    write_file(folder, "readme.txt", "text", 4);
    write_file(folder, "notes.rtbw", "text", 4);
    SyzygyFiles files;
    snprintf(path, sizeof path, "%s::%s", folder, folder);
    if (!syzygy_files_list(path, &files, &reason))
        fail_msg("%s", reason.text);
    assert_int_equal(files.wdl_count, 4); /* the folder was named twice */
    assert_int_equal(files.dtz_count, 2);
    syzygy_files_free(&files);
    snprintf(path, sizeof path, "%s:/no/such/folder", folder);
    expect_refusal(path, "/no/such/folder: No such file");
    write_file(folder, "KQvK.rtbw", DTZ_START, sizeof DTZ_START);
    expect_refusal(folder, "KQvK.rtbw: not a Syzygy table");
    write_file(folder, "KQvK.rtbw", WDL_START, sizeof WDL_START - 1);
    expect_refusal(folder, "KQvK.rtbw: not complete");
    remove_file(folder, "KQvK.rtbw");
    write_file(folder, "KQvK.rtbz", "", 0);
    expect_refusal(folder, "KQvK.rtbz: not complete");
    remove_file(folder, "KQvK.rtbz");
    remove_file(folder, "KRPvKR.rtbw");
    expect_refusal(folder, "no Syzygy tables");
    remove_file(folder, "readme.txt");
    remove_file(folder, "notes.rtbw");
    rmdir(folder);
    expect_refusal("", "no Syzygy tables");
}

static void opens_nothing_that_is_none(void **state) {
    (void)state;
    Reason reason = {""};
    assert_null(syzygy_open("/no/such/folder", &reason));
    assert_non_null(
        strstr(reason.text, syzygy_is_available() ? "No such file" : "built without Fathom"));
    syzygy_close(NULL);
}

/* With that many of each kind, and nothing to take. */
static void check_sample(const char *name) {
    Position position;
    if (!syzygy_sample(name, &position))
        fail_msg("%s", name);
    Color color = WHITE;
    int men = 0;
    for (const char *letter = name; *letter; letter++) {
        if (*letter == 'v') {
            color = BLACK;
            continue;
        }
        const PieceType type = (PieceType)(strchr("PNBRQK", *letter) - "PNBRQK");
        int wanted = 0;
        const char *side = color == WHITE ? name : strchr(name, 'v');
        for (; *side && !(color == WHITE && *side == 'v'); side++)
            wanted += *side == *letter;
        assert_int_equal(bb_count(position_pieces(&position, color, type)), wanted);
        men++;
    }
    assert_int_equal(bb_count(position_occupied(&position)), men);
    MoveList noisy = {.count = 0};
    movegen_noisy(&position, &noisy);
    assert_int_equal(noisy.count, 0);
}

static void samples_have_the_men_of_the_name(void **state) {
    (void)state;
    static const char *const NAMES[] = {"KvK",      "KQvK",     "KPvKP",    "KQvKQ",
                                        "KQQQQvKQ", "KPPPPPvK", "KQRBNPvK", "KQQQvKQQ",
                                        "KRPvKRP",  "KPPPvKPP", "KNNvKP"};
    for (int i = 0; i < (int)ARRAY_LENGTH(NAMES); i++)
        check_sample(NAMES[i]);
    Position position;
    assert_false(syzygy_sample("", &position));
    assert_false(syzygy_sample("KQ", &position));
    assert_false(syzygy_sample("KQQQQvKQQQ", &position));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_tables),
        cmocka_unit_test(opens_nothing_that_is_none),
        cmocka_unit_test(samples_have_the_men_of_the_name),
    };
    chess_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
