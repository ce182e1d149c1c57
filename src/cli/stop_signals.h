#pragma once

#include <signal.h>
#include <stdbool.h>

/* Signals that ask the program to end: SIGINT, SIGTERM and SIGHUP. They are held back and asked
 * for, so that no handler is needed. */

/* Holds them back in this thread and those that it creates from now on. Signals that the program's
 * parent had ignored stay ignored. */
void stop_signals_block(sigset_t *signals);

/* Whether one has come; if so, a second one ends the program at once. Any thread. */
bool stop_signals_arrived(const sigset_t *signals);
