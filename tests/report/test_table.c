/* Tables whose columns are described once: the same rows as text, CSV, JSON and on a page. */

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/compiler.h"
#include "report/table.h"

typedef struct Other {
    const char *text;
    int number;
} Other;

typedef struct Row {
    const char *name;
    char word[8];
    int threads;
    int64_t time_us;
    int age;
    const Other *other;
    uint64_t leaves;
    double load;
    Estimate speed;
    bool right;
} Row;

static void read_twice(const void *row, TableValue *value) {
    value->kind = TABLE_STRING;
    snprintf(value->room, sizeof value->room, "%s%s", ((const Row *)row)->name,
             ((const Row *)row)->name);
    value->text = value->room;
}

static void read_verdict(const void *row, TableValue *value) {
    value->kind = TABLE_VERDICT;
    value->integer = ((const Row *)row)->right;
    value->text = value->integer ? "right" : "wrong";
}

static void read_nested(const void *row, TableValue *value) {
    value->kind = TABLE_NESTED;
    value->json = json_pack("[i]", ((const Row *)row)->threads);
}

#define PEOPLE (TABLE_TEXT | TABLE_PAGE)

static const Column COLUMNS[] = {
    {"code", "code", "Code", TABLE_PAGE, .read = read_twice, .style = HTML_CODE},
    {"name", "name", "Name", TABLE_ALL, MEMBER(Row, name)},
    {"word", .views = TABLE_DATA, MEMBER_WORD(Row, word)},
    {"threads", "threads", .views = TABLE_ALL, MEMBER(Row, threads)},
    {"time_ms", .views = TABLE_DATA, MEMBER_TIME(Row, time_us)},
    {"age", .views = TABLE_DATA, MEMBER(Row, age), .none_below_zero = true},
    {"behind", .views = TABLE_CSV, MEMBER_BEHIND(Row, other, Other, number)},
    {"leaves", "leaves", "Leaves", TABLE_DATA | TABLE_PAGE, MEMBER(Row, leaves)},
    {"load", "load", "Load", TABLE_ALL, MEMBER(Row, load), .decimals = 1, .factor = 100,
     .unit = " %"},
    {"nps", "nodes/s", "Nodes/s", TABLE_ALL, PEOPLE, MEMBER(Row, speed)},
    {"right", "result", .views = TABLE_DATA | PEOPLE, .read = read_verdict},
    {"nested", .views = TABLE_JSON | TABLE_OWN, .read = read_nested},
};

static const Other OTHER = {"", 7};

static const Row ROWS[] = {
    {"one", "", 1, -1, -1, &OTHER, UINT64_MAX, 0.5, {1000, 900.25, 1100}, true},
    {"a \"b\", c & d", "word", 12, 1500, 5, &OTHER, 1234567, NAN, {NAN, NAN, NAN}, false},
};

static const Table TESTED = {COLUMNS, ARRAY_LENGTH(COLUMNS), ROWS, sizeof ROWS[0], 2};

static char *read_file(FILE *file) {
    char *text = calloc(1, 8192);
    rewind(file);
    assert_true(fread(text, 1, 8191, file) > 0);
    fclose(file);
    return text;
}

static void test_text(void **state) {
    (void)state;
    FILE *file = tmpfile();
    table_write_text(TESTED, TABLE_TEXT, 0, 1, file);
    table_write_text(TESTED, TABLE_TEXT, 1, 1, file);
    char *text = read_file(file);
    assert_string_equal(text, "  name          threads    load  nodes/s interval     result\n"
                              "  one                 1  50.0 %     1000 [900, 1100]  right\n"
                              "  name          threads    load  nodes/s interval     result\n"
                              "  a \"b\", c & d       12       -        -              wrong\n");
    free(text);
}

/* Names of engines and files may have letters outside of ASCII. */
static void test_text_beside_other_letters(void **state) {
    (void)state;
    static const Row NAMES[] = {{.name = "Läufer", .threads = 1}, {.name = "other", .threads = 12}};
    static const Column TWO[] = {
        {NULL, "Größe", .views = TABLE_TEXT, MEMBER(Row, name)},
        {NULL, "threads", .views = TABLE_TEXT, MEMBER(Row, threads)},
    };
    FILE *file = tmpfile();
    table_write_text(TABLE(TWO, NAMES, 2), TABLE_TEXT, 0, 2, file);
    char *text = read_file(file);
    assert_string_equal(text, "  Größe   threads\n"
                              "  Läufer        1\n"
                              "  other        12\n");
    free(text);
}

static void test_csv(void **state) {
    (void)state;
    char path[] = "/tmp/quorum-table-XXXXXX";
    Reason error;
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    assert_true(table_save_csv(TESTED, false, path, &error));
    fclose(fdopen(descriptor, "r"));
    char *text = read_file(fopen(path, "r"));
    assert_string_equal(
        text, "name,word,threads,time_ms,age,behind,leaves,load,nps,nps_low,nps_high,right\r\n"
              "one,,1,,,7,18446744073709551615,0.5,1000,900.25,1100,1\r\n"
              "\"a \"\"b\"\", c & d\",word,12,1.5,5,7,1234567,,,,,0\r\n");
    free(text);
    assert_true(table_save_csv(TESTED, true, path, &error));
    text = read_file(fopen(path, "r"));
    assert_non_null(strstr(text, ",right,cut_short\r\none,"));
    assert_non_null(strstr(text, "1100,1,1\r\n"));
    free(text);
    remove(path);
    assert_false(table_save_csv(TESTED, false, "/nonexistent/table.csv", &error));
    assert_non_null(strstr(error.text, "/nonexistent/table.csv"));
}

static void test_json(void **state) {
    (void)state;
    json_t *found = table_json(TESTED);
    json_t *first = json_pack("{s:s, s:n, s:i, s:n, s:n, s:f, s:f, s:{s:f, s:f, s:f}, s:b, s:[i]}",
                              "name", "one", "word", "threads", 1, "time_ms", "age", "leaves",
                              (double)UINT64_MAX, "load", 0.5, "nps", "median", 1000.0, "low",
                              900.25, "high", 1100.0, "right", 1, "nested", 1);
    assert_int_equal(json_array_size(found), 2);
    assert_true(json_equal(json_array_get(found, 0), first));
    assert_true(json_is_null(json_object_get(json_array_get(found, 1), "nps")));
    assert_true(json_is_false(json_object_get(json_array_get(found, 1), "right")));
    json_t *own = table_row_json(TESTED, TABLE_OWN, &ROWS[1]);
    json_t *wanted = json_pack("{s:[i]}", "nested", 12);
    assert_true(json_equal(own, wanted));
    json_decref(wanted);
    json_decref(own);
    json_decref(first);
    json_decref(found);
}

static void test_page(void **state) {
    (void)state;
    HtmlPage page;
    html_begin(&page, "test");
    table_add_to_page(TESTED, TABLE_PAGE, &page);
    fflush(page.out);
    const char *rest = page.text;
    static const char *const PARTS[] = {
        "<th>Name</th><th>threads</th><th>Leaves</th><th>Load</th><th>Nodes/s</th>"
        "<th>Nodes/s, interval</th><th>result</th><th>Code</th>",
        "data-name=\"Leaves\"><span>18\xC2\xA0"
        "446\xC2\xA0"
        "744\xC2\xA0"
        "073\xC2\xA0"
        "709"
        "\xC2\xA0"
        "551\xC2\xA0"
        "615<",
        "<td class=\"n\" data-name=\"Load\"><span>50.0 %<",
        "<span>900 to 1100<",
        "<td class=\"y\" data-name=\"result\"><span>right<",
        "<td class=\"c\" data-name=\"Code\"><span>oneone<",
        "c &#38; d<",
        "data-name=\"Nodes/s, interval\"><span>–<",
        "<td class=\"x\"",
    };
    for (size_t i = 0; i < ARRAY_LENGTH(PARTS); i++) {
        rest = strstr(rest, PARTS[i]);
        assert_non_null(rest);
    }
    fclose(page.out);
    free(page.text);
}

/* As a report that is read may have them. */
static void test_huge_numbers(void **state) {
    (void)state;
    static const Row HUGE = {"huge", "", 1, -1, -1, &OTHER, 1, 1e300, {1e300, -1e300, DBL_MAX},
                             true};
    const Table table = {COLUMNS, ARRAY_LENGTH(COLUMNS), &HUGE, sizeof HUGE, 1};
    FILE *file = tmpfile();
    table_write_text(table, TABLE_TEXT, 0, 1, file);
    char *text = read_file(file);
    assert_non_null(strstr(text, " 1e+302 %   1e+300 [-1e+300, 1.79769e+308] "));
    free(text);
    HtmlPage page;
    html_begin(&page, "test");
    table_add_to_page(table, TABLE_PAGE, &page);
    fflush(page.out);
    assert_non_null(strstr(page.text, "<span>1e+302 %<"));
    assert_non_null(strstr(page.text, "<span>-1e+300 to 1.79769e+308<"));
    fclose(page.out);
    free(page.text);
}

static void test_facts(void **state) {
    (void)state;
    HtmlPage page;
    html_begin(&page, "test");
    table_add_facts((Table){COLUMNS, ARRAY_LENGTH(COLUMNS), &ROWS[0], sizeof ROWS[0], 1},
                    TABLE_TEXT, &page);
    table_add_facts((Table){COLUMNS, ARRAY_LENGTH(COLUMNS), &ROWS[1], sizeof ROWS[1], 1},
                    TABLE_TEXT, &page);
    fflush(page.out);
    assert_non_null(strstr(page.text, "<dt>Load</dt><dd>50.0 %</dd>"));
    assert_non_null(strstr(page.text, "<dt>threads</dt><dd>12</dd>"));
    assert_null(strstr(page.text, "<dd>–</dd>"));
    fclose(page.out);
    free(page.text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text),  cmocka_unit_test(test_text_beside_other_letters),
        cmocka_unit_test(test_csv),   cmocka_unit_test(test_json),
        cmocka_unit_test(test_page),  cmocka_unit_test(test_huge_numbers),
        cmocka_unit_test(test_facts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
