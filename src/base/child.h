#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/reason.h"

/* A program that runs as a child of this one, with a pipe to what it reads and one from what it
 * writes. Its stderr is this program's; signals from the terminal do not reach it. One thread at a
 * time per child. */
typedef struct Child Child;

/* Starts a command: a program, looked for where the system looks for programs, and its arguments
 * with blanks between. Single or double quotation marks hold a word together, two of a kind. Where
 * this process was told to ignore the ends of its children it no longer does. NULL, with a line in
 * error that does not repeat the command, when it cannot be started. */
Child *child_start(const char *command, Reason *error);

/* Hands it bytes. False when it takes no more: it has ended, or has long read nothing. */
bool child_write(Child *child, const char *bytes, size_t size);

typedef enum ChildRead {
    CHILD_BYTES, /* there are some */
    CHILD_LATE,  /* none by the deadline */
    CHILD_ENDED  /* none will come any more */
} ChildRead;

/* Reads what it has written: at most *size bytes, and *size becomes how many. Waits for the first
 * until clock_now_us() reaches the deadline. */
ChildRead child_read(Child *child, char *bytes, size_t *size, int64_t deadline_us);

/* Processor time that all its threads have used so far, in microseconds; -1 where the system does
 * not tell. */
int64_t child_processor_us(const Child *child);

/* Closes its stdin, waits until the deadline for it to exit, kills it after that, and frees it.
 * True when it has ended by itself, and then *how says in which way: "ended with code 1", or "has
 * ended" where the system does not tell. */
bool child_end(Child *child, int64_t deadline_us, Reason *how);
