#include <stdio.h>
#include <string.h>

#include "cli/arguments.h"
#include "cli/output.h"
#include "compare/side_by_side.h"
#include "report/report.h"
#include "tools/epd/compare_runs.h"
#include "tools/epd/report.h"

typedef struct CompareArguments {
    CommonArguments common;
    const char *files[SIDES_MAX];
    int count;
} CompareArguments;

static const Argument ROWS[] = {
    OUTPUTS_HEADING,
    OUTPUT_ROW(CompareArguments, html, "A page with charts and table"),
    {0},
};

static void take_files(void *input, int count, char **words, const struct argp_state *state) {
    CompareArguments *arguments = input;
    if (count > SIDES_MAX)
        argp_error(state, "'%s' is one file too many", words[SIDES_MAX]);
    if (count < 1)
        argp_error(state, "two files are needed, or one of several runs");
    for (int i = 0; i < count; i++)
        arguments->files[i] = words[i];
    arguments->count = count;
}

static const ArgumentParser PARSER = {
    .rows = ROWS,
    .take_words = take_files,
    .form = "FILE.json...",
    .doc =
        "Compares two to eight runs of one command, from what --json of `epd`, `scale`, "
        "`speedtest` or `perft` has written, each with the first. Of two runs of `epd` it says "
        "what "
        "only one of them has solved, whether that is more than chance (McNemar's exact test), and "
        "the times of what both have solved.\vThe exit code is 2 when a file cannot be used.",
};

static void print_alone(const Comparison *comparison, char name, bool of_b) {
    for (size_t i = 0; i < comparison->count; i++) {
        const RunPair *pair = &comparison->pairs[i];
        const RunResult *winner = of_b ? pair->b : pair->a;
        const RunResult *loser = of_b ? pair->a : pair->b;
        if (winner->solved && !loser->solved)
            printf("%c alone  %s: %s, not %s\n", name, winner->id, winner->move, loser->move);
    }
}

static int compare(const CompareArguments *arguments, const RunReport *a, const RunReport *b) {
    Comparison comparison;
    if (!comparison_make(&comparison, a, b))
        return command_misused("quorum compare", "not enough memory");
    if (common_arguments_want_text(&arguments->common)) {
        print_alone(&comparison, 'A', false);
        print_alone(&comparison, 'B', true);
        comparison_tell(&comparison, output_print_line, NULL);
    }
    int code = report_save("quorum compare", &arguments->common,
                           (Report){.subject = &comparison, .page = comparison_page});
    comparison_free(&comparison);
    return code;
}

/* Two runs of `epd`. */
static int compare_pair(const CompareArguments *arguments, json_t *const *loaded) {
    RunReport reports[2] = {{0}, {0}};
    Reason error;
    const int code = run_report_read(&reports[0], arguments->files[0], loaded[0], &error) &&
                             run_report_read(&reports[1], arguments->files[1], loaded[1], &error)
                         ? compare(arguments, &reports[0], &reports[1])
                         : command_misused("quorum compare", error.text);
    run_report_free(&reports[0]);
    run_report_free(&reports[1]);
    return code;
}

static int compare_sides(const CompareArguments *arguments, json_t *const *reports) {
    SideBySide sides = {.count = 0};
    Reason error;
    int code = COMMAND_OK;
    bool usable = true;
    for (int i = 0; usable && i < arguments->count; i++)
        usable = side_by_side_add(&sides, arguments->files[i], reports[i], &error);
    if (usable && sides.count < 2)
        usable = reason_set(&error, "two runs or more are needed");
    if (!usable || !side_by_side_complete(&sides, &error)) {
        code = command_misused("quorum compare", error.text);
    } else {
        if (common_arguments_want_text(&arguments->common))
            side_by_side_write_text(&sides, stdout);
        code = report_save("quorum compare", &arguments->common,
                           (Report){.subject = &sides, .page = side_by_side_page});
    }
    side_by_side_free(&sides);
    return code;
}

static bool is_pair_of_epd(const CompareArguments *arguments, json_t *const *reports) {
    bool is_pair = arguments->count == 2;
    for (int i = 0; is_pair && i < 2; i++)
        is_pair = strcmp(report_text(reports[i], "format"), EPD_FORMAT) == 0;
    return is_pair;
}

static int compare_files(const CompareArguments *arguments) {
    json_t *reports[SIDES_MAX] = {NULL};
    Reason error;
    bool usable = report_has_json("compare", &error);
    for (int i = 0; usable && i < arguments->count; i++)
        usable = report_load(arguments->files[i], &reports[i], &error);
    const int code = !usable ? command_misused("quorum compare", error.text)
                     : is_pair_of_epd(arguments, reports) ? compare_pair(arguments, reports)
                                                          : compare_sides(arguments, reports);
    for (int i = 0; i < arguments->count; i++)
        json_decref(reports[i]);
    return code;
}

static int compare_command(int argc, char **argv) {
    CompareArguments arguments = {0};
    arguments_parse(&PARSER, "quorum compare", argc, argv, &arguments);
    Reason error;
    if (!report_check(&arguments.common, arguments.files, (size_t)arguments.count, &error))
        return command_misused("quorum compare", error.text);
    return compare_files(&arguments);
}

const Command COMPARE_COMMAND = {"compare", "compare runs of a command, from their reports",
                                 compare_command, &PARSER};
