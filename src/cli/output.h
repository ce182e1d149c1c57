#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/reason.h"

/* The FILE of an option such as --json: a file, or "-" for stdout, which then has no text. No two
 * threads may write to the same one. */

/* Whether the path means stdout; false for NULL. */
bool output_is_stdout(const char *path);

/* Whether one of them is, so that the text has to be left out. */
bool outputs_take_stdout(const char *const *outputs, size_t count);

/* Prints a line at once; for calls that hand on lines one by one. */
void output_print_line(void *unused, const char *line);

/* Asked before the work that is to fill them: whether all files can be written, none of them is
 * another one or one of the inputs ("-" for stdin), not even one that is not there yet, and one at
 * most is stdout. NULL stands for none. Nothing is changed, and no file is there afterwards that
 * was not before. On false error (a line) says why. */
bool outputs_check(const char *const *outputs, size_t output_count, const char *const *inputs,
                   size_t input_count, Reason *error);

/* A file while it is written. What is there keeps its contents until output_close(), if it is an
 * ordinary file of the user's with no other name. */
typedef struct Output {
    FILE *stream;
    const char *path;
    char *fresh; /* file that is to take the place of the other; NULL: this is the other */
} Output;

/* Begins to write. On false error (a line) says why. */
bool output_open(Output *output, const char *path, Reason *error);

/* The same for a file that has its name only once it is whole: a place where no file can be made
 * beside it is refused. Not for "-". */
bool output_open_fresh(Output *output, const char *path, Reason *error);

/* Ends it, and waits until a new file is on the disk. On false the file is not written whole; error
 * (a line) says why. What stdout has not taken is found out when the program ends. */
bool output_close(Output *output, Reason *error);

/* Ends it, and leaves nothing of a new file. */
void output_discard(Output *output);

/* All of it at once. On false error (a line) says why. */
bool output_save(const char *path, const void *bytes, size_t size, Reason *error);
