/* Fuzz target: the journal of quorum-spsa. One that is refused stays as it was; one that is taken
 * can be gone on with. An input that begins with 'h' follows the heading of the run. */

#include <string.h>

#include "spsa/journal.h"
#include "target.h"

#define GAMES    8
#define CAPACITY 100

static const JournalPlan PLAN = {"quorum-spsa journal 1\ngames 8\n", GAMES, CAPACITY};

static void check_records(const Journal *journal) {
    MUST(journal->count >= 0 && journal->count <= CAPACITY);
    for (int64_t i = 0; i < journal->count; i++) {
        const JournalRecord *record = &journal->records[i];
        MUST(record->wins >= 0 && record->draws >= 0 && record->losses >= 0);
        MUST(record->wins + record->draws + record->losses == GAMES);
    }
}

static void go_on(Journal *journal, const char *path) {
    const int64_t count = journal->count;
    const JournalRecord last = {GAMES, 0, 0};
    const bool room = count < CAPACITY;
    if (room)
        MUST(journal_add(journal, &last));
    MUST(journal_close(journal));
    Journal again;
    Reason reason;
    MUST(journal_open(&again, path, &PLAN, &reason));
    MUST(again.count == count + room && !again.was_cut);
    check_records(&again);
    MUST(journal_close(&again));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const size_t heading = size > 0 && data[0] == 'h' ? strlen(PLAN.heading) : 0;
    const size_t rest = heading > 0 ? size - 1 : size, length = heading + rest;
    uint8_t *bytes = malloc(length + 1);
    MUST(bytes);
    memcpy(bytes, PLAN.heading, heading);
    memcpy(bytes + heading, data + (size - rest), rest);
    char path[TARGET_PATH];
    const int file = target_file(bytes, length, path);
    Journal journal;
    Reason reason = {""};
    if (journal_open(&journal, path, &PLAN, &reason)) {
        check_records(&journal);
        go_on(&journal, path);
    } else {
        size_t found;
        char *after = target_contents(file, &found);
        MUST(found == length && memcmp(after, bytes, length) == 0);
        MUST(reason.text[0] != '\0' && !strchr(reason.text, '\n'));
        free(after);
    }
    free(bytes);
    close(file);
    return 0;
}
