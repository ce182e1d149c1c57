#include "cli/command.h"
#include "compare/side_by_side.h"
#include "report/report.h"

int side_by_side_save(const char *command, const CommonArguments *wanted, json_t *const *runs,
                      int count, Table rows, bool cut_short) {
    Reason error;
    SideBySide sides = {.count = 0};
    json_t *array = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(array, runs[i]);
    json_t *report = report_join(KINDS_OF_SEVERAL, 1,
                                 json_pack("{s:b, s:o}", "cut_short", cut_short, "runs", array));
    const bool is_complete = report && side_by_side_add(&sides, command, report, &error) &&
                             side_by_side_complete(&sides, &error);
    if (is_complete && common_arguments_want_text(wanted)) {
        putchar('\n');
        side_by_side_write_text(&sides, stdout);
        if (cut_short)
            printf("\nCut short by a signal\n");
    }
    CommonArguments made = *wanted;
    if (!is_complete)
        made.html = NULL;
    int code =
        report_save(command, &made, (Report){&sides, report, rows, cut_short, side_by_side_page});
    if (wanted->html && !is_complete)
        code = command_misused(command, error.text);
    side_by_side_free(&sides);
    return code;
}
