#pragma once

#include "tools/epd/engines.h"

/* One suite for all ranks of an MPI run: rank 0 has it, deals attempts and reports, and every rank
 * makes them. A rank that is lost ends the run. */

typedef enum EpdTag {
    EPD_TAG_READY, /* whether rank 0 has what it needs */
    EPD_TAG_IDENTITY,
    EPD_TAG_PROCESSORS
} EpdTag;

/* Whether all ranks have the same version and settings, with a network; without one error has why.
 * Finds the ranks that share processors. On false rank 0 has a line in error. Called by all. */
bool epd_ranks_join(EpdSettings *settings, Reason *error);

/* Rank 0: deals attempts of the source to the other ranks and delivers what comes of them, until
 * none are left, it gives up, or its own engines have failed. */
void epd_ranks_deal(const EpdSettings *settings, const EpdSource *source,
                    const EpdEngines *engines);

/* The others: make attempts for rank 0 until it says dealer_end(). False, with a line in error,
 * where the engines fail, for which rank 0 would wait. */
bool epd_ranks_follow(const EpdSettings *settings, bool *refused, Reason *error);
