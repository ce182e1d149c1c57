#pragma once

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

#include "base/reason.h"
#include "report/html.h"
#include "report/statistics.h"

/* Tables of reports. A column is described once; text, CSV, JSON and page come from that. Pages set
 * the digits of large numbers apart by threes. A list of figures, each with its name, is a table of
 * one row. Any thread, one at a time for a stream or page. */

/* Room for a text that a column makes. */
#define TABLE_TEXT_SIZE 256

/* Most columns of a table that are shown side by side. */
#define TABLE_MAX_COLUMNS 32

/* Where a column is shown. A report with more than one table of the same rows has bits of its own
 * from TABLE_OWN up. */
enum {
    TABLE_TEXT = 1,
    TABLE_CSV = 2,
    TABLE_JSON = 4,
    TABLE_PAGE = 8,
    TABLE_OWN = 16,
    TABLE_DATA = TABLE_CSV | TABLE_JSON,
    TABLE_ALL = TABLE_TEXT | TABLE_DATA | TABLE_PAGE
};

/* What a value is, or how it lies in the row. What is not known is null in JSON, nothing in CSV and
 * a dash for people. */
typedef enum TableKind {
    TABLE_UNKNOWN,  /* of a column: its read() tells */
    TABLE_INT,      /* becomes TABLE_INTEGER */
    TABLE_INTEGER,  /* int64_t */
    TABLE_COUNT,    /* uint64_t or size_t */
    TABLE_REAL,     /* unknown where it is not finite */
    TABLE_ESTIMATE, /* the same; in CSV the columns KEY, KEY_low and KEY_high */
    TABLE_TIME,     /* int64_t microseconds, unknown below 0; becomes TABLE_REAL milliseconds */
    TABLE_VERDICT,  /* bool */
    TABLE_STRING,   /* unknown where it is NULL */
    TABLE_WORD,     /* an array of char, unknown where it is empty; becomes TABLE_STRING */
    TABLE_NESTED    /* a value of JSON, for JSON alone, where NULL means no memory */
} TableKind;

typedef struct TableValue {
    TableKind kind;
    int64_t integer;            /* a count as well, and whether a verdict is good */
    Estimate number;            /* a real number is its median */
    const char *text;           /* a string, or what people read of a verdict */
    json_t *json;               /* given away */
    char room[TABLE_TEXT_SIZE]; /* where text may lie */
} TableValue;

typedef struct Column {
    const char *key;     /* in CSV and JSON */
    const char *heading; /* for people */
    const char *title;   /* on pages, where it is another one than the heading */
    unsigned views;      /* bits of where it is shown */
    unsigned intervals;  /* where the interval of an estimate is shown beside it */
    TableKind kind;      /* these two by MEMBER() */
    size_t offset;
    size_t pointer; /* where not 0: offset of the pointer in the row to what has the member */
    void (*read)(const void *row, TableValue *value); /* where there is no such member */
    bool none_below_zero;                             /* a negative number is unknown */
    int decimals;     /* of a real number for people; below 0: as many as it has, up to six */
    double factor;    /* people read so many times the number; 0: as it is */
    const char *unit; /* for people, with the blank before it */
    HtmlCell style;   /* of text; HTML_CODE stands last on pages. HTML_NUMBER where read() gives
                         numbers */
} Column;

/* How a member lies in a row: MEMBER(ScaleRun, speed). */
#define MEMBER(type, member)                                                                       \
    .kind = _Generic(((type *)0)->member,                                                          \
        int: TABLE_INT,                                                                            \
        int64_t: TABLE_INTEGER,                                                                    \
        uint64_t: TABLE_COUNT,                                                                     \
        double: TABLE_REAL,                                                                        \
        Estimate: TABLE_ESTIMATE,                                                                  \
        bool: TABLE_VERDICT,                                                                       \
        char *: TABLE_STRING,                                                                      \
        const char *: TABLE_STRING),                                                               \
    .offset = offsetof(type, member)

/* The same for an array of char, for microseconds, and for what a pointer in the row points to. */
#define MEMBER_WORD(type, member) .kind = TABLE_WORD, .offset = offsetof(type, member)
#define MEMBER_TIME(type, member) .kind = TABLE_TIME, .offset = offsetof(type, member)
#define MEMBER_BEHIND(type, where, behind, member)                                                 \
    MEMBER(behind, member), .pointer = offsetof(type, where)

typedef struct Table {
    const Column *columns;
    size_t column_count;
    const void *rows;
    size_t row_size;
    size_t row_count;
} Table;

/* For read(): sets a text, which the value does not copy; NULL is unknown. */
static inline void table_set_text(TableValue *value, const char *text) {
    value->kind = TABLE_STRING;
    value->text = text;
}

/* The same for JSON, which is given up. */
static inline void table_set_json(TableValue *value, json_t *json) {
    value->kind = TABLE_NESTED;
    value->json = json;
}

/* A table of an array of columns and rows[0] to rows[count - 1]. */
#define TABLE(columns, rows, count)                                                                \
    ((Table){(columns), sizeof(columns) / sizeof((columns)[0]), (rows), sizeof((rows)[0]), (count)})

/* A heading, and `count` rows from `first` on. All rows of the table have their part in the widths
 * of the columns, so that several pieces of one table are aligned alike. */
void table_write_text(Table table, unsigned views, size_t first, size_t count, FILE *file);

/* All rows as comma-separated values (RFC 4180) in an output (see output.h). Rows of what was cut
 * short have 1 in a last column `cut_short`, which others have not. On false error (a line) says
 * why. */
bool table_save_csv(Table table, bool cut_short, const char *path, Reason *error);

/* A count that may use all its bits: where the integers of JSON here end, a real. NULL without
 * memory. */
json_t *table_count_json(uint64_t count);

/* All rows as an array of objects, in the view TABLE_JSON, and one row as an object in any view.
 * NULL without memory. */
json_t *table_json(Table table);
json_t *table_row_json(Table table, unsigned views, const void *row);

/* All rows as a table on a page. */
void table_add_to_page(Table table, unsigned views, HtmlPage *page);

/* What is known in the first row, as names and values in the open list of figures or facts of a
 * page. */
void table_add_facts(Table table, unsigned views, HtmlPage *page);

/* The same as lines `heading : value` without newlines, the headings padded to `width`. */
void table_tell_facts(Table table, unsigned views, int width,
                      void (*tell_line)(void *context, const char *line), void *context);

/* For read(): sets a text that is made in the value's room. */
PRINTF_LIKE(2, 3) void table_format_text(TableValue *value, const char *format, ...);
