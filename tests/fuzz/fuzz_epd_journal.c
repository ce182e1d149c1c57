/* Fuzz target: the journal of `quorum epd`. One that is refused stays as it was; one that is taken
 * can be gone on with, and what it says can be reported. An input that begins with 'h' follows the
 * first line that belongs to the suite. */

#include <string.h>

#include "chess/movegen.h"
#include "journal_input.h"
#include "tools/epd/journal.h"
#include "tools/epd/report.h"

#define REPEAT   2
#define ATTEMPTS (2 * REPEAT)

static const char LINES[] = "6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8#; id \"a\";\n"
                            "6k1/5ppp/8/8/8/8/8/R3K3 w - - am Kd1; id \"b\"; c0 \"Ra8=10\";\n";

/* What every input is read with, made once. */
typedef struct Run {
    Engine *engine;
    EpdSuite suite;
    EpdSettings settings;
    EpdRun epd; /* of these, with the attempts */
    EpdAttempt attempts[ATTEMPTS];
} Run;

static void make_run(Run *run) {
    char path[TARGET_PATH];
    Reason reason;
    chess_init();
    run->engine = engine_create();
    MUST(run->engine);
    const int file = target_file((const uint8_t *)LINES, sizeof LINES - 1, path);
    MUST(epd_suite_read(&run->suite, path, &reason) && run->suite.count * REPEAT == ATTEMPTS);
    close(file);
    run->settings = (EpdSettings){.limits = {.nodes = 100},
                                  .threads = 1,
                                  .hash_mib = 1,
                                  .engines = 1,
                                  .repeat = REPEAT,
                                  .network_of = run->engine};
    run->epd = (EpdRun){&run->suite, &run->settings, run->attempts};
}

/* Makes those attempts that the journal lacks. */
static void go_on(Run *run, RunJournal *journal) {
    EpdAttempt *attempts = run->attempts;
    Progress progress = {.is_shown = false};
    MUST(run_journal_us(journal) >= 0);
    for (size_t i = 0; i < ATTEMPTS; i++) {
        MoveList moves = {0};
        movegen_all(&run->suite.entries[i / REPEAT]->position, &moves);
        if (attempts[i].done) {
            MUST(movegen_is_legal(&run->suite.entries[i / REPEAT]->position, attempts[i].move));
            continue;
        }
        attempts[i] = (EpdAttempt){.done = true, .move = moves.moves[0], .first_us = -1};
        run_journal_add(journal, epd_journal_line(&run->epd, i), &progress);
    }
}

static void report(const Run *run, int64_t microseconds) {
    EpdReport report = {.run = &run->epd, .seconds = (double)microseconds / 1e6};
    MUST(epd_report_complete(&report));
    json_t *json = epd_report_json(&report);
    MUST(json);
    json_decref(json);
    epd_report_free(&report);
}

/* Whether it is taken. */
static bool read_journal(Run *run, const char *path, bool must) {
    Reason reason = {""};
    memset(run->attempts, 0, sizeof run->attempts);
    RunJournal *journal = epd_journal_open(path, &run->epd, &reason);
    MUST(journal || (!must && reason.text[0] != '\0' && !strchr(reason.text, '\n')));
    if (!journal)
        return false;
    bool whole = true;
    for (size_t i = 0; i < ATTEMPTS; i++)
        whole = whole && run->attempts[i].done;
    MUST(whole || !must);
    go_on(run, journal);
    report(run, run_journal_us(journal));
    run_journal_close(journal);
    return must || read_journal(run, path, true);
}

static bool read_first(void *run, const char *path) {
    return read_journal(run, path, false);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static Run run;
    if (!run.engine)
        make_run(&run);
    journal_input_try(data, size, read_first, &run);
    return 0;
}
