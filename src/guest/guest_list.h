#pragma once

#include "cli/arguments.h"
#include "guest/guest.h"

/* The engines that a command line names. Main thread only. */

#define GUEST_LIST_MAX 8

typedef struct GuestList {
    GuestWish wishes[GUEST_LIST_MAX];
    char names[GUEST_LIST_MAX][GUEST_NAME_SIZE];
    int count; /* 0: the program's own engine */
    int64_t grace_ms;
    bool lacks_chess960; /* one of them */
} GuestList;

/* Starts and ends each engine, to find its name (those of one name are numbered) and whether it can
 * be used at all. On false error (a line) says why one cannot. */
bool guest_list_greet(GuestList *list, const GuestTerms *terms, Reason *error);

/* Ends the process with a message where the options do not go together; `is_run` where a run, and
 * so a journal, is of one engine. */
void guest_list_check(const GuestList *list, const CommonArguments *common, bool is_run,
                      const struct argp_state *state);

#define GUEST_LIST_DEFAULT_GRACE_MS 10000

/* For the rows below. */
void guest_list_take_engine(void *list, const char *command, const struct argp_state *state);
void guest_list_take_option(void *list, const char *text, const struct argp_state *state);

/* Rows of a parser whose input has that member. */
#define GUEST_LIST_ROWS(type, member)                                                              \
    {.text = "Other engines, each a UCI engine in a process of its own:"},                         \
        {"engine",                                                                                 \
         0,                                                                                        \
         "CMD",                                                                                    \
         "Measure the engine that the command CMD starts, in which {} stands for the number of "   \
         "its processes, one for each thread; may be given up to 8 times, for a comparison",       \
         .take = guest_list_take_engine,                                                           \
         .offset = offsetof(type, member)},                                                        \
        {"engine-option",                                                                          \
         0,                                                                                        \
         "NAME=VALUE",                                                                             \
         "Set an option of the engine before it on the command line; NAME alone is a button",      \
         .take = guest_list_take_option,                                                           \
         .offset = offsetof(type, member)},                                                        \
    {                                                                                              \
        "grace", 0, "MS",                                                                          \
            "Milliseconds that an engine may take to answer, or beyond its time, before it "       \
            "counts as hanging (10000)",                                                           \
            INTO(type, member.grace_ms), .minimum = 1, .maximum = 86400000                         \
    }
