#include "spsa/journal.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file_identity.h"
#include "base/file_lock.h"
#include "base/text.h"

#define MAGIC "quorum-spsa journal"

/* Opens the file and locks it, where the file system has locks; NULL with the reason in *error. */
static FILE *open_locked(const char *path, Reason *error) {
    FILE *file = fopen(path, "a+e");
    if (!file) {
        reason_set(error, "%s: %s", path, strerror(errno));
        return NULL;
    }
    if (!file_is_regular(fileno(file)))
        reason_set(error, "%s: a journal has to be a regular file", path);
    else if (!file_lock_take(fileno(file)))
        reason_set(error, "%s: another program writes it", path);
    else
        return file;
    fclose(file);
    return NULL;
}

/* What a file holds, up to its first NUL. */
typedef struct Content {
    char *text;  /* NULL with errno set where the file cannot be read */
    size_t size; /* with the NUL */
    bool broken; /* more than zeros follow, which a crash of the machine may leave at the end */
} Content;

static Content read_content(FILE *file) {
    Content content = {0};
    size_t capacity = 0;
    const ssize_t length = getdelim(&content.text, &capacity, '\0', file);
    if (length < 0) { /* an empty file, or a fault */
        free(content.text);
        content.text = feof(file) ? strdup("") : NULL;
        return content;
    }
    content.size = (size_t)length;
    int byte;
    do
        byte = getc(file);
    while (byte == '\0');
    content.broken = byte != EOF;
    return content;
}

/* Reads three numbers that are the games of an iteration. */
static bool parse_record(Text line, int games, JournalRecord *record) {
    int64_t numbers[3];
    Text token;
    for (int i = 0; i < 3; i++) {
        if (!text_next_token(&line, &token) || !text_parse_integer(token, &numbers[i]) ||
            numbers[i] < 0 || numbers[i] > games)
            return false;
    }
    *record = (JournalRecord){(int)numbers[0], (int)numbers[1], (int)numbers[2]};
    return !text_next_token(&line, &token) &&
           record->wins + record->draws + record->losses == games;
}

/* Reads the lines after the heading. *whole is set to the bytes up to the last complete one. */
static bool parse_records(Journal *journal, const JournalPlan *plan, const char *text,
                          size_t *whole, Reason *error) {
    const char *line = text + strlen(plan->heading);
    for (size_t length; line[length = strcspn(line, "\n")] == '\n'; line += length + 1) {
        if (journal->count == journal->capacity)
            return reason_set(error, "it has more than %" PRId64 " iterations", journal->capacity);
        if (!parse_record((Text){line, length}, plan->games, &journal->records[journal->count]))
            return reason_set(error, "the line of iteration %" PRId64 " is damaged",
                              journal->count + 1);
        journal->count++;
    }
    *whole = (size_t)(line - text);
    return true;
}

/* Takes over what the file holds, and cuts off what a kill or a crash has left incomplete. */
static bool take_over(Journal *journal, const JournalPlan *plan, const Content *content,
                      Reason *error) {
    const char *text = content->text;
    size_t heading = strlen(plan->heading), whole = 0;
    if (strncmp(text, MAGIC, strlen(MAGIC)) != 0)
        return reason_set(error, "it is no journal of quorum-spsa");
    if (strncmp(text, plan->heading, heading) != 0)
        return reason_set(error, "its run was another one and cannot be continued by this command");
    if (content->broken)
        return reason_set(error, "it is damaged");
    if (!parse_records(journal, plan, text, &whole, error))
        return false;
    journal->was_cut = whole < content->size;
    if (journal->was_cut && ftruncate(fileno(journal->file), (off_t)whole) != 0)
        return reason_set(error, "%s", strerror(errno));
    return true;
}

/* Begins a file, also one whose heading a kill has left incomplete. */
static bool begin(Journal *journal, const JournalPlan *plan, Reason *error) {
    if (ftruncate(fileno(journal->file), 0) != 0 || fputs(plan->heading, journal->file) < 0 ||
        fflush(journal->file) != 0)
        return reason_set(error, "%s", strerror(errno));
    return true;
}

static bool begin_or_take_over(Journal *journal, const JournalPlan *plan, Reason *error) {
    const Content content = read_content(journal->file);
    if (!content.text)
        return reason_set(error, "%s", strerror(errno));
    const size_t length = strlen(content.text);
    const bool is_begun = content.broken || length >= strlen(plan->heading) ||
                          strncmp(content.text, plan->heading, length) != 0;
    bool done = is_begun ? take_over(journal, plan, &content, error) : begin(journal, plan, error);
    free(content.text);
    return done;
}

bool journal_open(Journal *journal, const char *path, const JournalPlan *plan, Reason *error) {
    Reason reason;
    *journal = (Journal){.capacity = plan->capacity};
    journal->file = open_locked(path, error);
    if (!journal->file)
        return false;
    journal->records = calloc((size_t)plan->capacity, sizeof *journal->records);
    bool done = journal->records;
    if (!done)
        reason_set(&reason, "not enough memory");
    done = done && begin_or_take_over(journal, plan, &reason);
    if (!done) {
        reason_set(error, "%s: %s", path, reason.text);
        journal_close(journal);
    }
    return done;
}

bool journal_add(Journal *journal, const JournalRecord *record) {
    if (fprintf(journal->file, "%d %d %d\n", record->wins, record->draws, record->losses) < 0 ||
        fflush(journal->file) != 0)
        return false;
    journal->records[journal->count++] = *record;
    return true;
}

bool journal_close(Journal *journal) {
    free(journal->records);
    bool done = fclose(journal->file) == 0;
    *journal = (Journal){0};
    return done;
}
