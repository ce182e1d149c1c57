#include "tools/epd/report.h"

#include <math.h>
#include <stdlib.h>

#include "chess/fen.h"
#include "chess/notation.h"
#include "report/network.h"
#include "report/report.h"
#include "tools/epd/journal.h"

#define FORMAT         "quorum-epd"
#define FORMAT_VERSION 1

bool epd_report_complete(EpdReport *report) {
    const EpdSuite *suite = report->suite;
    int repeat = report->settings->repeat;
    report->results = calloc(suite->count + 1, sizeof(EpdResult));
    if (report->results == NULL)
        return false;
    for (size_t i = 0; i < suite->count; i++) {
        report->results[i] =
            epd_result(suite->entries[i], &report->attempts[i * (size_t)repeat], repeat);
        epd_totals_add(&report->totals, suite->entries[i], &report->results[i]);
    }
    report->themes = epd_themes(suite, report->results, &report->theme_count);
    return true;
}

void epd_report_free(EpdReport *report) {
    free(report->results);
    free(report->themes);
}

/* Points are whole unless they are a mean. */
static json_t *number(double value) {
    return value == floor(value) ? json_integer((json_int_t)value) : json_real(value);
}

static json_t *interval_json(const EpdTotals *totals) {
    Interval interval = epd_totals_interval(totals);
    return json_pack("[f, f]", interval.low, interval.high);
}

static json_t *totals_json(const EpdTotals *totals) {
    return json_pack("{s:I, s:I, s:o, s:o, s:I, s:I, s:f, s:o}", "total", (json_int_t)totals->total,
                     "solved", (json_int_t)totals->solved, "points", number(totals->points),
                     "most_points", number(totals->most_points), "attempts",
                     (json_int_t)totals->attempts, "solved_attempts",
                     (json_int_t)totals->solved_attempts, "rate", epd_totals_rate(totals),
                     "interval", interval_json(totals));
}

static json_t *score_json(Score score) {
    return score_is_mate(score) ? json_pack("{s:i}", "mate", score_mate_moves(score))
                                : json_pack("{s:i}", "cp", score);
}

/* A move as people write it, and as UCI does. */
typedef struct MoveTexts {
    char san[SAN_SIZE];
    char coordinates[COORDINATE_SIZE];
} MoveTexts;

static MoveTexts move_texts(const Position *position, Move move) {
    MoveTexts texts;
    notation_san(position, move, texts.san);
    notation_coordinate(move, position->chess960, texts.coordinates);
    return texts;
}

static json_t *attempt_json(const EpdEntry *entry, const EpdAttempt *attempt) {
    MoveTexts move = move_texts(&entry->position, attempt->move);
    return json_pack("{s:b, s:s, s:s, s:o, s:o, s:o, s:o, s:I, s:i, s:i}", "solved",
                     attempt->solved, "move", move.san, "uci", move.coordinates, "score",
                     score_json(attempt->score), "first_ms", report_milliseconds(attempt->first_us),
                     "stable_ms", report_milliseconds(attempt->stable_us), "ms",
                     report_milliseconds(attempt->elapsed_us), "nodes", (json_int_t)attempt->nodes,
                     "depth", attempt->depth, "points", epd_entry_points(entry, attempt->move));
}

static json_t *attempts_json(const EpdReport *report, size_t index) {
    const EpdEntry *entry = report->suite->entries[index];
    int count = report->results[index].attempts;
    json_t *attempts = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(
            attempts, attempt_json(entry, &report->attempts[index * (size_t)count + (size_t)i]));
    return attempts;
}

static json_t *result_json(const EpdReport *report, size_t index) {
    const EpdEntry *entry = report->suite->entries[index];
    const EpdResult *result = &report->results[index];
    MoveTexts move = move_texts(&entry->position, result->move);
    char fen[FEN_SIZE];
    fen_format(&entry->position, fen);
    json_t *object = json_pack(
        "{s:s, s:s, s:b, s:s, s:s, s:s, s:o, s:o, s:I, s:i, s:o, s:i}", "id", entry->id, "fen", fen,
        "solved", result->solved, "move", move.san, "uci", move.coordinates, "expected",
        entry->expected, "first_ms", report_milliseconds(result->first_us), "stable_ms",
        report_milliseconds(result->stable_us), "nodes", (json_int_t)result->nodes, "depth",
        result->depth, "points", number(result->points), "most_points", entry->most_points);
    json_t *rest =
        json_pack("{s:s, s:s, s:I, s:i, s:i, s:o}", "theme", entry->theme, "file", entry->file,
                  "line", (json_int_t)entry->line, "attempts", result->attempts, "solved_attempts",
                  result->solved_attempts, "runs", attempts_json(report, index));
    json_object_update_new(object, rest);
    return object;
}

static json_t *themes_json(const EpdReport *report) {
    json_t *themes = json_array();
    for (size_t i = 0; i < report->theme_count; i++) {
        json_t *theme = totals_json(&report->themes[i].totals);
        json_object_set_new(theme, "name", json_string(report->themes[i].name));
        json_array_append_new(themes, theme);
    }
    return themes;
}

static json_t *notices_json(const EpdSuite *suite) {
    json_t *notices = json_array();
    for (size_t i = 0; i < suite->notice_count; i++) {
        const EpdNotice *notice = &suite->notices[i];
        json_array_append_new(notices, json_pack("{s:s, s:I, s:b, s:s}", "file", notice->file,
                                                 "line", (json_int_t)notice->line, "skipped",
                                                 notice->skipped, "reason", notice->reason));
    }
    return notices;
}

json_t *epd_report_json(const EpdReport *report) {
    json_t *json = report_create(FORMAT, FORMAT_VERSION);
    json_t *files = json_array();
    json_t *results = json_array();
    for (size_t i = 0; i < report->suite->file_count; i++)
        json_array_append_new(files, json_string(report->suite->files[i]));
    for (size_t i = 0; i < report->suite->count; i++)
        json_array_append_new(results, result_json(report, i));
    json_object_set_new(json, "files", files);
    json_object_set_new(json, "settings", epd_settings_json(report->settings));
    json_object_set_new(json, "network",
                        network_json(engine_network_id(report->settings->network_of)));
    json_object_set_new(json, "bound", json_boolean(report->places == EPD_BOUND));
    json_object_set_new(json, "engines", json_integer(report->settings->engines));
    json_object_set_new(json, "repeat", json_integer(report->settings->repeat));
    json_object_set_new(json, "seconds", json_real(report->seconds));
    json_object_update_new(json, totals_json(&report->totals));
    json_object_set_new(json, "skipped", json_integer((json_int_t)report->suite->skipped));
    json_object_set_new(json, "themes", themes_json(report));
    json_object_set_new(json, "notices", notices_json(report->suite));
    json_object_set_new(json, "results", results);
    return json;
}
