#include "tools/epd/compare.h"

#include <stdio.h>
#include <string.h>

#include "cli/arguments.h"
#include "cli/command.h"
#include "cli/output.h"
#include "report/network.h"
#include "tools/epd/compare_runs.h"

#define MESSAGE_SIZE 512

/* Differences that would be seen between equals less often than this are called significant. */
#define SIGNIFICANT 0.05

typedef struct CompareArguments {
    CommonArguments common;
    const char *files[2];
    int file_count;
} CompareArguments;

static const struct argp_child CHILDREN[] = {
    COMMON_ARGUMENTS(COMMON_OUTPUTS(0), COMMON_HTML("A page with charts and table", 0)),
    {0},
};

static error_t parse_option(int key, char *value, struct argp_state *state) {
    CompareArguments *arguments = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &arguments->common;
        break;
    case ARGP_KEY_ARG:
        if (arguments->file_count == 2)
            argp_error(state, "'%s' is one file too many", value);
        else
            arguments->files[arguments->file_count++] = value;
        break;
    case ARGP_KEY_END:
        if (arguments->file_count < 2)
            argp_error(state, "two files are needed");
        break;
    default:
        return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

const struct argp COMPARE_PARSER = {
    .parser = parse_option,
    .children = CHILDREN,
    .args_doc = "A.json B.json",
    .doc =
        "Compares two runs of `quorum epd --json`: what only one of them has solved, whether that "
        "is more than chance (McNemar's exact test), and the times of what both have "
        "solved.\vThe exit code is 2 when a file cannot be used.",
};

static const char *judge(double p) {
    return p < SIGNIFICANT ? "significant" : "not significant";
}

static void print_alone(const Comparison *comparison, char name, bool of_b) {
    for (size_t i = 0; i < comparison->count; i++) {
        const RunPair *pair = &comparison->pairs[i];
        const RunResult *winner = of_b ? pair->b : pair->a;
        const RunResult *loser = of_b ? pair->a : pair->b;
        if (winner->solved && !loser->solved)
            printf("%c alone  %s: %s, not %s\n", name, winner->id, winner->move, loser->move);
    }
}

static void print_comparison(const Comparison *comparison) {
    print_alone(comparison, 'A', false);
    print_alone(comparison, 'B', true);
    printf("Positions in both: %zu (only in A: %zu, only in B: %zu)\n", comparison->count,
           comparison->a->count - comparison->count, comparison->b->count - comparison->count);
    printf("Solved by A: %zu, by B: %zu\n", comparison->solved_by_both + comparison->solved_by_a,
           comparison->solved_by_both + comparison->solved_by_b);
    printf("By both: %zu, by A alone: %zu, by B alone: %zu, by neither: %zu\n",
           comparison->solved_by_both, comparison->solved_by_a, comparison->solved_by_b,
           comparison->solved_by_neither);
    printf("McNemar's exact test: p = %.4g, %s\n", comparison->solved_p,
           judge(comparison->solved_p));
    if (comparison->points_a > 0 || comparison->points_b > 0)
        printf("Points: A %g, B %g\n", comparison->points_a, comparison->points_b);
    if (comparison->solved_by_both > 0)
        printf("Time to a stable answer: B takes %.3g times as long (geometric mean); A is faster "
               "in %zu, B in %zu; sign test: p = %.4g, %s\n",
               comparison->time_ratio, comparison->faster_a, comparison->faster_b,
               comparison->time_p, judge(comparison->time_p));
    if (!json_equal(json_object_get(comparison->a->json, "settings"),
                    json_object_get(comparison->b->json, "settings")))
        printf("The two runs had different limits, threads or hash\n");
    const char *network_a = network_of_report(comparison->a->json);
    const char *network_b = network_of_report(comparison->b->json);
    if (strcmp(network_a, network_b) != 0)
        printf("Network of A: %s, of B: %s\n", network_a, network_b);
}

static int compare(const CompareArguments *arguments, const RunReport *a, const RunReport *b) {
    char error[MESSAGE_SIZE];
    Comparison comparison;
    if (!comparison_make(&comparison, a, b)) {
        fprintf(stderr, "quorum compare: not enough memory\n");
        return COMMAND_MISUSED;
    }
    int code = COMMAND_OK;
    if (!output_is_stdout(arguments->common.html))
        print_comparison(&comparison);
    if (arguments->common.html &&
        !comparison_save_html(&comparison, arguments->common.html, error, sizeof error)) {
        fprintf(stderr, "quorum compare: %s\n", error);
        code = COMMAND_MISUSED;
    }
    comparison_free(&comparison);
    return code;
}

int compare_command(int argc, char **argv) {
    CompareArguments arguments = {.file_count = 0};
    arguments_parse(&COMPARE_PARSER, "quorum compare", argc, argv, &arguments);
    RunReport reports[2] = {{0}, {0}};
    char error[MESSAGE_SIZE];
    int code = COMMAND_MISUSED;
    if (common_arguments_check(&arguments.common, arguments.files, ARRAY_LENGTH(arguments.files),
                               error, sizeof error) &&
        run_report_load(&reports[0], arguments.files[0], error, sizeof error) &&
        run_report_load(&reports[1], arguments.files[1], error, sizeof error))
        code = compare(&arguments, &reports[0], &reports[1]);
    else
        fprintf(stderr, "quorum compare: %s\n", error);
    run_report_free(&reports[0]);
    run_report_free(&reports[1]);
    return code;
}
