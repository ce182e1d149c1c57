/* Fuzz target: the journal of `quorum scale`. One that is refused stays as it was; one that is
 * taken can be gone on with, and what it says can be summarised. An input that begins with 'h'
 * follows the first line that belongs to the run. */

#include <math.h>

#include "journal_input.h"
#include "tools/scale/journal.h"

#define REPEATS 2
#define CASES   2

static const GuestList GUESTS = {.count = 0};
static const ScaleSettings SETTINGS = {.threads = {1, 2},
                                       .thread_counts = CASES,
                                       .hash_mib = 1,
                                       .movetime_ms = 1,
                                       .repeats = REPEATS,
                                       .memory_ms = 1,
                                       .guests = &GUESTS};

/* A report of two cases and two kinds of pages, with nothing measured. */
typedef struct Run {
    ScaleReport report;
    ScaleCase cases[CASES];
    ScaleRun runs[CASES][REPEATS];
    ScaleMemory memory[2 * CASES];
    double values[2 * CASES][SCALE_PROBES * REPEATS];
} Run;

static void make_run(Run *run) {
    static char place[] = "place";
    *run = (Run){.report = {.settings = &SETTINGS,
                            .cases = run->cases,
                            .case_count = CASES,
                            .memory = run->memory,
                            .memory_count = 2 * CASES,
                            .memory_rows = CASES}};
    for (int i = 0; i < CASES; i++) {
        run->cases[i] =
            (ScaleCase){.threads = i + 1, .place = place, .runs = run->runs[i], .repeats = REPEATS};
        for (int k = 0; k < REPEATS; k++)
            run->runs[i][k] = scale_empty_run();
    }
    for (int i = 0; i < 2 * CASES; i++) {
        run->memory[i].values = run->values[i];
        for (int k = 0; k < SCALE_PROBES * REPEATS; k++)
            run->values[i][k] = NAN;
    }
}

/* Adds what the journal lacks. */
static void go_on(ScaleReport *report, RunJournal *journal) {
    Progress progress = {.is_shown = false};
    for (int i = 0; i < CASES * REPEATS; i++) {
        ScaleRun *run = &report->cases[i / REPEATS].runs[i % REPEATS];
        if (run->is_done)
            continue;
        run->is_done = true;
        run_journal_add(journal,
                        scale_journal_run(report, (size_t)(i / REPEATS), i % REPEATS, 0, 0),
                        &progress);
    }
    for (int i = 0; i < 2 * REPEATS; i++) {
        const size_t first = (size_t)(i / REPEATS) * CASES;
        if (scale_memory_is_measured(&report->memory[first], REPEATS, i % REPEATS))
            continue;
        for (size_t k = first; k < first + CASES; k++)
            *scale_memory_value(&report->memory[k], SCALE_READ_CHAIN, REPEATS, i % REPEATS) = 1;
        run_journal_add(journal, scale_journal_memory(report, first, i % REPEATS), &progress);
    }
}

/* Whether it is taken; `must` is where it has to be, whole. */
static bool read_journal(void *must, const char *path) {
    static Run run;
    Reason reason = {""};
    make_run(&run);
    RunJournal *journal = scale_journal_open(path, &run.report, &reason);
    MUST(journal || (!must && reason.text[0] != '\0' && !strchr(reason.text, '\n')));
    MUST(!must || !report_is_cut_short(scale_extent(&run.report)));
    if (journal)
        go_on(&run.report, journal);
    run_journal_close(journal);
    for (int i = 0; i < CASES; i++)
        json_decref(run.cases[i].obtained);
    return journal && (must || read_journal(&run, path));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    journal_input_try(data, size, read_journal, NULL);
    return 0;
}
