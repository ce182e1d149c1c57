#include "compare/side_by_side.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/format.h"
#include "report/report.h"

static const char *const LETTERS[SIDES_MAX] = {"A", "B", "C", "D", "E", "F", "G", "H"};

static const char *name_of(const json_t *report, const char *name) {
    const char *engine = json_string_value(kind_member(report, "engine.name"));
    return engine ? engine : name;
}

bool side_by_side_add(SideBySide *sides, const char *name, const json_t *report, Reason *error) {
    if (strcmp(report_text(report, "format"), KINDS_OF_SEVERAL) == 0) {
        const json_t *runs = json_object_get(report, "runs");
        for (size_t i = 0; i < json_array_size(runs); i++) {
            if (!side_by_side_add(sides, name, json_array_get(runs, i), error))
                return false;
        }
        return true;
    }
    const Kind *kind = kind_of(report);
    if (!kind)
        return reason_set(error, "%s: not a report that can be compared", name);
    if (sides->count == SIDES_MAX)
        return reason_set(error, "%s: more than %d runs", name, SIDES_MAX);
    if (sides->kind && sides->kind != kind)
        return reason_set(error, "%s: a report of another command than the first", name);
    sides->kind = kind;
    Side *side = &sides->sides[sides->count];
    *side =
        (Side){.letter = LETTERS[sides->count++], .name = name_of(report, name), .report = report};
    for (size_t i = 0; i < KINDS_MAX_FIGURES; i++)
        side->figures[i] = kind->figures[i].heading ? kind_number(report, kind->figures[i].member)
                                                    : (Estimate){NAN, NAN, NAN};
    return true;
}

/* Whether a run is of several engines, as one of `scale` may be. */
static bool has_engines(const json_t *report) {
    return json_array_size(json_object_get(report, "engines")) > 1;
}

/* What tells a row from others, in words; of runs of several engines also whose it is. */
static void name_row(const SideBySide *sides, const json_t *row, char key[TABLE_TEXT_SIZE]) {
    const Kind *kind = sides->kind;
    const char *engine = json_string_value(json_object_get(row, "engine"));
    size_t length = 0;
    key[0] = '\0';
    if (sides->by_engine && engine)
        format_append(key, TABLE_TEXT_SIZE, &length, "%s", engine);
    for (size_t i = 0; i < KINDS_MAX_KEYS && kind->keys[i]; i++) {
        const json_t *value = json_object_get(row, kind->keys[i]);
        const char *separator = length > 0 ? ", " : "";
        if (json_is_string(value))
            format_append(key, TABLE_TEXT_SIZE, &length, "%s%s", separator,
                          json_string_value(value));
        else
            format_append(key, TABLE_TEXT_SIZE, &length, "%s%s %.0f", separator, kind->keys[i],
                          json_number_value(value));
    }
}

/* The rows of a run by their keys. */
typedef struct Keyed {
    char key[TABLE_TEXT_SIZE];
    const json_t *row;
    size_t place;
} Keyed;

static int compare_keyed(const void *first, const void *second) {
    const Keyed *a = first;
    const Keyed *b = second;
    int order = strcmp(a->key, b->key);
    return order != 0 ? order : (a->place > b->place) - (a->place < b->place);
}

/* Sorted, of like ones the first first; for the caller to free. */
static Keyed *key_rows(const SideBySide *sides, const json_t *report, size_t *count) {
    const json_t *rows = json_object_get(report, sides->kind->rows);
    *count = json_array_size(rows);
    Keyed *keyed = calloc(*count + 1, sizeof *keyed);
    for (size_t i = 0; keyed && i < *count; i++) {
        keyed[i].row = json_array_get(rows, i);
        keyed[i].place = i;
        name_row(sides, keyed[i].row, keyed[i].key);
    }
    if (keyed)
        qsort(keyed, *count, sizeof *keyed, compare_keyed);
    return keyed;
}

/* Puts the rows of a run beside those of the first, both sorted. */
static bool join_rows(SideBySide *sides, SideRow *rows, size_t row_count, size_t number) {
    size_t count;
    Keyed *keyed = key_rows(sides, sides->sides[number].report, &count);
    size_t paired = 0;
    for (size_t i = 0, j = 0; keyed && i < row_count && j < count;) {
        int order = strcmp(rows[i].key, keyed[j].key);
        if (order == 0) {
            rows[i].cells[number] = keyed[j].row;
            paired++;
        }
        i += order <= 0;
        j += order >= 0;
    }
    sides->sides[number].missing = row_count - paired;
    sides->sides[number].added = count - paired;
    free(keyed);
    return keyed;
}

/* The rows of the first run, in its order, and beside them those of the others. */
static bool make_rows(SideBySide *sides) {
    size_t count;
    Keyed *first = key_rows(sides, sides->sides[0].report, &count);
    SideRow *sorted = calloc(count + 1, sizeof *sorted);
    SideRow *rows = calloc(count + 1, sizeof *rows);
    bool memory = first && sorted && rows;
    for (size_t i = 0; memory && i < count; i++) {
        memcpy(sorted[i].key, first[i].key, TABLE_TEXT_SIZE);
        sorted[i].cells[0] = first[i].row;
    }
    for (size_t i = 1; memory && i < sides->count; i++)
        memory = join_rows(sides, sorted, count, i);
    for (size_t i = 0; memory && i < count; i++)
        rows[first[i].place] = sorted[i];
    sides->rows = rows;
    sides->row_count = count;
    free(first);
    free(sorted);
    return memory;
}

bool side_row_is_solved(const SideRow *row, size_t run) {
    return json_is_true(json_object_get(row->cells[run], "solved"));
}

static void test_outcomes(SideBySide *sides, Side *side, size_t number) {
    for (size_t i = 0; i < sides->row_count; i++) {
        if (!sides->rows[i].cells[number])
            continue;
        const bool first = side_row_is_solved(&sides->rows[i], 0);
        const bool other = side_row_is_solved(&sides->rows[i], number);
        side->alone += other && !first;
        side->first_alone += first && !other;
    }
    side->p = statistics_sign_test(side->alone, side->first_alone);
}

bool side_by_side_complete(SideBySide *sides, Reason *error) {
    for (size_t i = 0; i < sides->count; i++)
        sides->by_engine |= has_engines(sides->sides[i].report);
    if (sides->kind->rows && !make_rows(sides))
        return reason_set(error, "not enough memory");
    for (size_t i = 0; i < sides->count; i++) {
        Side *side = &sides->sides[i];
        side->p = NAN;
        side->ratio = i > 0 ? side->figures[0].median / sides->sides[0].figures[0].median : NAN;
        if (sides->kind->has_outcomes && i > 0)
            test_outcomes(sides, side, i);
    }
    return true;
}

void side_by_side_free(SideBySide *sides) {
    free(sides->rows);
    *sides = (SideBySide){0};
}
