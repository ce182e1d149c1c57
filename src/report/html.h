#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/compiler.h"
#include "base/reason.h"

/* Pages of reports: one file that needs nothing else, without scripts, for narrow and wide, light
 * and dark screens. Whatever text is handed in is escaped. A page is written by one thread; want of
 * memory shows at html_save(). */
typedef struct HtmlPage {
    FILE *out; /* NULL without memory: every call is then ignored */
    char *text;
    size_t size;
    size_t table_columns; /* of the table that is open, with their headings */
    const char *const *table_headings;
    size_t column; /* of the cell to come */
    bool lost;     /* a text, for want of memory */
} HtmlPage;

/* Begins a page with its title as the first heading. */
void html_begin(HtmlPage *page, const char *title);

/* Ends the page, writes it to an output (see output.h) and frees it. On false error (a line) says
 * why. */
bool html_save(HtmlPage *page, const char *path, Reason *error);

/* A heading, and what follows up to the next one. */
void html_section(HtmlPage *page, const char *heading);

PRINTF_LIKE(2, 3) void html_paragraph(HtmlPage *page, const char *format, ...);

/* A list of names and values, in large figures or in a section of small letters: one of the two
 * that begin it, html_fact() for each, html_facts_end(). */
void html_figures_begin(HtmlPage *page);
void html_facts_begin(HtmlPage *page, const char *heading);
PRINTF_LIKE(3, 4)
void html_fact(HtmlPage *page, const char *name, const char *format, ...);
void html_facts_end(HtmlPage *page);

/* How a cell looks. Kinds differ by more than their colour. */
typedef enum HtmlCell {
    HTML_TEXT,   /* short words */
    HTML_NAME,   /* of any length, may break anywhere */
    HTML_NUMBER, /* aligned right */
    HTML_GOOD,   /* with a tick */
    HTML_BAD,    /* with a cross */
    HTML_CODE    /* in letters of one width, may break anywhere */
} HtmlCell;

/* A table: its headings (which stay valid until it ends), then the cells of each row. On a narrow
 * screen a row becomes a block of lines `heading value`; one of many columns does so earlier. */
void html_table_begin(HtmlPage *page, const char *const *headings, size_t columns);
PRINTF_LIKE(3, 4)
void html_cell(HtmlPage *page, HtmlCell kind, const char *format, ...);
void html_table_end(HtmlPage *page);

/* Horizontal bars: a label, a share from 0 to 1 of the full width and a text behind. The series, 0
 * or 1, decides colour and pattern. On a narrow screen label and text stand above the bar. */
void html_bars_begin(HtmlPage *page);
PRINTF_LIKE(5, 6)
void html_bar(HtmlPage *page, const char *label, double share, int series, const char *format, ...);
void html_bars_end(HtmlPage *page);

/* Text, escaped, and markup as it is: for what the calls above do not offer. */
void html_text(HtmlPage *page, const char *text);
void html_markup(HtmlPage *page, const char *markup);
PRINTF_LIKE(2, 3) void html_markup_format(HtmlPage *page, const char *format, ...);
