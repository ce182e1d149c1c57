#include <math.h>
#include <stdlib.h>

#include "compare/side_by_side.h"
#include "report/report.h"

#define PEOPLE (TABLE_TEXT | TABLE_PAGE)

#define OUTCOME_SIZE  40
#define LEFT_OUT_SIZE 100

/* A row as it is shown, for one of its figures. */
typedef struct Shown {
    const char *key;
    Estimate values[SIDES_MAX];
    double ratios[SIDES_MAX];
    char outcomes[SIDES_MAX][OUTCOME_SIZE];
} Shown;

static const char *const RATIOS[SIDES_MAX] = {"A/A", "B/A", "C/A", "D/A",
                                              "E/A", "F/A", "G/A", "H/A"};

/* The columns of the runs themselves; returns how many. */
static size_t list_run_columns(const Kind *kind, Column columns[TABLE_MAX_COLUMNS]) {
    size_t count = 0;
    columns[count++] = (Column){.heading = "Run", .views = PEOPLE, MEMBER(Side, letter)};
    columns[count++] =
        (Column){.heading = "Name", .views = PEOPLE, MEMBER(Side, name), .style = HTML_NAME};
    for (size_t i = 0; i < KINDS_MAX_FIGURES && kind->figures[i].heading; i++)
        columns[count++] = (Column){.heading = kind->figures[i].heading,
                                    .views = PEOPLE,
                                    .kind = TABLE_ESTIMATE,
                                    .offset = offsetof(Side, figures) + i * sizeof(Estimate),
                                    .decimals = kind->figures[i].decimals};
    if (kind->has_outcomes) {
        columns[count++] = (Column){.heading = "Alone", .views = PEOPLE, MEMBER(Side, alone)};
        columns[count++] =
            (Column){.heading = "A alone", .views = PEOPLE, MEMBER(Side, first_alone)};
        columns[count++] =
            (Column){.heading = "p", .views = PEOPLE, MEMBER(Side, p), .decimals = -1};
    } else if (!kind->rows || !kind->row_figures[0].heading) {
        columns[count++] =
            (Column){.heading = "Times A", .views = PEOPLE, MEMBER(Side, ratio), .decimals = 3};
    }
    return count;
}

static Table run_table(const SideBySide *sides, Column columns[TABLE_MAX_COLUMNS]) {
    return (Table){columns, list_run_columns(sides->kind, columns), sides->sides,
                   sizeof sides->sides[0], sides->count};
}

/* The columns of a figure: each run's, and what they are of the first one's. */
static Table figure_table(const SideBySide *sides, const KindFigure *figure, const Shown *shown,
                          size_t count, Column columns[TABLE_MAX_COLUMNS]) {
    size_t used = 0;
    columns[used++] =
        (Column){.heading = "of", .views = PEOPLE, MEMBER(Shown, key), .style = HTML_NAME};
    for (size_t i = 0; i < sides->count; i++)
        columns[used++] = figure
                              ? (Column){.heading = sides->sides[i].letter,
                                         .views = PEOPLE,
                                         .kind = TABLE_ESTIMATE,
                                         .intervals = TABLE_PAGE,
                                         .offset = offsetof(Shown, values) + i * sizeof(Estimate),
                                         .decimals = figure->decimals}
                              : (Column){.heading = sides->sides[i].letter,
                                         .views = PEOPLE,
                                         .kind = TABLE_WORD,
                                         .offset = offsetof(Shown, outcomes) + i * OUTCOME_SIZE};
    for (size_t i = 1; figure && i < sides->count; i++)
        columns[used++] = (Column){.heading = RATIOS[i],
                                   .views = PEOPLE,
                                   .kind = TABLE_REAL,
                                   .offset = offsetof(Shown, ratios) + i * sizeof(double),
                                   .decimals = 3};
    return (Table){columns, used, shown, sizeof *shown, count};
}

/* Whether a row is worth showing, which one that not all runs have is not; fills it. */
static bool show_outcomes(const SideBySide *sides, const SideRow *row, Shown *shown) {
    bool differs = false, is_whole = true;
    for (size_t i = 0; i < sides->count; i++) {
        is_whole = is_whole && row->cells[i];
        differs |= side_row_is_solved(row, i) != side_row_is_solved(row, 0);
        snprintf(shown->outcomes[i], OUTCOME_SIZE, "%s %.12s",
                 side_row_is_solved(row, i) ? "ok" : "--", report_text(row->cells[i], "move"));
    }
    return is_whole && differs;
}

static bool show_figure(const SideBySide *sides, const KindFigure *figure, const SideRow *row,
                        Shown *shown) {
    bool is_known = false;
    for (size_t i = 0; i < sides->count; i++) {
        shown->values[i] = kind_number(row->cells[i], figure->member);
        shown->ratios[i] = shown->values[i].median / shown->values[0].median;
        is_known |= isfinite(shown->values[i].median);
    }
    return is_known;
}

/* The rows of a figure, or with NULL of the outcomes, that are worth showing; for the caller to
 * free. */
static Shown *show_rows(const SideBySide *sides, const KindFigure *figure, size_t *count) {
    Shown *shown = calloc(sides->row_count + 1, sizeof *shown);
    *count = 0;
    for (size_t i = 0; shown && i < sides->row_count; i++) {
        Shown *place = &shown[*count];
        const SideRow *row = &sides->rows[i];
        place->key = row->key;
        *count +=
            figure ? show_figure(sides, figure, row, place) : show_outcomes(sides, row, place);
    }
    return shown;
}

/* Calls with each table that has rows, and its title. */
static void each_table(const SideBySide *sides,
                       void (*take)(void *context, const char *title, Table table), void *context) {
    Column columns[TABLE_MAX_COLUMNS];
    size_t count;
    for (size_t i = 0; i < KINDS_MAX_FIGURES && sides->row_count > 0; i++) {
        const KindFigure *figure = &sides->kind->row_figures[i];
        const bool is_outcome = i == 0 && sides->kind->has_outcomes;
        if (!is_outcome && !figure->heading)
            break;
        Shown *shown = show_rows(sides, is_outcome ? NULL : figure, &count);
        if (shown && count > 0)
            take(context, is_outcome ? "Not solved by all, and by some" : figure->heading,
                 figure_table(sides, is_outcome ? NULL : figure, shown, count, columns));
        free(shown);
    }
}

/* What of a run and the first one cannot be compared; false where all can. */
static bool tell_left_out(const Side *side, char text[LEFT_OUT_SIZE]) {
    snprintf(text, LEFT_OUT_SIZE,
             "Left out of %s against A: %zu that it has not, %zu that A has not", side->letter,
             side->missing, side->added);
    return side->missing > 0 || side->added > 0;
}

static void write_table(void *file, const char *title, Table table) {
    fprintf(file, "\n%s\n", title);
    table_write_text(table, TABLE_TEXT, 0, table.row_count, file);
}

void side_by_side_write_text(const SideBySide *sides, FILE *file) {
    Column columns[TABLE_MAX_COLUMNS];
    table_write_text(run_table(sides, columns), TABLE_TEXT, 0, sides->count, file);
    each_table(sides, write_table, file);
    for (size_t i = 0; i < sides->count; i++) {
        if (report_was_cut_short(sides->sides[i].report))
            fprintf(file, "\nRun %s was cut short\n", sides->sides[i].letter);
    }
    for (size_t i = 0; i < sides->count; i++) {
        char text[LEFT_OUT_SIZE];
        if (tell_left_out(&sides->sides[i], text))
            fprintf(file, "\n%s\n", text);
    }
}

static void add_table(void *page, const char *title, Table table) {
    html_section(page, title);
    table_add_to_page(table, TABLE_PAGE, page);
}

/* Which run has solved most, and what that is worth against A, where runs solve something. */
static void add_verdict(HtmlPage *page, const SideBySide *sides) {
    size_t best = 0;
    for (size_t i = 1; i < sides->count && sides->kind->has_outcomes; i++) {
        if (sides->sides[i].alone > sides->sides[i].first_alone &&
            (best == 0 || sides->sides[i].alone - sides->sides[i].first_alone >
                              sides->sides[best].alone - sides->sides[best].first_alone))
            best = i;
    }
    const Side *side = &sides->sides[best];
    if (best > 0)
        html_headline(page, "%s solves most, %d more than A (p = %.2g).", side->letter,
                      (int)(side->alone - side->first_alone), side->p);
    else if (sides->kind->has_outcomes && sides->count > 1)
        html_headline(page, "None solves more than A.");
}

/* The first run's: what others had is on their own pages. */
static void add_limits(HtmlPage *page, const SideBySide *sides) {
    const KindFigure *limits = sides->kind->limits;
    for (size_t i = 0; i < KINDS_MAX_FIGURES && limits[i].heading; i++) {
        const Estimate limit = kind_number(sides->sides[0].report, limits[i].member);
        if (isfinite(limit.median))
            html_subtitle(page, "%s: %.0f", limits[i].heading, limit.median);
    }
}

void side_by_side_page(const void *subject, const json_t *json, HtmlPage *page) {
    const SideBySide *sides = subject;
    Column columns[TABLE_MAX_COLUMNS];
    html_begin(page, sides->kind->title);
    html_subtitle_begin(page);
    add_limits(page, sides);
    report_end_subtitle(sides->sides[0].report, page);
    if (report_was_cut_short(json))
        html_headline(page, "Cut short by a signal.");
    add_verdict(page, sides);
    html_section(page, "Runs");
    table_add_to_page(run_table(sides, columns), TABLE_PAGE, page);
    if (sides->kind->has_outcomes)
        html_paragraph(page, "p is how probable it is between equals that one of two has solved so "
                             "much more alone (McNemar's exact test against A).");
    each_table(sides, add_table, page);
    for (size_t i = 0; i < sides->count; i++) {
        char text[LEFT_OUT_SIZE];
        if (tell_left_out(&sides->sides[i], text))
            html_paragraph(page, "%s.", text);
    }
    for (size_t i = 0; i < sides->count; i++) {
        html_facts_begin(page, sides->sides[i].name);
        html_fact(page, "Run", "%s%s", sides->sides[i].letter,
                  report_was_cut_short(sides->sides[i].report) ? ", cut short by a signal" : "");
        report_end_facts(sides->sides[i].report, page);
    }
}
