#pragma once

#include "base/reason.h"
#include "guest/guest.h"
#include "report/report.h"
#include "tools/perft/parallel.h"

/* Files of known perft counts. A line is a FEN (Shredder-FEN too) followed by counts such as
 * `;D1 20 ;D2 400` or `D1 20; D2 400;`, depths in any order; blank lines, lines that begin with
 * `#`, `%`, `;` or `//`, and what follows a `#` mean nothing. */

typedef struct PerftSuite {
    const char *path; /* as messages name it */
    PerftJob *jobs; /* one for each count of each line, in the file's order; the tag is the line */
    size_t count;
    size_t capacity;
    size_t position_count;
    uint64_t max_leaves;
    size_t skipped;  /* counts above max_leaves, which are no jobs */
    uint64_t leaves; /* to count, as expected; after perft_suite_keep_done() those counted */
    int threads;     /* these three are of perft_suite_count() */
    bool hashed;
    double seconds;
    const GuestWish *guest; /* who has counted; NULL: ourselves */
    const char *guest_name;
    size_t faults;       /* counts that a guest has not made */
    ReportExtent extent; /* counts; those that are not done are not among the jobs any more */
} PerftSuite;

/* Reads a whole file, "-" for stdin, but for counts above max_leaves. False, with a line in error,
 * when it cannot be read or leaves nothing to count. Either way the suite is then to be freed. */
bool perft_suite_read(PerftSuite *suite, const char *path, uint64_t max_leaves, Reason *error);

/* Makes all counts, or what can be made of them before a signal; table may be NULL. While stderr is
 * a terminal, progress shows there. */
void perft_suite_count(PerftSuite *suite, int threads, PerftTable *table, StopSignals *signals);

/* Whether a guest counts at all; if not, error (a line) says why. */
bool perft_suite_try_guest(const GuestWish *wish, const GuestTerms *terms, Reason *error);

/* The same as perft_suite_count() by a guest, one count after the other: each may take as long as a
 * slow one needs, and the terms' grace; none once the terms give up. A fault is told on stderr at
 * once, with the line, and counts as wrong. */
void perft_suite_count_guest(PerftSuite *suite, const GuestWish *wish, const char *name,
                             const GuestTerms *terms);

/* Once it is counted: leaves what is done, and sums up the leaves. */
void perft_suite_keep_done(PerftSuite *suite);

/* The first count that is wrong or was not made among the jobs from *index on, which then leads to
 * the next line; NULL when there is none. */
const PerftJob *perft_suite_next_wrong(const PerftSuite *suite, size_t *index);

/* Prints what differs and a summary on stdout. */
void perft_suite_print(const PerftSuite *suite);

void perft_suite_free(PerftSuite *suite);
