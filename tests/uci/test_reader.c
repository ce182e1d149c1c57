#include "uci/reader.h"

#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static void expect_line(LineReader *reader, const char *expected, size_t length) {
    Text line;
    assert_true(reader_next(reader, &line));
    assert_int_equal(line.length, length);
    assert_memory_equal(line.data, expected, length);
}

/* Opens a pipe with something in it, and a reader of that. */
static void begin(int ends[2], LineReader *reader, const char *input) {
    const ssize_t length = (ssize_t)strlen(input);
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], input, (size_t)length), length);
    reader_init(reader, ends[0], -1);
}

static void splits_lines(void **state) {
    (void)state;
    static const char INPUT[] = "\n\none\r\ntwo\n\rthree\rfo\0ur\n\n\r five \nrest";
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], INPUT, sizeof INPUT - 1), sizeof INPUT - 1);
    close(ends[1]);
    LineReader reader;
    reader_init(&reader, ends[0], -1);
    expect_line(&reader, "one", 3);
    expect_line(&reader, "two", 3);
    expect_line(&reader, "three", 5);
    expect_line(&reader, "fo\0ur", 5);
    expect_line(&reader, " five ", 6);
    expect_line(&reader, "rest", 4);
    Text line;
    assert_false(reader_next(&reader, &line));
    assert_false(reader_next(&reader, &line));
    reader_free(&reader);
    close(ends[0]);
}

static void leaves_out_a_byte_order_mark(void **state) {
    (void)state;
    static const char *const INPUTS[] = {
        "\xEF\xBB\xBF"
        "one\n\xEF\xBB\xBF\n",
        "\xEF\xBB\xBF\none\n\xEF\xBB\xBF\n",
    };
    for (size_t i = 0; i < sizeof INPUTS / sizeof *INPUTS; i++) {
        int ends[2];
        LineReader reader;
        begin(ends, &reader, INPUTS[i]);
        expect_line(&reader, "one", 3);
        expect_line(&reader, "\xEF\xBB\xBF", 3); /* later ones are none */
        reader_free(&reader);
        close(ends[0]);
        close(ends[1]);
    }
}

static void looks_at_the_next_line_without_taking_it(void **state) {
    (void)state;
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    LineReader reader;
    reader_init(&reader, ends[0], -1);
    assert_false(reader_next_is(&reader, "quit"));
    assert_int_equal(write(ends[1], "isready\n\r", 9), 9);
    Text line;
    assert_true(reader_next(&reader, &line));
    assert_false(reader_next_is(&reader, "quit"));
    assert_int_equal(write(ends[1], " quit", 5), 5);
    assert_false(reader_next_is(&reader, "quit"));
    assert_int_equal(write(ends[1], " \ngo\n", 5), 5);
    assert_true(reader_next_is(&reader, "quit"));
    assert_false(reader_next_is(&reader, "go"));
    assert_memory_equal(line.data, "isready", 7);
    expect_line(&reader, " quit ", 6);
    assert_true(reader_next_is(&reader, "go"));
    expect_line(&reader, "go", 2);
    reader_free(&reader);
    close(ends[0]);
    close(ends[1]);
}

/* Where another program writes once its input is waited for; -1: nowhere. */
static int awaited = -1;

/* In place of the C library's. */
int poll(struct pollfd *files, nfds_t count, int timeout_ms) {
    if (timeout_ms < 0 && awaited >= 0) {
        assert_int_equal(write(awaited, "ree\nfour\n", 9), 9);
        awaited = -1;
    }
    const struct timespec timeout = {timeout_ms / 1000, timeout_ms % 1000 * 1000000L};
    return ppoll(files, count, timeout_ms < 0 ? NULL : &timeout, NULL);
}

static void knows_what_it_has_waited_for(void **state) {
    (void)state;
    int ends[2];
    LineReader reader;
    begin(ends, &reader, "one\ntwo\nth");
    expect_line(&reader, "one", 3);
    assert_false(reader.has_waited);
    expect_line(&reader, "two", 3);
    assert_false(reader.has_waited);
    awaited = ends[1];
    expect_line(&reader, "three", 5);
    assert_true(reader.has_waited);
    expect_line(&reader, "four", 4);
    assert_false(reader.has_waited);
    reader_free(&reader);
    close(ends[0]);
    close(ends[1]);
}

/* Writes `before`, `length` letters, a line end and `after` into a pipe from another process;
 * returns the end to read from. */
static int feed(const char *before, size_t length, const char *after) {
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    if (fork() == 0) {
        static char chunk[1 << 16];
        memset(chunk, 'x', sizeof chunk);
        bool written = write(ends[1], before, strlen(before)) == (ssize_t)strlen(before);
        while (length > 0 && written) {
            size_t part = length < sizeof chunk ? length : sizeof chunk;
            written = write(ends[1], chunk, part) == (ssize_t)part;
            length -= part;
        }
        written = written && write(ends[1], "\n", 1) == 1;
        written = written && write(ends[1], after, strlen(after)) == (ssize_t)strlen(after);
        _exit(!written);
    }
    close(ends[1]);
    return ends[0];
}

static void reads_long_lines(void **state) {
    (void)state;
    /* The neighbours of what the buffer holds when it is first made and first doubled. */
    static const size_t LENGTHS[] = {1, 65535, 65536, 65537, 131071, 131072, 131073, 10000000};
    for (size_t i = 0; i < sizeof LENGTHS / sizeof LENGTHS[0]; i++) {
        LineReader reader;
        reader_init(&reader, feed("", LENGTHS[i], "next"), -1);
        Text line;
        assert_true(reader_next(&reader, &line));
        assert_int_equal(line.length, LENGTHS[i]);
        assert_true(line.data[0] == 'x' && line.data[line.length - 1] == 'x');
        expect_line(&reader, "next", 4);
        assert_false(reader_next(&reader, &line));
        close(reader.fd);
        reader_free(&reader);
        assert_true(wait(NULL) > 0);
    }
}

/* What comes before decides how far the buffer reaches beyond the limit. */
static void check_dropping(const char *before, size_t length) {
    LineReader reader;
    reader_init(&reader, feed(before, length, "next\nlast\n"), -1);
    if (before[0] != '\0')
        expect_line(&reader, before, strlen(before) - 1);
    expect_line(&reader, "next", 4);
    expect_line(&reader, "last", 4);
    Text line;
    assert_false(reader_next(&reader, &line));
    close(reader.fd);
    reader_free(&reader);
    assert_true(wait(NULL) > 0);
}

static void drops_a_line_that_is_too_long(void **state) {
    (void)state;
    check_dropping("", READER_MAX_LINE + READER_MAX_LINE / 2);
    check_dropping("first\n", READER_MAX_LINE + 1);
}

static void is_exhausted_without_lines(void **state) {
    (void)state;
    static const char *const LEFT[] = {"", "\n \r\n", "\n quit", "\n\nquit\n"};
    for (int i = 0; i < 4; i++) {
        int ends[2];
        LineReader reader;
        begin(ends, &reader, "one\n");
        expect_line(&reader, "one", 3);
        const ssize_t length = (ssize_t)strlen(LEFT[i]);
        assert_int_equal(write(ends[1], LEFT[i], (size_t)length), length);
        reader_next_is(&reader, "quit");
        assert_false(reader_is_exhausted(&reader));
        close(ends[1]);
        reader_next_is(&reader, "quit");
        assert_int_equal(reader_is_exhausted(&reader), i < 2);
        reader_free(&reader);
        close(ends[0]);
    }
}

static void ends_when_woken(void **state) {
    (void)state;
    int input[2];
    int waker[2];
    assert_int_equal(pipe(input), 0);
    assert_int_equal(pipe(waker), 0);
    assert_int_equal(write(input[1], "one\n", 4), 4);
    LineReader reader;
    reader_init(&reader, input[0], waker[0]);
    expect_line(&reader, "one", 3);
    assert_int_equal(write(waker[1], "x", 1), 1);
    Text line;
    assert_false(reader_next(&reader, &line));
    reader_free(&reader);
    for (int i = 0; i < 2; i++) {
        close(input[i]);
        close(waker[i]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(splits_lines),
        cmocka_unit_test(leaves_out_a_byte_order_mark),
        cmocka_unit_test(looks_at_the_next_line_without_taking_it),
        cmocka_unit_test(knows_what_it_has_waited_for),
        cmocka_unit_test(reads_long_lines),
        cmocka_unit_test(drops_a_line_that_is_too_long),
        cmocka_unit_test(is_exhausted_without_lines),
        cmocka_unit_test(ends_when_woken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
