#include "tools/epd/report.h"

#include <math.h>
#include <stdlib.h>

#include "chess/fen.h"
#include "chess/notation.h"
#include "guest/guest_json.h"
#include "report/report.h"
#include "tools/epd/journal.h"

bool epd_report_complete(EpdReport *report) {
    const EpdSuite *suite = report->run->suite;
    report->results = calloc(suite->count + 1, sizeof(EpdResult));
    if (!report->results)
        return false;
    report->themes = epd_themes_begin(suite->count);
    report->extent = (ReportExtent){epd_run_done(report->run), epd_run_size(report->run)};
    for (size_t i = 0; i < suite->count; i++) {
        if (!report->run->attempts[i * (size_t)report->run->settings->repeat].done)
            continue;
        EpdResult *result = &report->results[report->count++];
        *result = epd_result(report->run, i);
        EpdTheme *theme = epd_themes_find(&report->themes, suite->entries[i]->theme);
        epd_totals_add(&report->totals, suite->entries[i], result);
        if (theme)
            epd_totals_add(&theme->totals[0], suite->entries[i], result);
    }
    epd_themes_end(&report->themes);
    return true;
}

void epd_report_free(EpdReport *report) {
    free(report->results);
    epd_themes_free(&report->themes);
}

/* Points are whole unless they are a mean. */
static json_t *number(double value) {
    return value == floor(value) ? json_integer((json_int_t)value) : json_real(value);
}

static json_t *totals_json(const EpdTotals *totals) {
    Interval interval = statistics_wilson(totals->solved_attempts, totals->attempts);
    return json_pack("{s:I, s:I, s:o, s:I, s:I, s:I, s:I, s:f, s:[f, f]}", "total",
                     (json_int_t)totals->total, "solved", (json_int_t)totals->solved, "points",
                     number(totals->points), "most_points", (json_int_t)totals->most_points,
                     "attempts", (json_int_t)totals->attempts, "solved_attempts",
                     (json_int_t)totals->solved_attempts, "failed_attempts",
                     (json_int_t)totals->faults, "rate", epd_totals_rate(totals), "interval",
                     interval.low, interval.high);
}

static json_t *score_json(Score score) {
    return score_is_mate(score) ? json_pack("{s:i}", "mate", score_mate_moves(score))
                                : json_pack("{s:i}", "cp", score);
}

static json_t *attempt_json(const EpdEntry *entry, const EpdAttempt *attempt) {
    char san[SAN_SIZE], coordinates[COORDINATE_SIZE];
    epd_name_move(entry, attempt->move, san);
    notation_coordinate(attempt->move, entry->position.chess960, coordinates);
    json_t *json =
        json_pack("{s:b, s:s, s:s, s:o, s:o, s:o, s:o, s:I, s:i, s:i}", "solved", attempt->solved,
                  "move", san, "uci", coordinates, "score", score_json(attempt->score), "first_ms",
                  report_milliseconds(attempt->first_us), "stable_ms",
                  report_milliseconds(attempt->stable_us), "ms",
                  report_milliseconds(attempt->elapsed_us), "nodes", (json_int_t)attempt->nodes,
                  "depth", attempt->depth, "points", epd_entry_points(entry, attempt->move));
    if (attempt->fault)
        json_object_set_new(json, "fault", json_string(attempt->fault));
    return json;
}

static void read_runs(const void *row, TableValue *value) {
    const EpdResult *result = row;
    table_set_json(value, json_array());
    for (int i = 0; i < result->attempts; i++)
        json_array_append_new(value->json, attempt_json(result->entry, &result->runs[i]));
}

static void read_fen(const void *row, TableValue *value) {
    _Static_assert(FEN_SIZE <= TABLE_TEXT_SIZE, "a FEN has to find room");
    fen_format(&((const EpdResult *)row)->entry->position, value->room);
    table_set_text(value, value->room);
}

static void read_move(const void *row, TableValue *value) {
    const EpdResult *result = row;
    epd_name_move(result->entry, result->move, value->room);
    table_set_text(value, value->room);
}

static void read_uci(const void *row, TableValue *value) {
    const EpdResult *result = row;
    notation_coordinate(result->move, result->entry->position.chess960, value->room);
    table_set_text(value, value->room);
}

static void read_outcome(const void *row, TableValue *value) {
    const EpdResult *result = row;
    value->kind = TABLE_VERDICT;
    value->integer = result->solved;
    value->text = result->solved ? "solved" : "not solved";
    if (result->attempts == 1 && result->runs[0].fault) {
        table_format_text(value, "%s", result->runs[0].fault);
        value->kind = TABLE_VERDICT;
    } else if (result->attempts > 1) {
        snprintf(value->room, sizeof value->room, "%d of %d", result->solved_attempts,
                 result->attempts);
        value->text = value->room;
    }
}

static void read_points(const void *row, TableValue *value) {
    double points = ((const EpdResult *)row)->points;
    value->kind = points == floor(points) ? TABLE_INTEGER : TABLE_REAL;
    value->integer = (int64_t)points;
    value->number.median = points;
}

static void read_points_if_any(const void *row, TableValue *value) {
    if (((const EpdResult *)row)->entry->most_points > 0)
        read_points(row, value);
}

#define DATA_AND_PAGE (TABLE_DATA | TABLE_PAGE)

static const Column RESULT_COLUMNS[] = {
    {"engine", .views = TABLE_CSV, MEMBER(EpdResult, engine)},
    {"id", "Position", .views = DATA_AND_PAGE, MEMBER_BEHIND(EpdResult, entry, EpdEntry, id),
     .style = HTML_NAME},
    {"theme", .views = TABLE_DATA, MEMBER_BEHIND(EpdResult, entry, EpdEntry, theme)},
    {"fen", "FEN", .views = DATA_AND_PAGE, .read = read_fen, .style = HTML_CODE},
    {"expected", "Expected", .views = DATA_AND_PAGE,
     MEMBER_BEHIND(EpdResult, entry, EpdEntry, expected)},
    {"move", "Move", .views = DATA_AND_PAGE, .read = read_move},
    {"uci", .views = TABLE_JSON, .read = read_uci},
    {"solved", "Result", .views = DATA_AND_PAGE, .read = read_outcome},
    {"solved_attempts", .views = TABLE_DATA, MEMBER(EpdResult, solved_attempts)},
    {"attempts", .views = TABLE_DATA, MEMBER(EpdResult, attempts)},
    {"points", .views = TABLE_DATA, .read = read_points},
    {NULL, "Points", .views = EPD_PAGE_POINTS, .read = read_points_if_any, .decimals = -1,
     .style = HTML_NUMBER},
    {"most_points", .views = TABLE_DATA, MEMBER_BEHIND(EpdResult, entry, EpdEntry, most_points)},
    {"first_ms", "First, ms", .views = DATA_AND_PAGE, MEMBER_TIME(EpdResult, first_us),
     .decimals = 1},
    {"stable_ms", "Stable, ms", .views = DATA_AND_PAGE, MEMBER_TIME(EpdResult, stable_us),
     .decimals = 1},
    {"nodes", "Nodes", .views = DATA_AND_PAGE, MEMBER(EpdResult, nodes)},
    {"depth", "Depth", .views = DATA_AND_PAGE, MEMBER(EpdResult, depth)},
    {"file", .views = TABLE_JSON, MEMBER_BEHIND(EpdResult, entry, EpdEntry, file)},
    {"line", .views = TABLE_JSON, MEMBER_BEHIND(EpdResult, entry, EpdEntry, line)},
    {"runs", .views = TABLE_JSON, .read = read_runs},
};

Table epd_engine_table(const EpdResult *results, size_t count) {
    return TABLE(RESULT_COLUMNS, results, results ? count : 0);
}

Table epd_result_table(const EpdReport *report) {
    Table table = TABLE(RESULT_COLUMNS, report->results, report->count);
    table.columns++;
    table.column_count--;
    return table;
}

static void read_left_out(const void *row, TableValue *value) {
    table_set_text(value, ((const EpdNotice *)row)->skipped ? "the position" : "points of a move");
}

static const Column NOTICE_COLUMNS[] = {
    {"file", "File", .views = TABLE_JSON | TABLE_PAGE, MEMBER(EpdNotice, file), .style = HTML_NAME},
    {"line", "Line", .views = TABLE_JSON | TABLE_PAGE, MEMBER(EpdNotice, line)},
    {"skipped", .views = TABLE_JSON, MEMBER(EpdNotice, skipped)},
    {NULL, "Left out", .views = TABLE_PAGE, .read = read_left_out},
    {"reason", "Reason", .views = TABLE_JSON | TABLE_PAGE, MEMBER(EpdNotice, reason),
     .style = HTML_NAME},
};

Table epd_notice_table(const EpdReport *report) {
    return TABLE(NOTICE_COLUMNS, report->run->suite->notices, report->run->suite->notice_count);
}

static json_t *themes_json(const EpdReport *report) {
    json_t *themes = json_array();
    for (size_t i = 0; i < report->themes.count; i++) {
        json_t *theme = totals_json(&report->themes.themes[i].totals[0]);
        json_object_set_new(theme, "name", json_string(report->themes.themes[i].name));
        json_array_append_new(themes, theme);
    }
    return themes;
}

/* Also those of earlier sessions and of other ranks. */
static bool are_all_bound(const EpdRun *run) {
    for (size_t i = 0; i < epd_run_size(run); i++) {
        if (run->attempts[i].done && !run->attempts[i].is_bound)
            return false;
    }
    return true;
}

json_t *epd_report_json(const EpdReport *report) {
    const EpdSettings *settings = report->run->settings;
    json_t *files = json_array();
    for (size_t i = 0; i < report->run->suite->file_count; i++)
        json_array_append_new(files, json_string(report->run->suite->files[i]));
    json_t *own = json_pack("{s:o, s:o, s:o, s:o, s:b, s:i, s:i, s:f}", "files", files, "engine",
                            guest_json(settings->guest, settings->guest_name), "settings",
                            epd_settings_json(settings), "network", epd_network_json(settings),
                            "bound", are_all_bound(report->run), "engines", settings->engines,
                            "repeat", settings->repeat, "seconds", report->seconds);
    const int ranks = cluster_size(settings->cluster);
    if (ranks > 1)
        json_object_set_new(own, "ranks", json_integer(ranks));
    report_mark_extent(own, report->extent);
    json_object_update_new(own, totals_json(&report->totals));
    json_object_set_new(own, "skipped", json_integer((json_int_t)report->run->suite->skipped));
    json_object_set_new(own, "themes", themes_json(report));
    json_object_set_new(own, "notices", table_json(epd_notice_table(report)));
    json_object_set_new(own, "results", table_json(epd_result_table(report)));
    return report_join(EPD_FORMAT, EPD_FORMAT_VERSION, own);
}
