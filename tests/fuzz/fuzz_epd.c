/* Fuzz target: a file of EPD lines. Positions, answers and points that are taken from it fit each
 * other, and its texts can be written into a report. */

#include <jansson.h>
#include <string.h>

#include "chess/movegen.h"
#include "target.h"
#include "tools/epd/suite.h"

/* Whether a report takes it: valid UTF-8. */
static void check_text(const char *text) {
    MUST(text);
    json_t *json = json_string(text);
    MUST(json);
    json_decref(json);
}

static void check_moves(const Position *position, const MoveList *moves) {
    for (int i = 0; i < moves->count; i++)
        MUST(movegen_is_legal(position, moves->moves[i]));
}

static void check_entry(const EpdEntry *entry) {
    MUST(position_is_consistent(&entry->position));
    check_text(entry->id);
    check_text(entry->theme);
    check_text(entry->expected);
    check_moves(&entry->position, &entry->best);
    check_moves(&entry->position, &entry->avoid);
    MUST(entry->line >= 1);
    MUST(entry->points_count >= 0 && entry->points_count <= MAX_MOVES);
    MUST(entry->best.count || entry->avoid.count || entry->mate || entry->points_count);
    for (int i = 0; i < entry->points_count; i++) {
        MUST(movegen_is_legal(&entry->position, entry->points[i].move));
        MUST(epd_entry_points(entry, entry->points[i].move) <= entry->most_points);
    }
    MoveList all = {0};
    movegen_all(&entry->position, &all);
    for (int i = 0; i < all.count; i++)
        epd_entry_is_solved(entry, all.moves[i], i % 2 ? 30 : -30);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    chess_init();
    char path[TARGET_PATH];
    const int file = target_file(data, size, path);
    EpdSuite suite = {0};
    Reason reason = {""};
    MUST(epd_suite_read(&suite, path, &reason)); /* lines that are none become notices */
    for (size_t i = 0; i < suite.count; i++)
        check_entry(suite.entries[i]);
    MUST(suite.skipped <= suite.notice_count);
    for (size_t i = 0; i < suite.notice_count; i++)
        check_text(suite.notices[i].reason);
    const uint64_t fingerprint = epd_suite_fingerprint(&suite);
    EpdSuite again = {0};
    MUST(epd_suite_read(&again, path, &reason));
    MUST(epd_suite_fingerprint(&again) == fingerprint);
    epd_suite_free(&again);
    epd_suite_free(&suite);
    close(file);
    return 0;
}
