#pragma once

#include <signal.h>
#include <stdbool.h>

/* Signals that ask the program to end: SIGINT, SIGTERM and SIGHUP. They are held back and asked
 * for, so that no handler has anything to do. */
typedef struct StopSignals {
    sigset_t held;
    _Atomic int number; /* of the one that has come; 0 before */
} StopSignals;

/* Holds them back in this thread and those that it creates from now on. Signals that the program's
 * parent had ignored stay ignored. */
void stop_signals_block(StopSignals *signals);

/* Whether one has come, which stays so; a second one then ends the program at once. `signals` is a
 * StopSignals, NULL for none: this is a gives_up() for other modules. Any thread. */
bool stop_signals_arrived(void *signals);

/* The same, to be called before the results are written: a signal that comes only now does not keep
 * them from being written, and the next one ends the program at once. */
bool stop_signals_release(StopSignals *signals);

/* The exit code of a program that would have had this one: 128 and the number of the signal if one
 * has come, as a shell has it of a program that a signal ends. */
int stop_signals_code(const StopSignals *signals, int code);
