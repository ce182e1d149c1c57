#include "support.h"
#include "tables/syzygy.h"
#include "tables/syzygy_checksum.h"
#include "tables/syzygy_files.h"
#include "tables/syzygy_sample.h"

/* What can be tested without a table. */

/* Files of one block, which have their checksums once main() has begun: KQvK, KQvK, KRvK, KRvK and
 * KRPvKR. Men: 1 to 6 for pawn to king, 8 more for Black's. */
static unsigned char WDL_START[80] = {0x71, 0xE8, 0x23, 0x5D, 0, 0, 6, 5, 14};
static unsigned char DTZ_START[80] = {0xD7, 0x66, 0x0C, 0xA5, 0, 0, 14, 5, 6};
static unsigned char ROOK_WDL[80] = {0x71, 0xE8, 0x23, 0x5D, 1, 0, 0x66, 0x44, 0xEE};
static unsigned char ROOK_DTZ[80] = {0xD7, 0x66, 0x0C, 0xA5, 1, 0, 0x16, 0x14, 0x1E};
static unsigned char PAWN_WDL[80] = {0x71, 0xE8, 0x23, 0x5D, 0, 0, 1, 6, 4, 14, 12};

static void expect_refusal(const char *path, const char *why) {
    Reason reason = {""};
    SyzygyFiles files;
    assert_false(syzygy_files_list(path, &files, &reason));
    if (!strstr(reason.text, why))
        fail_msg("%s: %s", path, reason.text);
}

static void expect_left_out(const char *path, int wdl_count, int dtz_count, const char *why) {
    Reason reason = {""};
    SyzygyFiles files;
    if (!syzygy_files_list(path, &files, &reason))
        fail_msg("%s: %s", path, reason.text);
    assert_int_equal(files.left_out, 1);
    assert_string_equal(files.left_why.text, why);
    assert_int_equal(files.wdl_count, wdl_count);
    assert_int_equal(files.dtz_count, dtz_count);
    syzygy_files_free(&files);
}

/* A folder that only they are in, the first of several by one name, and that goes again. */
static void links_files(void **state) {
    (void)state;
    char first[64], second[64], path[256], links[SYZYGY_FOLDER_SIZE];
    unsigned char damaged[sizeof WDL_START] = {0};
    Reason reason;
    SyzygyFiles files, linked;
    make_folder(first);
    make_folder(second);
    write_file(first, "KQvK.rtbw", damaged, sizeof damaged);
    write_file(first, "KRvK.rtbw", ROOK_WDL, sizeof ROOK_WDL);
    write_file(second, "KQvK.rtbw", WDL_START, sizeof WDL_START);
    write_file(second, "KRvK.rtbw", ROOK_WDL, sizeof ROOK_WDL);
    write_file(second, "KRvK.rtbz", ROOK_DTZ, sizeof ROOK_DTZ);
    snprintf(path, sizeof path, "%s:%s", first, second);
    assert_true(syzygy_files_list(path, &files, &reason));
    assert_int_equal(files.wdl_count, 3);
    assert_true(syzygy_files_link(&files, links, &reason));
    assert_true(syzygy_files_list(links, &linked, &reason));
    assert_int_equal(linked.wdl_count, 2);
    assert_int_equal(linked.dtz_count, 1);
    assert_int_equal(linked.left_out, 0);
    syzygy_files_unlink(links);
    assert_int_not_equal(access(links, F_OK), 0);
    syzygy_files_free(&linked);
    for (int left = files.count; left > 0; left--)
        syzygy_files_leave_out(&files, 0, "wrong");
    assert_int_equal(files.wdl_count + files.dtz_count, 0);
    assert_non_null(strstr(files.left_why.text, "KRvK.rtbz: wrong"));
    syzygy_files_free(&files);
    remove_file(first, "KQvK.rtbw");
    remove_file(first, "KRvK.rtbw");
    remove_file(second, "KQvK.rtbw");
    remove_file(second, "KRvK.rtbw");
    remove_file(second, "KRvK.rtbz");
    rmdir(first);
    rmdir(second);
}

static void lists_tables(void **state) {
    (void)state;
    char folder[64], path[256];
    Reason reason;
    make_folder(folder);
    write_file(folder, "KQvK.rtbw", WDL_START, sizeof WDL_START);
    write_file(folder, "KQvK.rtbz", DTZ_START, sizeof DTZ_START);
    write_file(folder, "KRPvKR.rtbw", PAWN_WDL, sizeof PAWN_WDL);
    write_file(folder, "readme.txt", "text", 4);
    write_file(folder, "notes.rtbw", "text", 4);
    write_file(folder, "KQvKv.rtbw", WDL_START, sizeof WDL_START); /* no name of a table */
    SyzygyFiles files;
    snprintf(path, sizeof path, "%s::%s", folder, folder);
    if (!syzygy_files_list(path, &files, &reason))
        fail_msg("%s", reason.text);
    assert_int_equal(files.wdl_count, 4); /* the folder was named twice */
    assert_int_equal(files.dtz_count, 2);
    assert_int_equal(files.left_out, 0);
    syzygy_files_free(&files);
    remove_file(folder, "KQvKv.rtbw");
    snprintf(path, sizeof path, "%s:/no/such/folder", folder);
    expect_left_out(path, 2, 1, "/no/such/folder: No such file or directory");
    write_file(folder, "KQvK.rtbw", DTZ_START, sizeof DTZ_START);
    expect_left_out(folder, 1, 1, "KQvK.rtbw: not a Syzygy table");
    write_file(folder, "KQvK.rtbw", ROOK_WDL, sizeof ROOK_WDL);
    expect_left_out(folder, 1, 1, "KQvK.rtbw: not the table of that name");
    write_file(folder, "KQvK.rtbw", WDL_START, sizeof WDL_START - 1);
    expect_left_out(folder, 1, 1, "KQvK.rtbw: not complete");
    remove_file(folder, "KRPvKR.rtbw");
    expect_refusal(folder, "KQvK.rtbw: not complete");
    write_file(folder, "KQvK.rtbw", WDL_START, sizeof WDL_START);
    write_file(folder, "KQvK.rtbz", "", 0);
    expect_left_out(folder, 1, 0, "KQvK.rtbz: not complete");
    remove_file(folder, "KQvK.rtbw");
    remove_file(folder, "KQvK.rtbz");
    expect_refusal(folder, "no Syzygy tables");
    remove_file(folder, "readme.txt");
    remove_file(folder, "notes.rtbw");
    rmdir(folder);
    expect_refusal("", "no Syzygy tables");
}

/* What R. de Man's generator makes of bytes that anybody can make again. */
static void checksums_are_the_generators(void **state) {
    (void)state;
    static const struct {
        size_t bytes;
        const char *checksum;
    } KNOWN[] = {
        {64, "473acdadcd7ea59789456fe1657b2844"},
        {192, "89814168ba017aeb72e511ffd5e06b10"},
        {256, "b886f4e45d3d0e007972ffe2cb39e667"},
        {64000, "2572a7f9379971f0ee334fce04a78c1c"},
        {((size_t)16 << 20) + 64, "820ab721d799bf97ae7bd90ae7e4ad0c"},
        {(size_t)40 << 20, "aca76ea4f58b991e7ecb66c15a767267"},
    };
    uint8_t *bytes = malloc((size_t)40 << 20);
    assert_non_null(bytes);
    uint32_t random = 1;
    for (size_t i = 0; i < (size_t)40 << 20; i++) {
        random = random * 1664525 + 1013904223;
        bytes[i] = (uint8_t)(random >> 24);
    }
    for (size_t i = 0; i < sizeof KNOWN / sizeof *KNOWN; i++) {
        uint8_t checksum[SYZYGY_CHECKSUM_BYTES];
        char text[2 * SYZYGY_CHECKSUM_BYTES + 1];
        syzygy_checksum_of(bytes, KNOWN[i].bytes, checksum);
        for (size_t j = 0; j < SYZYGY_CHECKSUM_BYTES; j++)
            snprintf(text + 2 * j, 3, "%02x", checksum[j]);
        assert_string_equal(text, KNOWN[i].checksum);
    }
    free(bytes);
}

static void each_byte_counts(void **state) {
    (void)state;
    char folder[64];
    make_folder(folder);
    for (size_t i = 4; i < sizeof WDL_START; i++) {
        unsigned char damaged[sizeof WDL_START];
        memcpy(damaged, WDL_START, sizeof damaged);
        damaged[i] ^= i == 4 ? 2 : 1; /* 1: the upper halves count, too */
        write_file(folder, "KQvK.rtbw", damaged, sizeof damaged);
        expect_refusal(folder,
                       i < 6 || i > 8 ? "KQvK.rtbw: damaged" : "not the table of that name");
    }
    remove_file(folder, "KQvK.rtbw");
    rmdir(folder);
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
    uint64_t state = 1;
    if (!syzygy_sample(name, &state, &position))
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
    uint64_t number = 1;
    assert_false(syzygy_sample("", &number, &position));
    assert_false(syzygy_sample("KQ", &number, &position));
    assert_false(syzygy_sample("KQQQQvKQQQ", &number, &position));
}

int main(void) {
    unsigned char *const files[] = {WDL_START, DTZ_START, ROOK_WDL, ROOK_DTZ, PAWN_WDL};
    for (size_t i = 0; i < ARRAY_LENGTH(files); i++)
        syzygy_checksum_of(files[i], 64, files[i] + 64);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_tables),
        cmocka_unit_test(links_files),
        cmocka_unit_test(checksums_are_the_generators),
        cmocka_unit_test(each_byte_counts),
        cmocka_unit_test(opens_nothing_that_is_none),
        cmocka_unit_test(samples_have_the_men_of_the_name),
    };
    chess_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
