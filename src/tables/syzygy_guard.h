#pragma once

#include <stdbool.h>

/* Files that are mapped into memory can be cut, written to or unreadable; whoever reads them then
 * gets SIGBUS, and SIGSEGV or SIGABRT where it follows what it has read. */

/* Runs call(argument), and ends it where a signal of these comes of what it does: false then,
 * and whatever it held or was about to change stays so. The first call takes the signals over;
 * those that come of anything else go to whoever had them before. Not within itself. Any thread. */
bool syzygy_guard_run(void (*call)(void *argument), void *argument);

/* Ends the calls that run now, on whatever thread. Any thread but one in such a call. */
void syzygy_guard_break(void);

/* The same as syzygy_guard_run() for what may also call itself until there is no stack left. */
bool syzygy_guard_run_deep(void (*call)(void *argument), void *argument);
