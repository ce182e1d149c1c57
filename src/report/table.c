#include "report/table.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "base/integers.h"
#include "cli/output.h"
#include "report/utf8.h"

/* A column as people see it, or the interval that stands beside it. */
typedef struct Part {
    const Column *column;
    bool interval;
} Part;

#define MAX_PARTS (2 * TABLE_MAX_COLUMNS)

/* From here on, where no real number has all its digits, people read a power of ten. */
#define MOST_IN_DIGITS 1e15

static void read_member(const Column *column, const void *row, TableValue *value) {
    if (column->pointer != 0)
        row = *(const void *const *)((const char *)row + column->pointer);
    const void *member = (const char *)row + column->offset;
    value->kind = column->kind;
    switch (column->kind) {
    case TABLE_INT:
        value->kind = TABLE_INTEGER;
        value->integer = *(const int *)member;
        break;
    case TABLE_INTEGER:
        value->integer = *(const int64_t *)member;
        break;
    case TABLE_COUNT:
        value->integer = (int64_t) * (const uint64_t *)member;
        break;
    case TABLE_REAL:
        value->number.median = *(const double *)member;
        break;
    case TABLE_ESTIMATE:
        value->number = *(const Estimate *)member;
        break;
    case TABLE_TIME:
        value->kind = *(const int64_t *)member < 0 ? TABLE_UNKNOWN : TABLE_REAL;
        value->number.median = (double)*(const int64_t *)member / 1000;
        break;
    case TABLE_VERDICT:
        value->integer = *(const bool *)member;
        break;
    case TABLE_STRING:
        value->text = *(const char *const *)member;
        break;
    case TABLE_WORD:
        value->kind = TABLE_STRING;
        value->text = *(const char *)member != '\0' ? member : NULL;
        break;
    default:
        break;
    }
}

static void read_value(const Column *column, const void *row, TableValue *value) {
    value->kind = TABLE_UNKNOWN;
    value->text = NULL;
    if (column->read)
        column->read(row, value);
    else
        read_member(column, row, value);
    bool is_real = value->kind == TABLE_REAL || value->kind == TABLE_ESTIMATE;
    if ((is_real && !isfinite(value->number.median)) ||
        (value->kind == TABLE_STRING && !value->text) ||
        (column->none_below_zero && value->kind == TABLE_INTEGER && value->integer < 0))
        value->kind = TABLE_UNKNOWN;
    if (value->kind == TABLE_VERDICT && !value->text)
        value->text = value->integer ? "yes" : "no";
}

static const void *row_of(const Table *table, size_t index) {
    return (const char *)table->rows + index * table->row_size;
}

/* The parts of a view in their order, which is that of the columns but for code. */
static size_t list_parts(const Table *table, unsigned views, Part parts[MAX_PARTS]) {
    size_t count = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < table->column_count && count + 2 <= MAX_PARTS; i++) {
            const Column *column = &table->columns[i];
            if ((column->views & views) == 0 || (column->style == HTML_CODE) != (pass > 0))
                continue;
            parts[count++] = (Part){column, false};
            if (column->intervals & views)
                parts[count++] = (Part){column, true};
        }
    }
    return count;
}

static void format_real(const Column *column, double number, char text[TABLE_TEXT_SIZE]) {
    number *= column->factor != 0 ? column->factor : 1;
    if (column->decimals < 0 || fabs(number) >= MOST_IN_DIGITS)
        snprintf(text, TABLE_TEXT_SIZE, "%g", number);
    else
        snprintf(text, TABLE_TEXT_SIZE, "%.*f", column->decimals, number);
}

/* Sets the thousands of a number apart, from five digits on, by blanks that no line breaks at. */
static void group_digits(char text[TABLE_TEXT_SIZE]) {
    char plain[TABLE_TEXT_SIZE];
    snprintf(plain, sizeof plain, "%s", text);
    const char *at = plain + (plain[0] == '-');
    const size_t count = strspn(at, "0123456789");
    if (count < 5)
        return;
    char *out = text + (at - plain);
    for (size_t i = 0; i < count; i++) {
        if (i > 0 && (count - i) % 3 == 0)
            out = stpcpy(out, "\xC2\xA0");
        *out++ = at[i];
    }
    strcpy(out, at + count);
}

static void format_interval(const Column *column, const TableValue *value, bool page,
                            char text[TABLE_TEXT_SIZE]) {
    char low[TABLE_TEXT_SIZE], high[TABLE_TEXT_SIZE];
    format_real(column, value->number.low, low);
    format_real(column, value->number.high, high);
    if (page)
        group_digits(low), group_digits(high);
    snprintf(text, TABLE_TEXT_SIZE, page ? "%.50s to %.50s" : "[%.50s, %.50s]", low, high);
}

/* What people read; it may lie in the value, in the row or in `room`. */
static const char *format_part(const Part *part, const TableValue *value, bool page,
                               char room[TABLE_TEXT_SIZE]) {
    const Column *column = part->column;
    if (value->kind == TABLE_UNKNOWN)
        return page ? "–" : part->interval ? "" : "-";
    if (value->kind == TABLE_STRING || value->kind == TABLE_VERDICT)
        return value->text;
    if (part->interval) {
        format_interval(column, value, page, room);
        return room;
    }
    if (value->kind == TABLE_INTEGER)
        snprintf(room, TABLE_TEXT_SIZE, "%" PRId64, value->integer);
    else if (value->kind == TABLE_COUNT)
        snprintf(room, TABLE_TEXT_SIZE, "%" PRIu64, (uint64_t)value->integer);
    else
        format_real(column, value->number.median, room);
    if (page)
        group_digits(room);
    size_t length = strlen(room);
    if (column->unit)
        snprintf(room + length, TABLE_TEXT_SIZE - length, "%s", column->unit);
    return room;
}

static bool is_number(const Column *column) {
    return column->style == HTML_NUMBER ||
           (column->kind >= TABLE_INT && column->kind <= TABLE_TIME);
}

/* One cell of a line of text; none is padded at the end of its line. */
static void write_cell(const Part *part, const char *text, int width, bool last, FILE *file) {
    bool right = is_number(part->column) && !part->interval;
    width += (int)strlen(text) - utf8_length(text); /* printf() counts bytes */
    fprintf(file, "%s%*s", part->interval ? " " : "  ", right ? width : last ? 0 : -width, text);
}

void table_write_text(Table table, unsigned views, size_t first, size_t count, FILE *file) {
    Part parts[MAX_PARTS];
    int widths[MAX_PARTS];
    TableValue value;
    char room[TABLE_TEXT_SIZE];
    size_t part_count = list_parts(&table, views, parts);
    for (size_t i = 0; i < part_count; i++) {
        const char *heading = parts[i].interval ? "interval" : parts[i].column->heading;
        widths[i] = utf8_length(heading);
        for (size_t j = 0; j < table.row_count; j++) {
            read_value(parts[i].column, row_of(&table, j), &value);
            const char *text = format_part(&parts[i], &value, false, room);
            widths[i] = int_max(widths[i], utf8_length(text));
        }
        write_cell(&parts[i], heading, widths[i], i + 1 == part_count, file);
    }
    for (size_t j = first; j < first + count; j++) {
        fputc('\n', file);
        for (size_t i = 0; i < part_count; i++) {
            read_value(parts[i].column, row_of(&table, j), &value);
            write_cell(&parts[i], format_part(&parts[i], &value, false, room), widths[i],
                       i + 1 == part_count, file);
        }
    }
    fputc('\n', file);
}

/* Quoted where it must be. */
static void write_csv_text(FILE *file, const char *text) {
    bool quoted = strpbrk(text, ",\"\r\n");
    if (quoted)
        fputc('"', file);
    for (; *text != '\0'; text++) {
        if (*text == '"')
            fputc('"', file);
        fputc(*text, file);
    }
    if (quoted)
        fputc('"', file);
}

static void write_csv_value(FILE *file, const Column *column, const TableValue *value) {
    const Estimate *number = &value->number;
    switch (value->kind) {
    case TABLE_UNKNOWN:
        fputs(column->kind == TABLE_ESTIMATE ? ",," : "", file);
        break;
    case TABLE_COUNT:
        fprintf(file, "%" PRIu64, (uint64_t)value->integer);
        break;
    case TABLE_REAL:
        fprintf(file, "%.12g", number->median);
        break;
    case TABLE_ESTIMATE:
        fprintf(file, "%.12g,%.12g,%.12g", number->median, number->low, number->high);
        break;
    case TABLE_STRING:
        write_csv_text(file, value->text);
        break;
    default:
        fprintf(file, "%" PRId64, value->integer);
    }
}

static void write_csv_heading(FILE *file, const Column *column) {
    const char *key = column->key;
    fputs(key, file);
    if (column->kind == TABLE_ESTIMATE)
        fprintf(file, ",%s_low,%s_high", key, key);
}

bool table_save_csv(Table table, bool cut_short, const char *path, Reason *error) {
    Output output;
    if (!output_open(&output, path, error))
        return false;
    for (size_t row = 0; row <= table.row_count; row++) {
        const char *separator = "";
        for (size_t i = 0; i < table.column_count; i++) {
            const Column *column = &table.columns[i];
            if ((column->views & TABLE_CSV) == 0)
                continue;
            fputs(separator, output.stream);
            separator = ",";
            TableValue value;
            if (row > 0)
                read_value(column, row_of(&table, row - 1), &value);
            if (row > 0)
                write_csv_value(output.stream, column, &value);
            else
                write_csv_heading(output.stream, column);
        }
        if (cut_short)
            fputs(row > 0 ? ",1" : ",cut_short", output.stream);
        fputs("\r\n", output.stream);
    }
    return output_close(&output, error);
}

json_t *table_count_json(uint64_t count) {
    return count <= INT64_MAX ? json_integer((json_int_t)count) : json_real((double)count);
}

static json_t *value_json(const TableValue *value) {
    switch (value->kind) {
    case TABLE_UNKNOWN:
        return json_null();
    case TABLE_COUNT:
        return table_count_json((uint64_t)value->integer);
    case TABLE_REAL:
        return json_real(value->number.median);
    case TABLE_ESTIMATE:
        return json_pack("{s:f, s:f, s:f}", "median", value->number.median, "low",
                         value->number.low, "high", value->number.high);
    case TABLE_VERDICT:
        return json_boolean(value->integer);
    case TABLE_STRING:
        return json_string(value->text);
    case TABLE_NESTED:
        return value->json;
    default:
        return json_integer((json_int_t)value->integer);
    }
}

json_t *table_row_json(Table table, unsigned views, const void *row) {
    json_t *object = json_object();
    size_t wanted = 0;
    for (size_t i = 0; i < table.column_count; i++) {
        if ((table.columns[i].views & views) == 0)
            continue;
        TableValue value;
        read_value(&table.columns[i], row, &value);
        json_object_set_new(object, table.columns[i].key, value_json(&value));
        wanted++;
    }
    if (json_object_size(object) == wanted)
        return object;
    json_decref(object);
    return NULL;
}

json_t *table_json(Table table) {
    json_t *array = json_array();
    for (size_t i = 0; i < table.row_count; i++)
        json_array_append_new(array, table_row_json(table, TABLE_JSON, row_of(&table, i)));
    if (json_array_size(array) == table.row_count)
        return array;
    json_decref(array);
    return NULL;
}

static const char *title_of(const Column *column) {
    return column->title ? column->title : column->heading;
}

void table_add_to_page(Table table, unsigned views, HtmlPage *page) {
    Part parts[MAX_PARTS];
    char names[MAX_PARTS][TABLE_TEXT_SIZE];
    const char *headings[MAX_PARTS] = {0};
    size_t part_count = list_parts(&table, views, parts);
    for (size_t i = 0; i < part_count; i++) {
        headings[i] = names[i];
        snprintf(names[i], TABLE_TEXT_SIZE, "%s%s", title_of(parts[i].column),
                 parts[i].interval ? ", interval" : "");
    }
    html_table_begin(page, headings, part_count);
    for (size_t row = 0; row < table.row_count; row++) {
        for (size_t i = 0; i < part_count; i++) {
            const Column *column = parts[i].column;
            TableValue value;
            char room[TABLE_TEXT_SIZE];
            read_value(column, row_of(&table, row), &value);
            HtmlCell style = is_number(column) ? HTML_NUMBER : column->style;
            if (value.kind == TABLE_VERDICT)
                style = value.integer ? HTML_GOOD : HTML_BAD;
            html_cell(page, style, "%s", format_part(&parts[i], &value, true, room));
        }
    }
    html_table_end(page);
}

void table_add_facts(Table table, unsigned views, HtmlPage *page) {
    Part parts[MAX_PARTS];
    size_t part_count = list_parts(&table, views, parts);
    for (size_t i = 0; i < part_count; i++) {
        TableValue value;
        char room[TABLE_TEXT_SIZE];
        read_value(parts[i].column, table.rows, &value);
        if (value.kind != TABLE_UNKNOWN)
            html_fact(page, title_of(parts[i].column), "%s",
                      format_part(&parts[i], &value, true, room));
    }
}

void table_format_text(TableValue *value, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(value->room, sizeof value->room, format, arguments);
    va_end(arguments);
    table_set_text(value, value->room);
}

void table_tell_facts(Table table, unsigned views, int width,
                      void (*tell_line)(void *context, const char *line), void *context) {
    Part parts[MAX_PARTS];
    size_t part_count = list_parts(&table, views, parts);
    for (size_t i = 0; i < part_count; i++) {
        TableValue value;
        char room[TABLE_TEXT_SIZE], line[2 * TABLE_TEXT_SIZE];
        read_value(parts[i].column, table.rows, &value);
        snprintf(line, sizeof line, "%-*s : %s", width, parts[i].column->heading,
                 format_part(&parts[i], &value, false, room));
        if (value.kind != TABLE_UNKNOWN)
            tell_line(context, line);
    }
}
