#include "report/run_journal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file_identity.h"
#include "base/file_lock.h"
#include "base/version.h"
#include "report/report.h"

/* A hundred years, in microseconds. */
#define LONGEST_RUN_US (INT64_C(100) * 366 * 24 * 3600 * 1000000)

/* Of a member with those that it lies in. */
#define PATH_SIZE 128

struct RunJournal {
    const char *command;
    FILE *file;         /* NULL once it cannot be written */
    bool is_lost;       /* which is then so */
    int64_t earlier_us; /* that the sessions before this one took */
    int64_t start_us;   /* of this one */
    int64_t run_us;     /* of all, up to the last measurement */
};

/* Where reading stands. */
typedef struct JournalReader {
    RunJournalPlan plan;
    json_t *header; /* that the file has to begin with */
    int64_t run_us;
    Reason reason;
} JournalReader;

bool run_journal_integer(const json_t *line, const char *name, int64_t least, int64_t most,
                         int64_t *value) {
    const json_t *member = json_object_get(line, name);
    *value = json_integer_value(member);
    return json_is_integer(member) && *value >= least && *value <= most;
}

static json_t *make_header(const RunJournalPlan *plan) {
    json_t *header =
        json_pack("{s:o, s:i, s:s}", "format", json_sprintf("quorum-%s-journal", plan->command),
                  "format_version", plan->format_version, "version", QUORUM_VERSION);
    json_object_update_missing(header, plan->identity);
    json_decref(plan->identity);
    return header;
}

static void set_difference(const char *path, const json_t *found, const json_t *wanted,
                           Reason *reason) {
    char *there = found ? json_dumps(found, JSON_COMPACT | JSON_ENCODE_ANY) : NULL;
    char *here = json_dumps(wanted, JSON_COMPACT | JSON_ENCODE_ANY);
    reason_set(reason, "a journal of another run: %s is %.400s there, and %.400s here", path,
               there ? there : "unknown", here ? here : "unknown");
    free(there);
    free(here);
}

/* Names the first member of what is wanted that is another one in what was found, which is inside
 * `path`. False where it is none of them. */
static bool name_difference(const char *path, const json_t *found, json_t *wanted, Reason *reason) {
    const char *name;
    json_t *value;
    json_object_foreach(wanted, name, value) {
        const json_t *other = json_object_get(found, name);
        char inside[PATH_SIZE];
        snprintf(inside, sizeof inside, "%s%s%s", path, path[0] != '\0' ? "." : "", name);
        if (json_equal(other, value))
            continue;
        if (!json_is_object(other) || !json_is_object(value))
            set_difference(inside, other, value, reason);
        else if (!name_difference(inside, other, value, reason))
            continue;
        return true;
    }
    return false;
}

static bool check_header(JournalReader *reader, const json_t *line) {
    if (!json_equal(json_object_get(line, "format"), json_object_get(reader->header, "format")))
        return reason_set(&reader->reason, "not a journal of 'quorum %s'", reader->plan.command);
    return json_equal(line, reader->header) ||
           (!name_difference("", line, reader->header, &reader->reason) &&
            reason_set(&reader->reason, "a journal of another run"));
}

static bool take_line(JournalReader *reader, json_t *line) {
    if (!json_is_object(line))
        return reason_set(&reader->reason, "no object");
    if (!run_journal_integer(line, "run_us", 0, LONGEST_RUN_US, &reader->run_us))
        return reason_set(&reader->reason, "no run takes so long");
    return reader->plan.take(reader->plan.context, line, &reader->reason);
}

/* Whether a line is the beginning of the header, which is all that a full disk has taken of it. */
static bool is_part_of_header(const JournalReader *reader, const char *text, size_t length) {
    char *header = json_dumps(reader->header, JSON_COMPACT);
    const bool is_part = header && strncmp(header, text, length) == 0;
    free(header);
    return is_part;
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
        if (cut_off && (*number > 1 || is_part_of_header(reader, text, (size_t)length))) {
            json_decref(line);
            break;
        }
        if (cut_off)
            reason_set(&reader->reason, "not a journal of 'quorum %s'", reader->plan.command);
        else if (!line)
            reason_set(&reader->reason, "%s", error.text);
        valid = !cut_off && line &&
                (*number == 1 ? check_header(reader, line) : take_line(reader, line));
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
static bool write_line(FILE *file, const json_t *line) {
    char *text = line ? json_dumps(line, JSON_COMPACT) : NULL;
    if (!text) {
        errno = ENOMEM;
        return false;
    }
    bool written = fputs(text, file) != EOF && putc('\n', file) != EOF && fflush(file) == 0;
    free(text);
    return written;
}

/* Reads what there is, and has the file ready for more. */
static bool prepare(JournalReader *reader, FILE *file, const char *path, Reason *error) {
    off_t end = 0;
    long number = 0;
    if (!file_is_regular(fileno(file)))
        return reason_set(error, "%s: a journal has to be a regular file", path);
    if (!file_lock_take(fileno(file)))
        return reason_set(error, "%s: another run uses this journal", path);
    if (!read_lines(reader, file, &end, &number))
        return reason_set(error, "%s:%ld: %s", path, number, reader->reason.text);
    return (ftruncate(fileno(file), end) == 0 && fseek(file, 0, SEEK_END) == 0 &&
            (end > 0 || write_line(file, reader->header))) ||
           reason_set(error, "%s: %s", path, strerror(errno));
}

RunJournal *run_journal_open(const char *path, RunJournalPlan plan, Reason *error) {
    JournalReader reader = {.plan = plan, .header = make_header(&plan)};
    RunJournal *journal = malloc(sizeof *journal);
    FILE *file = journal ? fopen(path, "a+e") : NULL;
    bool usable = false;
    if (!file)
        reason_set(error, "%s: %s", path, strerror(errno));
    else
        usable = prepare(&reader, file, path, error);
    json_decref(reader.header);
    if (usable) {
        *journal = (RunJournal){.command = plan.command,
                                .file = file,
                                .earlier_us = reader.run_us,
                                .start_us = clock_now_us(),
                                .run_us = reader.run_us};
        return journal;
    }
    if (file)
        fclose(file);
    free(journal);
    return NULL;
}

static void note_loss(RunJournal *journal, int reason) {
    fprintf(stderr, "quorum %s: the journal is not kept any more: %s\n", journal->command,
            strerror(reason));
    journal->is_lost = true;
}

void run_journal_add(RunJournal *journal, json_t *line, Progress *progress) {
    journal->run_us = journal->earlier_us + clock_now_us() - journal->start_us;
    if (journal->file) {
        json_object_set_new(line, "run_us", json_integer((json_int_t)journal->run_us));
        if (!write_line(journal->file, line)) {
            const int reason = errno;
            progress_clear(progress);
            note_loss(journal, reason);
            fclose(journal->file);
            journal->file = NULL;
        }
    }
    json_decref(line);
}

int64_t run_journal_us(const RunJournal *journal) {
    return journal->run_us;
}

bool run_journal_close(RunJournal *journal) {
    if (!journal)
        return true;
    if (journal->file && fclose(journal->file) != 0)
        note_loss(journal, errno);
    const bool is_kept = !journal->is_lost;
    free(journal);
    return is_kept;
}
