#include "tools/epd/journal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "chess/notation.h"
#include "guest/guest_json.h"
#include "report/report.h"

#define FORMAT_VERSION 4

static json_t *limit(int64_t value) {
    return value > 0 ? json_integer(value) : json_null();
}

json_t *epd_settings_json(const EpdSettings *settings) {
    const EpdLimits *limits = &settings->limits;
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:i, s:I}", "movetime_ms",
                     limit(limits->movetime_ms), "nodes", limit((int64_t)limits->nodes), "depth",
                     limit(limits->depth), "mate", limit(limits->mate), "stable",
                     limit(limits->stable), "threads", settings->threads, "hash_mib",
                     (json_int_t)settings->hash_mib);
}

json_t *epd_network_json(const EpdSettings *settings) {
    return settings->guest ? json_null()
                           : report_network_json(engine_network_id(settings->network_of));
}

static json_t *make_identity(const EpdRun *run) {
    const EpdSettings *settings = run->settings;
    return json_pack("{s:o, s:o, s:o, s:o}", "suite",
                     json_sprintf("%016" PRIx64, epd_suite_fingerprint(run->suite)), "settings",
                     epd_settings_json(settings), "network", epd_network_json(settings), "engine",
                     guest_json(settings->guest, settings->guest_name));
}

/* The move of an attempt at that position, or what was wrong with the engine in place of one. */
static bool read_outcome(const EpdEntry *entry, const char *move, const char *fault,
                         EpdAttempt *attempt) {
    attempt->move = notation_parse_coordinate(&entry->position, move, (int)strlen(move));
    attempt->fault = fault ? strdup(fault) : NULL;
    return attempt->move != MOVE_NONE || attempt->fault;
}

/* The numbers of an attempt, all of which some search can come to. */
static bool read_numbers(const json_t *line, EpdAttempt *attempt) {
    const json_t *solved = json_object_get(line, "solved");
    int64_t score, nodes, depth;
    const bool are_right =
        (json_is_true(solved) || json_is_false(solved)) &&
        run_journal_integer(line, "score", -SCORE_NONE, SCORE_NONE, &score) &&
        run_journal_integer(line, "first_us", -1, RUN_JOURNAL_MOST, &attempt->first_us) &&
        run_journal_integer(line, "stable_us", -1, RUN_JOURNAL_MOST, &attempt->stable_us) &&
        run_journal_integer(line, "elapsed_us", 0, RUN_JOURNAL_MOST, &attempt->elapsed_us) &&
        run_journal_integer(line, "nodes", 0, RUN_JOURNAL_MOST, &nodes) &&
        run_journal_integer(line, "depth", 0, MAX_PLY, &depth);
    if (!are_right)
        return false;
    attempt->done = true;
    attempt->solved = json_is_true(solved);
    attempt->score = (Score)score;
    attempt->nodes = (uint64_t)nodes;
    attempt->depth = (int)depth;
    attempt->is_bound = json_is_true(json_object_get(line, "bound"));
    return true;
}

static bool take_attempt(void *context, json_t *line, Reason *reason) {
    const EpdRun *run = context;
    const char *move = json_string_value(json_object_get(line, "move"));
    const char *fault = json_string_value(json_object_get(line, "fault"));
    int64_t entry, repetition;
    EpdAttempt attempt = {0};
    if (!read_numbers(line, &attempt))
        return reason_set(reason, "no search comes to such numbers");
    if (!run_journal_integer(line, "entry", 0, (int64_t)run->suite->count - 1, &entry) ||
        !run_journal_integer(line, "repetition", 0, INT64_MAX, &repetition) || !move ||
        !read_outcome(run->suite->entries[entry], move, fault, &attempt))
        return reason_set(reason, "an attempt at no position of the suite");
    /* More repetitions than are wanted now do no harm. */
    if (repetition < run->settings->repeat) {
        EpdAttempt *place = &run->attempts[entry * run->settings->repeat + repetition];
        free(place->fault);
        *place = attempt;
    } else {
        free(attempt.fault);
    }
    return true;
}

RunJournal *epd_journal_open(const char *path, EpdRun *run, Reason *error) {
    const RunJournalPlan plan = {"epd", FORMAT_VERSION, make_identity(run), take_attempt, run};
    return run_journal_open(path, plan, error);
}

json_t *epd_journal_line(const EpdRun *run, size_t index) {
    const EpdAttempt *attempt = &run->attempts[index];
    const EpdEntry *entry = epd_run_entry(run, index);
    const size_t repeat = (size_t)run->settings->repeat;
    char move[COORDINATE_SIZE];
    notation_coordinate(attempt->move, entry->position.chess960, move);
    json_t *line = json_pack(
        "{s:I, s:I, s:s, s:s, s:b, s:i, s:I, s:I, s:I, s:I, s:i, s:b}", "entry",
        (json_int_t)(index / repeat), "repetition", (json_int_t)(index % repeat), "id", entry->id,
        "move", move, "solved", attempt->solved, "score", attempt->score, "first_us",
        (json_int_t)attempt->first_us, "stable_us", (json_int_t)attempt->stable_us, "elapsed_us",
        (json_int_t)attempt->elapsed_us, "nodes", (json_int_t)attempt->nodes, "depth",
        attempt->depth, "bound", attempt->is_bound);
    if (attempt->fault)
        json_object_set_new(line, "fault", json_string(attempt->fault));
    return line;
}
