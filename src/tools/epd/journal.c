#include "tools/epd/journal.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/version.h"
#include "chess/notation.h"
#include "guest/guest_json.h"
#include "report/report.h"

#define FORMAT         "quorum-epd-journal"
#define FORMAT_VERSION 4

/* A hundred years, in microseconds. */
#define LONGEST_RUN_US (INT64_C(100) * 366 * 24 * 3600 * 1000000)

/* Of an attempt; many of them can be added up. */
#define MOST_NODES (INT64_C(1) << 50)

struct EpdJournal {
    FILE *file;
    int64_t earlier_us; /* that the sessions before this one took */
    int64_t start_us;   /* of this one */
};

/* Where reading stands. */
typedef struct JournalReader {
    const EpdRun *run;
    int64_t run_us; /* that all sessions took up to here */
    Reason reason;
} JournalReader;

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

/* The first line. */
static json_t *make_header(const EpdRun *run) {
    const EpdSettings *settings = run->settings;
    char fingerprint[17];
    snprintf(fingerprint, sizeof fingerprint, "%016" PRIx64, epd_suite_fingerprint(run->suite));
    return json_pack("{s:s, s:i, s:s, s:s, s:o, s:o, s:o}", "format", FORMAT, "format_version",
                     FORMAT_VERSION, "version", QUORUM_VERSION, "suite", fingerprint, "network",
                     epd_network_json(settings), "engine",
                     guest_json(settings->guest, settings->guest_name), "settings",
                     epd_settings_json(settings));
}

static bool check_header(JournalReader *reader, const json_t *line) {
    const char *format = json_string_value(json_object_get(line, "format"));
    json_t *wanted = make_header(reader->run);
    reader->reason.text[0] = '\0';
    if (!wanted)
        reason_set(&reader->reason, "not enough memory");
    else if (!format || strcmp(format, FORMAT) != 0)
        reason_set(&reader->reason, "not a journal of 'quorum epd'");
    else if (!json_equal(json_object_get(line, "suite"), json_object_get(wanted, "suite")))
        reason_set(&reader->reason, "a journal of other positions");
    else if (!json_equal(json_object_get(line, "settings"), json_object_get(wanted, "settings")))
        reason_set(&reader->reason, "a journal of a run with other limits, threads or hash");
    else if (!json_equal(json_object_get(line, "network"), json_object_get(wanted, "network")))
        reason_set(&reader->reason, "a journal of a run with another network");
    else if (!json_equal(json_object_get(line, "engine"), json_object_get(wanted, "engine")))
        reason_set(&reader->reason, "a journal of another engine");
    else if (!json_equal(line, wanted))
        reason_set(&reader->reason, "a journal of another version");
    json_decref(wanted);
    return reader->reason.text[0] == '\0';
}

static bool is_between(json_int_t value, int64_t least, int64_t most) {
    return value >= least && value <= most;
}

/* The move of an attempt at that position, or what was wrong with the engine in place of one. */
static bool read_outcome(const EpdEntry *entry, const char *move, const char *fault,
                         EpdAttempt *attempt) {
    attempt->move = notation_parse_coordinate(&entry->position, move, (int)strlen(move));
    attempt->fault = fault ? strdup(fault) : NULL;
    return attempt->move != MOVE_NONE || attempt->fault;
}

/* The numbers of an attempt, all of which some search can come to. */
static bool read_numbers(const json_t *line, EpdAttempt *attempt, Reason *reason) {
    json_int_t first_us, stable_us, elapsed_us, nodes, score, depth;
    int solved;
    json_error_t error;
    if (json_unpack_ex((json_t *)line, &error, 0, "{s:b, s:I, s:I, s:I, s:I, s:I, s:I}", "solved",
                       &solved, "score", &score, "first_us", &first_us, "stable_us", &stable_us,
                       "elapsed_us", &elapsed_us, "nodes", &nodes, "depth", &depth) != 0)
        return reason_set(reason, "%.*s", JSON_ERROR_TEXT_LENGTH, error.text);
    if (!is_between(first_us, -1, LONGEST_RUN_US) || !is_between(stable_us, -1, LONGEST_RUN_US) ||
        !is_between(elapsed_us, 0, LONGEST_RUN_US) || !is_between(nodes, 0, MOST_NODES) ||
        !is_between(depth, 0, MAX_PLY) || !is_between(score, -SCORE_NONE, SCORE_NONE))
        return reason_set(reason, "no search comes to such numbers");
    *attempt = (EpdAttempt){.done = true,
                            .solved = solved,
                            .score = (Score)score,
                            .first_us = first_us,
                            .stable_us = stable_us,
                            .elapsed_us = elapsed_us,
                            .nodes = (uint64_t)nodes,
                            .depth = (int)depth};
    return true;
}

static bool read_attempt(JournalReader *reader, json_t *line) {
    json_int_t entry, repetition, run_us;
    const char *move, *fault = NULL;
    json_error_t error;
    EpdAttempt attempt;
    if (json_unpack_ex(line, &error, 0, "{s:I, s:I, s:s, s?s, s:I}", "entry", &entry, "repetition",
                       &repetition, "move", &move, "fault", &fault, "run_us", &run_us) != 0)
        return reason_set(&reader->reason, "%.*s", JSON_ERROR_TEXT_LENGTH, error.text);
    const EpdRun *run = reader->run;
    if (!is_between(run_us, 0, LONGEST_RUN_US))
        return reason_set(&reader->reason, "no run takes so long");
    if (!read_numbers(line, &attempt, &reader->reason))
        return false;
    if (entry < 0 || (size_t)entry >= run->suite->count || repetition < 0 ||
        !read_outcome(run->suite->entries[entry], move, fault, &attempt))
        return reason_set(&reader->reason, "an attempt at no position of the suite");
    reader->run_us = run_us;
    /* More repetitions than are wanted now do no harm, nor does one that is there twice. */
    if (repetition < run->settings->repeat) {
        EpdAttempt *place = &run->attempts[entry * run->settings->repeat + repetition];
        free(place->fault);
        *place = attempt;
    } else {
        free(attempt.fault);
    }
    return true;
}

/* Reads all complete lines; *end is the offset behind the last of them. On false *number is the
 * line that is wrong, 0 for the whole file. */
static bool read_lines(JournalReader *reader, FILE *file, off_t *end, long *number) {
    char *text = NULL;
    size_t size = 0;
    ssize_t length;
    bool valid = true;
    *end = 0;
    *number = 0;
    while (valid && (length = getline(&text, &size, file)) > 0) {
        ++*number;
        json_error_t error;
        json_t *line = json_loadb(text, (size_t)length, 0, &error);
        bool cut_off = text[length - 1] != '\n';
        if (cut_off && *number > 1) {
            json_decref(line);
            break;
        }
        reason_set(&reader->reason, "%s", cut_off ? "not a journal of 'quorum epd'" : error.text);
        valid = !cut_off && line &&
                (*number == 1 ? check_header(reader, line) : read_attempt(reader, line));
        json_decref(line);
        *end += length;
    }
    if (valid && ferror(file)) {
        reason_set(&reader->reason, "%s", strerror(errno));
        *number = 0;
        valid = false;
    }
    free(text);
    return valid;
}

/* Writes a line in one go; false with errno set when the file does not take it. */
static bool write_line(FILE *file, json_t *line) {
    char *text = line ? json_dumps(line, JSON_COMPACT) : NULL;
    json_decref(line);
    if (!text) {
        errno = ENOMEM;
        return false;
    }
    bool written = fputs(text, file) != EOF && putc('\n', file) != EOF && fflush(file) == 0;
    free(text);
    return written;
}

/* Others may have no end, or keep nothing of what is written to them. */
static bool is_regular(FILE *file) {
    struct stat status;
    return fstat(fileno(file), &status) == 0 && S_ISREG(status.st_mode);
}

EpdJournal *epd_journal_open(const char *path, const EpdRun *run, Reason *error) {
    if (!report_has_json("--resume", error))
        return NULL;
    report_begin_json();
    EpdJournal *journal = malloc(sizeof *journal);
    FILE *file = journal ? fopen(path, "a+e") : NULL;
    if (!file) {
        reason_set(error, "%s: %s", path, strerror(errno));
        free(journal);
        return NULL;
    }
    JournalReader reader = {.run = run};
    off_t end = 0;
    long number = 0;
    bool usable = false;
    if (!is_regular(file))
        reason_set(error, "%s: a journal has to be a regular file", path);
    else if (flock(fileno(file), LOCK_EX | LOCK_NB) != 0)
        reason_set(error, "%s: another run uses this journal", path);
    else if (!read_lines(&reader, file, &end, &number))
        reason_set(error, "%s:%ld: %s", path, number, reader.reason.text);
    else if (ftruncate(fileno(file), end) != 0 || fseek(file, 0, SEEK_END) != 0 ||
             (end == 0 && !write_line(file, make_header(run))))
        reason_set(error, "%s: %s", path, strerror(errno));
    else
        usable = true;
    if (!usable) {
        fclose(file);
        free(journal);
        return NULL;
    }
    *journal = (EpdJournal){file, reader.run_us, clock_now_us()};
    return journal;
}

int64_t epd_journal_earlier_us(const EpdJournal *journal) {
    return journal->earlier_us;
}

bool epd_journal_add(EpdJournal *journal, const EpdRun *run, size_t index) {
    const EpdAttempt *attempt = &run->attempts[index];
    const EpdEntry *entry = epd_run_entry(run, index);
    const size_t repeat = (size_t)run->settings->repeat;
    int64_t run_us = journal->earlier_us + clock_now_us() - journal->start_us;
    char move[COORDINATE_SIZE];
    notation_coordinate(attempt->move, entry->position.chess960, move);
    json_t *line = json_pack(
        "{s:I, s:I, s:s, s:s, s:b, s:i, s:I, s:I, s:I, s:I, s:i, s:I}", "entry",
        (json_int_t)(index / repeat), "repetition", (json_int_t)(index % repeat), "id", entry->id,
        "move", move, "solved", attempt->solved, "score", attempt->score, "first_us",
        (json_int_t)attempt->first_us, "stable_us", (json_int_t)attempt->stable_us, "elapsed_us",
        (json_int_t)attempt->elapsed_us, "nodes", (json_int_t)attempt->nodes, "depth",
        attempt->depth, "run_us", (json_int_t)run_us);
    if (attempt->fault)
        json_object_set_new(line, "fault", json_string(attempt->fault));
    return write_line(journal->file, line);
}

void epd_journal_close(EpdJournal *journal) {
    if (!journal)
        return;
    fclose(journal->file);
    free(journal);
}
