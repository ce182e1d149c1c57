#pragma once

#include <stdbool.h>

/* Speaks the Universal Chess Interface (April 2006) until `quit`, the end of the input or the loss
 * of the output. The calling thread listens; the engine thinks on its own. SIGPIPE is ignored from
 * then on. chess_init() must have run. Returns an exit code: 0, or 1 when output was lost or there
 * was not enough memory to begin. In a program with MPI that mpirun has started, this is one of
 * several ranks (see team/team.h): the first does as above; 2 where their versions, networks or
 * options differ. */
int uci_loop(int input_fd, int output_fd);

/* Whether a word, or the first of several in one argument, is a command of the protocol. Any
 * thread. */
bool uci_accepts(const char *word);

/* The same as uci_loop() for commands in arguments: `go depth 10`, or "go depth 10" in one word.
 * Every word that uci_accepts() begins a line. Each command comes to its end before the next.
 * 2, too, where an `info string` has complained of one of them, or of a file that it names. */
int uci_obey(int count, char *const *words, int output_fd);
