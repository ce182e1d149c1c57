#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "machine/policy.h"

static void expect_policy(const char *text, NumaPolicyKind kind, const char *formatted) {
    NumaPolicy policy = {0};
    char out[256];
    Reason error = {""};
    if (!numa_policy_parse(text_of(text), &policy, &error))
        fail_msg("%s: %s", text, error.text);
    assert_int_equal(policy.kind, kind);
    assert_int_equal(numa_policy_format(&policy, out, sizeof out), strlen(formatted));
    assert_string_equal(out, formatted);
    numa_policy_clear(&policy);
    assert_int_equal(policy.kind, NUMA_POLICY_AUTO);
    assert_null(policy.ranges);
}

static void reads_names(void **state) {
    (void)state;
    expect_policy("auto", NUMA_POLICY_AUTO, "auto");
    expect_policy("System", NUMA_POLICY_SYSTEM, "system");
    expect_policy(" HARDWARE ", NUMA_POLICY_HARDWARE, "hardware");
    expect_policy("none", NUMA_POLICY_NONE, "none");
}

static void reads_lists(void **state) {
    (void)state;
    expect_policy("0", NUMA_POLICY_LIST, "0");
    expect_policy("0-15,128-143:16-31", NUMA_POLICY_LIST, "0-15,128-143:16-31");
    expect_policy(" 3,1,2:0 ", NUMA_POLICY_LIST, "1-3:0");
    expect_policy("5-5:65535", NUMA_POLICY_LIST, "5:65535");
    expect_policy("8,0-3,4:9-10,007", NUMA_POLICY_LIST, "0-4,8:7,9-10");
}

static void counts_nodes(void **state) {
    (void)state;
    NumaPolicy policy = {0};
    Reason error;
    assert_true(numa_policy_parse(text_of("4-7,0:1:2,3"), &policy, &error));
    assert_int_equal(policy.node_count, 3);
    assert_int_equal(policy.range_count, 4);
    assert_int_equal(policy.ranges[1].first, 4);
    assert_int_equal(policy.ranges[1].last, 7);
    assert_int_equal(policy.ranges[3].node, 2);
    numa_policy_clear(&policy);
}

static void cuts_what_does_not_fit(void **state) {
    (void)state;
    NumaPolicy policy = {0};
    char out[6];
    Reason error;
    assert_true(numa_policy_parse(text_of("0-15:16-31"), &policy, &error));
    assert_int_equal(numa_policy_format(&policy, NULL, 0), 10);
    assert_int_equal(numa_policy_format(&policy, out, sizeof out), 10);
    assert_string_equal(out, "0-15:");
    numa_policy_clear(&policy);
}

static void expect_error(const char *text, const char *part) {
    NumaPolicy policy = {.kind = NUMA_POLICY_SYSTEM, .node_count = 42};
    Reason error = {""};
    assert_false(numa_policy_parse(text_of(text), &policy, &error));
    if (!strstr(error.text, part))
        fail_msg("%s: \"%s\" does not say \"%s\"", text, error.text, part);
    assert_int_equal(policy.node_count, 42);
}

static void names_the_column_of_an_error(void **state) {
    (void)state;
    expect_error("", "not one of auto");
    expect_error("automatic", "not one of auto");
    expect_error(":0", "not one of auto");
    expect_error("-1", "not one of auto");
    expect_error("0-", "column 3: the number");
    expect_error("0,", "column 3: the number");
    expect_error("0::1", "column 3: the number");
    expect_error("0-3;4", "column 4: a comma");
    expect_error("0 1", "column 2: a comma");
    expect_error("0-1-2", "column 4: a comma");
    expect_error("0:7-4", "column 3: the range runs backwards");
    expect_error("0-3:2", "column 5: processor 2 is listed twice");
    expect_error("  0,0", "column 5: processor 0");
    expect_error("1:65536", "column 3: the number is too large");
    expect_error("1:99999999999999999999999", "column 3: the number is too large");
}

static void reads_long_lists(void **state) {
    (void)state;
    size_t size = 8 * (NUMA_POLICY_MAX_PU + 1), length = 0;
    char *text = malloc(size);
    assert_non_null(text);
    for (int i = 0; i <= NUMA_POLICY_MAX_PU; i += 2)
        length += (size_t)snprintf(text + length, size - length, "%s%d", i > 0 ? ":" : "", i);
    NumaPolicy policy = {0};
    Reason error;
    assert_true(numa_policy_parse(text_of(text), &policy, &error));
    assert_int_equal(policy.node_count, (NUMA_POLICY_MAX_PU + 1) / 2);
    assert_int_equal(numa_policy_format(&policy, NULL, 0), length);
    numa_policy_clear(&policy);
    free(text);
}

static void reads_placements(void **state) {
    (void)state;
    char choices[64] = "";
    for (int i = 0; i < PLACEMENT_COUNT; i++) {
        int placement = PLACEMENT_NONE;
        assert_true(named_values_parse(PLACEMENT_NAMES, text_of(placement_name((ThreadPlacement)i)),
                                       &placement));
        assert_int_equal(placement, i);
        strcat(strcat(choices, i > 0 ? "|" : ""), placement_name((ThreadPlacement)i));
    }
    assert_string_equal(choices, PLACEMENT_CHOICES);
    int placement = PLACEMENT_CORES;
    assert_true(named_values_parse(PLACEMENT_NAMES, text_of("Scatter"), &placement));
    assert_int_equal(placement, PLACEMENT_SCATTER);
    assert_false(named_values_parse(PLACEMENT_NAMES, text_of("spread"), &placement));
    assert_false(named_values_parse(PLACEMENT_NAMES, text_of(""), &placement));
    assert_int_equal(placement, PLACEMENT_SCATTER);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_names),
        cmocka_unit_test(reads_lists),
        cmocka_unit_test(counts_nodes),
        cmocka_unit_test(cuts_what_does_not_fit),
        cmocka_unit_test(names_the_column_of_an_error),
        cmocka_unit_test(reads_long_lists),
        cmocka_unit_test(reads_placements),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
