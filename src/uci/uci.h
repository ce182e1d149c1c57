#pragma once

/* Speaks the Universal Chess Interface (April 2006) until `quit`, the end of the input or the loss
 * of the output. The calling thread listens; the engine thinks on its own. SIGPIPE is ignored from
 * then on. chess_init() must have run. Returns an exit code: 0, or 1 when output was lost or there
 * was not enough memory to begin. */
int uci_loop(int input_fd, int output_fd);
