/* Damage and cuts cost the block that they hit, and are named with their place. */

#include "support.h"

#include <errno.h>

#include "chain/block.h"
#include "chain/file_header.h"
#include "chain/game_code.h"

#define BLOCKS          5
#define GAMES_PER_BLOCK 10
#define GAMES           (BLOCKS * GAMES_PER_BLOCK)

static char path[32];
static uint8_t *bytes; /* of the intact file */
static size_t size;
static size_t blocks[BLOCKS + 1]; /* where each begins, and the end */
static ChainGame games[GAMES];    /* what is in it */

/* What lies from there on cannot be read. */
static off_t unreadable_from = INT64_MAX;

/* In place of the C library's. */
ssize_t pread(int descriptor, void *data, size_t length, off_t at) {
    if (at + (off_t)length > unreadable_from) {
        errno = EIO;
        return -1;
    }
    return lseek(descriptor, at, SEEK_SET) == at ? read(descriptor, data, length) : -1;
}

static int set_up(void **state) {
    (void)state;
    chess_init();
    make_temporary(path);
    ChainWriter *writer = open_writer(path);
    blocks[0] = FILE_HEADER_SIZE;
    for (uint64_t i = 0; i < GAMES; i++)
        random_game(i, &games[i]);
    for (uint64_t i = 0; i < BLOCKS; i++) {
        add_games(writer, i * GAMES_PER_BLOCK, GAMES_PER_BLOCK);
        assert_true(chain_writer_flush(writer));
        free(read_bytes(path, &blocks[i + 1]));
    }
    assert_true(chain_writer_close(writer));
    bytes = read_bytes(path, &size);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    unreadable_from = INT64_MAX;
    free(bytes);
    unlink(path);
    return 0;
}

/* Reads the file: all games must be there but those of block `lost` (-1 for none), and `damages`
 * must be reported, the last one with the text `message` in it. */
static void assert_loss(int lost, int damages, const char *message) {
    Reason error = {""};
    ChainReader *reader = chain_reader_open(path, &error);
    if (!reader)
        fail_msg("%s", error.text);
    ChainGame game;
    ChainStatus status;
    int found = 0;
    uint64_t number = 0;
    while ((status = chain_reader_next(reader, &game)) != CHAIN_END) {
        if (status == CHAIN_DAMAGED) {
            found++;
            if (message && !strstr(chain_reader_message(reader), message))
                fail_msg("\"%s\" is not in \"%s\"", message, chain_reader_message(reader));
            continue;
        }
        if (number == (uint64_t)lost * GAMES_PER_BLOCK)
            number += GAMES_PER_BLOCK;
        assert_in_range(number, 0, GAMES - 1);
        assert_same_game(&games[number++], &game);
    }
    if (lost == BLOCKS - 1)
        number += GAMES_PER_BLOCK;
    assert_int_equal(number, GAMES);
    assert_int_equal(found, damages);
    chain_reader_close(reader);
}

static const char *place_of(int block) {
    static char text[64];
    snprintf(text, sizeof text, "block at byte %zu ", blocks[block]);
    return text;
}

static void test_intact(void **state) {
    (void)state;
    assert_loss(-1, 0, NULL);
}

static void test_any_altered_byte_costs_its_block(void **state) {
    (void)state;
    uint64_t random = 1;
    for (int block = 0; block < BLOCKS; block++) {
        size_t length = blocks[block + 1] - blocks[block];
        for (int i = 0; i < 80; i++) {
            /* Every byte of the header, then some of the payload. */
            size_t at =
                i < BLOCK_HEADER_SIZE ? (size_t)i : (size_t)random_below(&random, (int)length);
            at += blocks[block];
            uint8_t change = (uint8_t)(1 + random_below(&random, 255));
            bytes[at] ^= change;
            write_bytes(path, bytes, size);
            assert_loss(block, 1, place_of(block));
            bytes[at] ^= change;
        }
    }
}

static void test_overwritten_stretch(void **state) {
    (void)state;
    for (int block = 0; block < BLOCKS; block++) {
        uint8_t *copy = malloc(size);
        memcpy(copy, bytes, size);
        memset(copy + blocks[block] + 10, 0, blocks[block + 1] - blocks[block] - 20);
        write_bytes(path, copy, size);
        assert_loss(block, 1, place_of(block));
        free(copy);
    }
}

static void test_missing_and_added_bytes(void **state) {
    (void)state;
    for (int block = 0; block < BLOCKS; block++) {
        uint8_t *copy = malloc(size + 7);
        size_t at = blocks[block] + (blocks[block + 1] - blocks[block]) / 2;
        memcpy(copy, bytes, at);
        memcpy(copy + at, bytes + at + 7, size - at - 7);
        write_bytes(path, copy, size - 7);
        assert_loss(block, 1, place_of(block));

        memset(copy + at, 0xB1, 7); /* as the magic begins */
        memcpy(copy + at + 7, bytes + at, size - at);
        write_bytes(path, copy, size + 7);
        assert_loss(block, 1, place_of(block));
        free(copy);
    }
}

static void test_rubbish_between_blocks_costs_nothing(void **state) {
    (void)state;
    uint8_t *copy = malloc(size + 100);
    memcpy(copy, bytes, blocks[2]);
    memset(copy + blocks[2], 'x', 100);
    memcpy(copy + blocks[2] + 30, BLOCK_MAGIC, BLOCK_MAGIC_SIZE); /* but no header behind it */
    memcpy(copy + blocks[2] + 100, bytes + blocks[2], size - blocks[2]);
    write_bytes(path, copy, size + 100);
    assert_loss(-1, 1, place_of(2));
    free(copy);
}

static void test_cut_file_loses_the_last_block(void **state) {
    (void)state;
    for (size_t length = blocks[BLOCKS - 1] + 1; length < size; length += 29) {
        write_bytes(path, bytes, length);
        assert_loss(BLOCKS - 1, 1, "cut off");
    }
}

static void test_damaged_file_header_costs_nothing(void **state) {
    (void)state;
    for (size_t at = 0; at < FILE_HEADER_SIZE; at += 3) {
        bytes[at] ^= 0x55;
        write_bytes(path, bytes, size);
        assert_loss(-1, 1, "header is damaged; the first block begins at byte 512");
        bytes[at] ^= 0x55;
    }
}

static void test_two_damaged_neighbours(void **state) {
    (void)state;
    bytes[blocks[1] + 100] ^= 1;
    bytes[blocks[2] + 100] ^= 1;
    write_bytes(path, bytes, size);
    ChainSurvey survey;
    Reason error;
    assert_true(chain_survey(path, &survey, &error));
    assert_int_equal(survey.damages, 2);
    assert_int_equal(survey.games, GAMES - 2 * GAMES_PER_BLOCK);
    assert_true(survey.damaged_inside);
    assert_non_null(strstr(survey.first_damage, place_of(1)));
}

static void test_other_version(void **state) {
    (void)state;
    FileHeader header = {.version = FILE_VERSION + 1};
    file_header_write(&header, bytes);
    write_bytes(path, bytes, size);
    Reason error = {""};
    assert_null(chain_reader_open(path, &error));
    assert_non_null(strstr(error.text, "version 2"));
}

/* What a kill in the middle of a write leaves. */
static void test_a_cut_file_is_continued(void **state) {
    (void)state;
    for (size_t length = blocks[BLOCKS - 1] + 1; length < size; length += 333) {
        write_bytes(path, bytes, length);
        ChainWriter *writer = open_writer(path);
        add_games(writer, GAMES - GAMES_PER_BLOCK, GAMES_PER_BLOCK);
        assert_true(chain_writer_close(writer));
        assert_loss(-1, 0, NULL);
    }
}

static void test_a_cut_file_header_is_begun_again(void **state) {
    (void)state;
    for (size_t length = 0; length < FILE_HEADER_SIZE; length += 73) {
        write_bytes(path, bytes, length);
        ChainWriter *writer = open_writer(path);
        add_games(writer, 0, GAMES);
        assert_true(chain_writer_close(writer));
        assert_loss(-1, 0, NULL);
    }
}

static void test_a_file_damaged_inside_is_not_continued(void **state) {
    (void)state;
    bytes[blocks[1] + 100] ^= 1;
    write_bytes(path, bytes, size);
    Reason error = {""};
    ChainSurvey held;
    assert_null(chain_writer_open(path, &ORIGIN, &held, &error));
    assert_non_null(strstr(error.text, "cannot be continued"));
    assert_loss(1, 1, place_of(1));
}

/* A fault of the disk is no end of the file: what lies behind it would be given up as cut off, and
 * written over. */
static void test_what_cannot_be_read_is_left_alone(void **state) {
    (void)state;
    const size_t places[] = {0, 1, blocks[0], blocks[2], blocks[2] + 1, blocks[2] + 200, size - 1};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        Reason error = {""};
        ChainSurvey held;
        unreadable_from = (off_t)places[i];
        assert_false(chain_survey(path, &held, &error));
        assert_non_null(strstr(error.text, strerror(EIO)));
        assert_null(chain_writer_open(path, &ORIGIN, &held, &error));
        assert_non_null(strstr(error.text, strerror(EIO)));
        unreadable_from = INT64_MAX;
        assert_loss(-1, 0, NULL);
    }
}

static void test_what_cannot_be_read_is_named(void **state) {
    (void)state;
    for (size_t at = blocks[2]; at < blocks[3]; at += 50) {
        Reason error = {""};
        ChainReader *reader = chain_reader_open(path, &error);
        assert_non_null(reader);
        ChainGame game;
        unreadable_from = (off_t)at;
        for (int i = 0; i < 2 * GAMES_PER_BLOCK; i++)
            assert_int_equal(chain_reader_next(reader, &game), CHAIN_GAME);
        assert_int_equal(chain_reader_next(reader, &game), CHAIN_DAMAGED);
        assert_non_null(strstr(chain_reader_message(reader), place_of(2)));
        assert_non_null(strstr(chain_reader_message(reader), strerror(EIO)));
        assert_int_equal(chain_reader_next(reader, &game), CHAIN_END);
        chain_reader_close(reader);
        unreadable_from = INT64_MAX;
    }
}

/* Blocks whose checksums are right, but not what is in them. */
static void test_wrong_content(void **state) {
    (void)state;
    BlockColumns *columns = malloc(sizeof *columns);
    uint8_t *block = malloc(BLOCK_HEADER_SIZE + BLOCK_PAYLOAD_MAX);
    BlockHeader header;
    assert_true(block_header_read(bytes + blocks[1], &header));
    assert_true(block_decompress(&header, bytes + blocks[1] + BLOCK_HEADER_SIZE, columns));
    columns->bytes[COLUMN_MOVES][0] = 250; /* no position has so many moves */
    assert_true(block_compress(columns, &header, block + BLOCK_HEADER_SIZE));
    block_header_write(&header, block);
    size_t length = BLOCK_HEADER_SIZE + header.payload_size;
    uint8_t *copy = malloc(size + length);
    memcpy(copy, bytes, blocks[1]);
    memcpy(copy + blocks[1], block, length);
    memcpy(copy + blocks[1] + length, bytes + blocks[2], size - blocks[2]);
    write_bytes(path, copy, blocks[1] + length + size - blocks[2]);
    assert_loss(1, 1, "a move does not exist");
    free(copy);
    free(block);
    free(columns);
}

/* Scores are written by how they differ from what is expected: the sum may be none. */
static void test_a_score_out_of_range(void **state) {
    (void)state;
    EncodedGame *encoded = malloc(sizeof *encoded);
    ChainGame game = games[1];
    assert_true(game.ply_count >= 2);
    game.ply_count = 2;
    game.scores[0] = INT16_MAX;
    game.scores[1] = -INT16_MAX;
    assert_true(game_encode(&game, encoded));
    const size_t last = encoded->sizes[COLUMN_SCORES] - 1;
    for (int lower = 1; lower <= 2; lower++) {
        encoded->bytes[COLUMN_SCORES][last] = (uint8_t)bytes_zigzag(-lower);
        ByteCursor cursors[COLUMNS];
        for (int i = 0; i < COLUMNS; i++)
            cursors[i] = (ByteCursor){encoded->bytes[i], encoded->bytes[i] + encoded->sizes[i]};
        const char *why;
        ChainGame read;
        assert_int_equal(game_decode(cursors, &read, &why), lower == 1);
    }
    free(encoded);
}

/* Bytes that no writer has written are refused or are some game, but read nothing beside them. */
static void test_random_columns(void **state) {
    (void)state;
    uint64_t random = 3;
    EncodedGame *encoded = malloc(sizeof *encoded);
    for (uint64_t i = 0; i < 3000; i++) {
        ChainGame game;
        random_game(i, &game);
        assert_true(game_encode(&game, encoded));
        ByteCursor columns[COLUMNS];
        uint8_t *exact[COLUMNS];
        for (int j = 0; j < COLUMNS; j++) {
            exact[j] = malloc(encoded->sizes[j] + 1);
            memcpy(exact[j], encoded->bytes[j], encoded->sizes[j]);
            size_t used = encoded->sizes[j];
            if (used > 0 && random_below(&random, 2) == 0)
                exact[j][random_below(&random, (int)used)] = (uint8_t)random_next(&random);
            if (used > 0 && random_below(&random, 4) == 0)
                used = (size_t)random_below(&random, (int)used);
            exact[j] = realloc(exact[j], used + (used == 0));
            columns[j] = (ByteCursor){exact[j], exact[j] + used};
        }
        const char *why = NULL;
        if (game_decode(columns, &game, &why))
            assert_in_range(game.ply_count, 0, CHAIN_MAX_PLIES);
        else
            assert_non_null(why);
        for (int j = 0; j < COLUMNS; j++)
            free(exact[j]);
    }
    free(encoded);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_intact, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_any_altered_byte_costs_its_block, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_overwritten_stretch, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_missing_and_added_bytes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_rubbish_between_blocks_costs_nothing, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(test_cut_file_loses_the_last_block, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_damaged_file_header_costs_nothing, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_two_damaged_neighbours, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_other_version, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_cut_file_is_continued, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_cut_file_header_is_begun_again, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_file_damaged_inside_is_not_continued, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(test_what_cannot_be_read_is_left_alone, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_what_cannot_be_read_is_named, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_wrong_content, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_score_out_of_range, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_random_columns, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
