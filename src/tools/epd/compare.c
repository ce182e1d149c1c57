#include <stdio.h>

#include "base/compiler.h"
#include "cli/arguments.h"
#include "cli/output.h"
#include "report/report.h"
#include "tools/epd/compare_runs.h"

typedef struct CompareArguments {
    CommonArguments common;
    const char *files[2];
} CompareArguments;

static const Argument ROWS[] = {
    OUTPUTS_HEADING,
    OUTPUT_ROW(CompareArguments, html, "A page with charts and table"),
    {0},
};

static void take_files(void *input, int count, char **words, const struct argp_state *state) {
    CompareArguments *arguments = input;
    if (count > 2)
        argp_error(state, "'%s' is one file too many", words[2]);
    if (count < 2)
        argp_error(state, "two files are needed");
    arguments->files[0] = words[0];
    arguments->files[1] = words[1];
}

static const ArgumentParser PARSER = {
    .rows = ROWS,
    .take_words = take_files,
    .form = "A.json B.json",
    .doc =
        "Compares two runs of `quorum epd --json`: what only one of them has solved, whether that "
        "is more than chance (McNemar's exact test), and the times of what both have "
        "solved.\vThe exit code is 2 when a file cannot be used.",
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

static int compare_command(int argc, char **argv) {
    CompareArguments arguments = {0};
    arguments_parse(&PARSER, "quorum compare", argc, argv, &arguments);
    RunReport reports[2] = {{0}, {0}};
    Reason error;
    int code;
    if (report_check(&arguments.common, arguments.files, ARRAY_LENGTH(arguments.files), &error) &&
        run_report_load(&reports[0], arguments.files[0], &error) &&
        run_report_load(&reports[1], arguments.files[1], &error))
        code = compare(&arguments, &reports[0], &reports[1]);
    else
        code = command_misused("quorum compare", error.text);
    run_report_free(&reports[0]);
    run_report_free(&reports[1]);
    return code;
}

const Command COMPARE_COMMAND = {"compare", "compare two runs of epd, position by position",
                                 compare_command, &PARSER};
