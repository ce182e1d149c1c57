#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "chess/fen.h"
#include "cli/progress.h"
#include "report/utf8.h"
#include "tools/perft/suite.h"

/* A slow engine counts so many leaves in a millisecond. */
#define LEAST_SPEED 100

bool perft_suite_try_guest(const GuestWish *wish, const GuestTerms *terms, Reason *error) {
    Position start;
    FenError unused;
    uint64_t leaves;
    fen_parse(FEN_START, &start, &unused);
    Guest *guest = guest_start(wish, terms, error);
    Reason reason;
    bool counts = guest && (guest_perft(guest, &start, 1, 0, &leaves, &reason) ||
                            reason_set(error, "no answer to 'go perft 1': %s", reason.text));
    guest_end(guest);
    return counts;
}

/* Forgets what an engine before has counted. */
static void reset(PerftSuite *suite) {
    for (size_t i = 0; i < suite->count; i++) {
        free(suite->jobs[i].fault);
        suite->jobs[i].fault = NULL;
        suite->jobs[i].counted = 0;
        suite->jobs[i].busy_ns = 0;
        suite->jobs[i].is_done = false;
    }
    suite->faults = 0;
}

/* A process that has ended has to be started again, and a new game does that. */
static bool count(Guest *guest, PerftJob *job, Reason *error) {
    int64_t start_us;
    if (!guest_new_game(guest, error))
        return false;
    start_us = clock_now_us();
    if (!guest_perft(guest, &job->position, job->depth, (int64_t)(job->expected / LEAST_SPEED),
                     &job->counted, error))
        return false;
    job->busy_ns = 1000 * (clock_now_us() - start_us);
    return true;
}

static void note_fault(PerftSuite *suite, PerftJob *job, const Reason *error) {
    fprintf(stderr, "quorum perft: %s: line %ld: depth %d: %s\n", suite->guest_name, (long)job->tag,
            job->depth, error->text);
    job->fault = utf8_copy(text_of(error->text));
    suite->faults++;
}

void perft_suite_count_guest(PerftSuite *suite, const GuestWish *wish, const char *name,
                             const GuestTerms *terms) {
    Progress progress;
    Reason error;
    reset(suite);
    suite->guest = wish;
    suite->guest_name = name;
    suite->threads = terms->threads;
    suite->hashed = true;
    const int64_t start_us = clock_now_us();
    Guest *guest = guest_start(wish, terms, &error);
    progress_begin(&progress, 0, false);
    for (size_t i = 0; i < suite->count; i++) {
        PerftJob *job = &suite->jobs[i];
        job->is_done = guest && count(guest, job, &error);
        if (terms->gives_up(terms->gives_up_context))
            break;
        if (!job->is_done) {
            progress_clear(&progress);
            note_fault(suite, job, &error);
        }
        job->is_done = true;
        progress_update(&progress, (double)(i + 1) / (double)suite->count, "%zu/%zu counts", i + 1,
                        suite->count);
    }
    progress_clear(&progress);
    guest_end(guest);
    suite->seconds = (double)(clock_now_us() - start_us) / 1e6;
}
