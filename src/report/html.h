#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/compiler.h"
#include "base/reason.h"

/* Pages of reports: one file that needs nothing else, for narrow and wide, light and dark screens
 * and for paper. It is read without its script, which sorts and filters tables. Whatever text is
 * handed in is escaped. A page is written by one thread; want of memory shows at html_save(). */
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

/* What stands under the title, in one line of parts, each a call. */
void html_subtitle_begin(HtmlPage *page);
PRINTF_LIKE(2, 3) void html_subtitle(HtmlPage *page, const char *format, ...);
void html_subtitle_end(HtmlPage *page);

/* The outcome in one sentence, large. */
PRINTF_LIKE(2, 3) void html_headline(HtmlPage *page, const char *format, ...);

/* What is folded away under a line of text until the reader unfolds it; printed unfolded. */
PRINTF_LIKE(2, 3) void html_fold_begin(HtmlPage *page, const char *format, ...);
void html_fold_end(HtmlPage *page);

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

/* A table: its headings (which stay valid until it ends), then the cells of each row. A click on a
 * heading sorts it; a long one has a field for words that rows must hold. On a narrow screen a row
 * becomes a block of lines `heading value`; one of many columns does so earlier. */
void html_table_begin(HtmlPage *page, const char *const *headings, size_t columns);
PRINTF_LIKE(3, 4)
void html_cell(HtmlPage *page, HtmlCell kind, const char *format, ...);
void html_table_end(HtmlPage *page);

/* Horizontal bars: a label, a share from 0 to 1 of the full width and a text behind. The series, 0
 * or 1, decides colour and pattern. Where the true share lies, a line from low to high shows; none
 * where both are 0. On a narrow screen label and text stand above the bar. */
typedef struct HtmlBar {
    const char *label;
    double share;
    double low;
    double high;
    int series;
} HtmlBar;

void html_bars_begin(HtmlPage *page);
PRINTF_LIKE(3, 4) void html_bar(HtmlPage *page, HtmlBar bar, const char *format, ...);
void html_bars_end(HtmlPage *page);

/* Text, escaped and made UTF-8 (see utf8_copy()), and markup as it is: for what the calls above do
 * not offer. */
void html_text(HtmlPage *page, const char *text);
void html_markup(HtmlPage *page, const char *markup);
PRINTF_LIKE(2, 3) void html_markup_format(HtmlPage *page, const char *format, ...);
