#ifndef QUORUM_TOOLS_PERFT_SUITE_H
#define QUORUM_TOOLS_PERFT_SUITE_H

#include <jansson.h>

#include "chess/perft.h"

/* Files of known perft counts. A line is a FEN (Shredder-FEN too) followed by counts such as
 * `;D1 20 ;D2 400` or `D1 20; D2 400;`, depths in any order; blank lines and what follows a `#`
 * mean nothing. */

/* Reads the whole file, counts each depth whose known count is at most max_leaves, and prints what
 * differs and a summary on stdout; while stderr is a terminal, progress on stderr. Returns a
 * command's exit code: 0, 1 when a count differs, 2 when the file cannot be used. Unless it is 2,
 * *report is the result for --json, the caller's to give up. */
int perft_suite_run(const char *path, uint64_t max_leaves, int threads, PerftTable *table,
                    json_t **report);

#endif
