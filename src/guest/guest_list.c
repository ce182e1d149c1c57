#include "guest/guest_list.h"

#include <stdio.h>
#include <string.h>

#include "report/report.h"

void guest_list_take_engine(void *input, const char *command, const struct argp_state *state) {
    GuestList *list = input;
    if (list->count == GUEST_LIST_MAX)
        argp_error(state, "--engine may be given %d times", GUEST_LIST_MAX);
    if (command[strspn(command, " \t")] == '\0')
        argp_error(state, "the command of --engine is empty");
    list->wishes[list->count++] = (GuestWish){.command = command};
}

/* What would end the line of the command that sets it is no part of an option. */
void guest_list_take_option(void *input, const char *text, const struct argp_state *state) {
    GuestList *list = input;
    const char *equals = strchr(text, '=');
    const size_t length = equals ? (size_t)(equals - text) : strlen(text);
    if (list->count == 0)
        argp_error(state, "--engine-option %s stands before every --engine", text);
    GuestWish *wish = &list->wishes[list->count - 1];
    if (wish->option_count == GUEST_MAX_OPTIONS)
        argp_error(state, "an engine may be given %d options", GUEST_MAX_OPTIONS);
    if (text_trim((Text){text, length}).length == 0 || strpbrk(text, "\r\n"))
        argp_error(state, "--engine-option needs NAME=VALUE, not '%s'", text);
    wish->options[wish->option_count++] =
        (GuestOption){text_trim((Text){text, length}), equals ? equals + 1 : NULL};
}

void guest_list_check(const GuestList *list, const CommonArguments *common, bool is_run,
                      const struct argp_state *state) {
    if (list->count > 0 && common->eval_file)
        argp_error(state, "--eval-file goes without --engine");
    if (list->count > 1 && common->resume && is_run)
        argp_error(state, "--resume goes with one --engine: a journal holds one run");
}

/* How many engines before that one call themselves so. */
static int count_before(char names[][GUEST_NAME_SIZE], int count, const char *name) {
    int same = 0;
    for (int i = 0; i < count; i++)
        same += strcmp(names[i], name) == 0;
    return same;
}

bool guest_list_greet(GuestList *list, const GuestTerms *terms, Reason *error) {
    char names[GUEST_LIST_MAX][GUEST_NAME_SIZE];
    for (int i = 0; i < list->count; i++) {
        Reason reason;
        Guest *guest = guest_start(&list->wishes[i], terms, &reason);
        if (!guest && terms->gives_up && terms->gives_up(terms->gives_up_context))
            return reason_set(error, REPORT_OF_NOTHING);
        if (!guest)
            return reason_set(error, "%s: %s", list->wishes[i].command, reason.text);
        const bool in_ranks = guest_is_in_ranks(&list->wishes[i]);
        snprintf(names[i], GUEST_NAME_SIZE, "%.*s%s", in_ranks ? 41 : GUEST_NAME_SIZE,
                 guest_name(guest), in_ranks ? ", ranks" : "");
        list->lacks_chess960 |= !guest_plays_chess960(guest);
        guest_end(guest);
        const int same = count_before(names, i, names[i]);
        if (same == 0)
            memcpy(list->names[i], names[i], GUEST_NAME_SIZE);
        else
            snprintf(list->names[i], GUEST_NAME_SIZE, "%.48s (%d)", names[i], same + 1);
    }
    return true;
}
