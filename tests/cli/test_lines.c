/* Lines of a file, and where they are too long. */

#include "cli/lines.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define PATH "/tmp/quorum-lines-XXXXXX"

/* Writes a line, then one of so many letters, and opens the file. The path, at first PATH, is to
 * last as long as the source. */
static void open_lines(LineSource *source, char *path, size_t length) {
    FILE *file = fdopen(mkstemp(path), "w");
    Reason error;
    assert_non_null(file);
    fputs("one\n", file);
    for (size_t i = 0; i < length; i++)
        putc('x', file);
    fputs("\nlast\n", file);
    assert_int_equal(fclose(file), 0);
    assert_true(lines_open(source, path, &error));
    unlink(path);
    assert_true(lines_next(source));
    assert_string_equal(source->text, "one");
}

static void the_longest_line_is_read(void **state) {
    (void)state;
    LineSource source;
    Reason error;
    char path[] = PATH;
    open_lines(&source, path, LINES_LONGEST);
    assert_true(lines_next(&source));
    assert_int_equal(source.length, LINES_LONGEST);
    assert_true(lines_next(&source));
    assert_string_equal(source.text, "last");
    assert_false(lines_next(&source));
    assert_true(lines_close(&source, &error));
}

static void a_longer_one_is_a_fault(void **state) {
    (void)state;
    LineSource source;
    Reason error;
    char path[] = PATH;
    open_lines(&source, path, LINES_LONGEST + 1);
    assert_false(lines_next(&source));
    assert_false(lines_close(&source, &error));
    assert_non_null(strstr(error.text, ":2: the line is too long"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_longest_line_is_read),
        cmocka_unit_test(a_longer_one_is_a_fault),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
