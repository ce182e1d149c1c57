#include "tools/speedtest/journal.h"

#include <stdlib.h>

#include "guest/guest_json.h"
#include "tools/speedtest/report.h"

#define FORMAT_VERSION 1

static json_t *make_identity(const SpeedtestOptions *options, const SpeedtestSignature *signature) {
    return json_pack("{s:i, s:I, s:i, s:o, s:o, s:o}", "threads", options->threads, "hash_mib",
                     (json_int_t)options->hash_mib, "seconds", options->seconds, "signature",
                     options->guest ? json_null() : speedtest_signature_json(signature), "engine",
                     guest_json(options->guest, options->guest_name), "machine",
                     report_processors_json());
}

json_t *speedtest_journal_line(const SpeedtestResult *result, const SpeedtestPart *part) {
    json_t *workers = json_array();
    for (int i = 0; i < result->options.threads; i++)
        json_array_append_new(workers, json_integer((json_int_t)part->worker_nodes[i]));
    return json_pack("{s:i, s:i, s:I, s:I, s:I, s:I, s:I, s:i, s:o}", "round", part->round, "game",
                     part->game, "nodes", (json_int_t)part->measure.nodes, "elapsed_us",
                     (json_int_t)part->measure.elapsed_us, "warm_up_us",
                     (json_int_t)part->warm_up_us, "total_us", (json_int_t)part->total_us,
                     "processor_us", (json_int_t)part->processor_us, "faults", part->faults,
                     "workers", workers);
}

/* Threads that could not be had are left out. */
static bool read_workers(const json_t *workers, SpeedtestPart *part, int threads) {
    if (json_array_size(workers) > (size_t)threads)
        return false;
    for (size_t i = 0; i < json_array_size(workers); i++) {
        const json_int_t nodes = json_integer_value(json_array_get(workers, i));
        if (nodes < 0 || nodes > RUN_JOURNAL_MOST)
            return false;
        part->worker_nodes[i] = (uint64_t)nodes;
    }
    return true;
}

static bool read_part(const json_t *line, SpeedtestPart *part, int threads) {
    int64_t round, game, nodes, faults;
    if (!run_journal_integer(line, "round", 0, SPEEDTEST_ROUNDS - 1, &round) ||
        !run_journal_integer(line, "game", 0, SPEEDTEST_GAMES - 1, &game) ||
        !run_journal_integer(line, "nodes", 0, RUN_JOURNAL_MOST, &nodes) ||
        !run_journal_integer(line, "elapsed_us", 0, RUN_JOURNAL_MOST, &part->measure.elapsed_us) ||
        !run_journal_integer(line, "warm_up_us", 0, RUN_JOURNAL_MOST, &part->warm_up_us) ||
        !run_journal_integer(line, "total_us", 0, RUN_JOURNAL_MOST, &part->total_us) ||
        !run_journal_integer(line, "processor_us", 0, RUN_JOURNAL_MOST, &part->processor_us) ||
        !run_journal_integer(line, "faults", 0, 2 * SPEEDTEST_SEARCHES, &faults))
        return false;
    part->round = (int)round;
    part->game = (int)game;
    part->measure.nodes = (uint64_t)nodes;
    part->faults = (int)faults;
    return read_workers(json_object_get(line, "workers"), part, threads);
}

static bool take_line(void *context, json_t *line, Reason *reason) {
    SpeedtestResult *result = context;
    const int threads = result->options.threads;
    SpeedtestPart part = {.worker_nodes = calloc((size_t)threads, sizeof(uint64_t))};
    bool good = part.worker_nodes || reason_set(reason, "not enough memory");
    good = good &&
           (read_part(line, &part, threads) || reason_set(reason, "a measurement of no such run"));
    if (good)
        speedtest_result_add(result, &part);
    free(part.worker_nodes);
    return good;
}

RunJournal *speedtest_journal_open(const char *path, SpeedtestResult *result,
                                   const SpeedtestSignature *signature, Reason *error) {
    const RunJournalPlan plan = {"speedtest", FORMAT_VERSION,
                                 make_identity(&result->options, signature), take_line, result};
    return run_journal_open(path, plan, error);
}
