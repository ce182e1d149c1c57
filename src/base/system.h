#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* What the system says of itself. Any thread. */

/* Its name and version, "Linux 6.1.0", cut to size; "" where it does not tell. */
void system_name(char *text, size_t size);

/* The processor's name, or its architecture, cut to size. */
void system_processor(char *text, size_t size);

/* Bytes of memory that the machine has. */
uint64_t system_memory(void);

/* Bytes of stack that a thread may have whose creator asks for no other, the first one among them,
 * as the user of the program limits it; SIZE_MAX where nobody does. */
size_t system_stack_bytes(void);

/* Unpredictable random bytes. False where the system has none yet. */
bool system_random(void *bytes, size_t size);

/* What divides the folders of a list: ":" or ";". */
const char *system_list_separator(void);

/* Runs call(argument) while nothing that anybody in the process writes to stderr arrives: for
 * libraries that talk. As it is on Windows, where none does, and where no file can be opened. One
 * thread at a time. */
void system_run_muted(void (*call)(void *argument), void *argument);

/* Columns of the terminal that stderr is; 80 where it does not tell. */
int system_terminal_columns(void);

/* The file that the process runs, to be closed; NULL where it cannot be read. */
FILE *system_open_program(void);
