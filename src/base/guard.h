#pragma once

#include <stdbool.h>

/* Files that are mapped into memory can be cut, written to or unreadable; whoever reads them then
 * gets SIGBUS, and SIGSEGV or SIGABRT where it follows what it has read. On Windows the system's
 * exceptions take the place of the first two, and a file that is mapped cannot be cut. */

/* Runs call(argument), and ends it where a signal of these comes of what it does: false then,
 * and whatever it held or was about to change stays so. The first call takes the signals over;
 * those that come of anything else go to whoever had them before. Not within itself. Any thread. */
bool guard_run(void (*call)(void *argument), void *argument);

/* Ends the calls that run now, on whatever thread; on Windows none. Any thread but one in such a
 * call. */
void guard_break(void);

/* The same as guard_run() for what may also call itself until there is no stack left. */
bool guard_run_deep(void (*call)(void *argument), void *argument);
