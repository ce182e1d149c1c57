/* Fuzz target: the journal of `quorum speedtest`. One that is refused stays as it was; one that is
 * taken can be gone on with, and what it says can be reported. An input that begins with 'h'
 * follows the first line that belongs to the run. */

#include "journal_input.h"
#include "tools/speedtest/journal.h"
#include "tools/speedtest/report.h"

static const SpeedtestOptions OPTIONS = {.threads = 2, .hash_mib = 1, .seconds = 1};
static const SpeedtestSignature SIGNATURE = {1, 2, 3};

static void ignore(void *context, const char *line) {
    (void)context;
    MUST(!strchr(line, '\n'));
}

static void report(const SpeedtestResult *result) {
    speedtest_report_write_result(&(SpeedtestWriter){ignore, NULL}, result);
    json_t *json = speedtest_report_json(result, &SIGNATURE);
    MUST(json);
    json_decref(json);
}

/* Adds the games that the journal lacks. */
static void go_on(SpeedtestResult *result, RunJournal *journal) {
    uint64_t nodes[2] = {1, 2};
    Progress progress = {.is_shown = false};
    for (int i = 0; i < SPEEDTEST_ROUNDS * SPEEDTEST_GAMES; i++) {
        const SpeedtestPart part = {.round = i / SPEEDTEST_GAMES,
                                    .game = i % SPEEDTEST_GAMES,
                                    .measure = {3, 4, true},
                                    .worker_nodes = nodes};
        if (result->measures[part.round][part.game].is_done)
            continue;
        speedtest_result_add(result, &part);
        run_journal_add(journal, speedtest_journal_line(result, &part), &progress);
    }
}

/* Whether it is taken; `must` is where it has to be, whole. */
static bool read_journal(void *must, const char *path) {
    Reason reason = {""};
    SpeedtestResult result;
    MUST(speedtest_result_begin(&OPTIONS, &result));
    RunJournal *journal = speedtest_journal_open(path, &result, &SIGNATURE, &reason);
    MUST(journal || (!must && reason.text[0] != '\0' && !strchr(reason.text, '\n')));
    MUST(!must || !report_is_cut_short(result.extent));
    const bool taken = journal;
    if (journal) {
        report(&result);
        go_on(&result, journal);
        report(&result);
    }
    run_journal_close(journal);
    speedtest_result_free(&result);
    return taken && (must || read_journal(&result, path));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    journal_input_try(data, size, read_journal, NULL);
    return 0;
}
