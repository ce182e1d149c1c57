#pragma once

#include "search/limits.h"
#include "search/outbox.h"
#include "search/published.h"
#include "search/report.h"
#include "search/vote.h"

/* Other processes that search the same root at the same time, on this machine or on others. The
 * search knows what is exchanged with them, but not by which means. */

#define PARTNERS_MAX 1023

/* How far one of them is in the search that runs. Written by whoever hears of it. */
typedef struct Partner {
    _Alignas(CACHE_LINE) _Atomic uint64_t nodes;
    _Atomic uint64_t tablebase_hits;
    _Atomic int hash_full; /* permille */
} Partner;

typedef struct SearchPartners {
    void *context;           /* first argument of every call */
    int first_worker;        /* number of this process's first worker, counted through all */
    int count;               /* of those that work for this process; 0 where it works for another */
    const Partner *partners; /* so many */
    int sharers;             /* processes of this machine that want as large a table, this one among
                                them; 0 or 1: it is alone */

    /* Asked when a table of `mib` MiB is to be made: whether these can be part of a table shared
     * with others on this machine. May take seconds when others are late. NULL: never. By the
     * thread that prepares searches. */
    bool (*share_table)(void *context, size_t mib, TableShare *share);

    /* A search begins that uses this table. Returns an Outbox for each worker, which last until the
     * next search begins; NULL for none. By the thread that begins the search. */
    Outbox *(*begin)(void *context, const SearchLimits *limits, TranspositionTable *table,
                     int workers);

    /* They are to stop, and nobody but the workers uses the table any more. By the thread that
     * conducts the search, as are the next three, which are for a process that others work for. */
    void (*stop)(void *context);

    /* How each of them votes, after a wait of some milliseconds for those that are slow. */
    void (*vote)(void *context, Ballot *ballots);

    /* The line that one of them has voted for. */
    void (*line)(void *context, int partner, PublishedLine *line);

    /* Where their workers are, as far as is known: at most `most` lines, which last until the next
     * call. Returns how many. */
    int (*current_lines)(void *context, MoveLine *lines, int most);
} SearchPartners;
