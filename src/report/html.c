#include "report/html.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cli/output.h"
#include "report/utf8.h"

/* The style sheet and the script of every page, in html_style.c and html_script.c. */
extern const char HTML_STYLE[];
extern const char HTML_SCRIPT[];

/* So many columns need a wide screen. */
#define MANY_COLUMNS 6

void html_markup(HtmlPage *page, const char *markup) {
    if (page->out)
        fputs(markup, page->out);
}

void html_markup_format(HtmlPage *page, const char *format, ...) {
    if (!page->out)
        return;
    va_list arguments;
    va_start(arguments, format);
    page->lost |= vfprintf(page->out, format, arguments) < 0;
    va_end(arguments);
}

static void add_text(HtmlPage *page, Text text) {
    static const char SPECIAL[] = "&<>\"'";
    char *valid = utf8_copy(text);
    page->lost |= !valid;
    for (const char *at = valid; page->out && at && *at != '\0';) {
        size_t plain = strcspn(at, SPECIAL);
        fwrite(at, 1, plain, page->out);
        at += plain;
        if (*at != '\0')
            fprintf(page->out, "&#%d;", *at++);
    }
    free(valid);
}

void html_text(HtmlPage *page, const char *text) {
    add_text(page, text_of(text));
}

static void text_va(HtmlPage *page, const char *format, va_list arguments) {
    char *text;
    if (vasprintf(&text, format, arguments) < 0) {
        page->lost = true;
        return;
    }
    html_text(page, text);
    free(text);
}

void html_begin(HtmlPage *page, const char *title) {
    *page = (HtmlPage){0};
    page->out = open_memstream(&page->text, &page->size);
    html_markup(page, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                      "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
                      "<title>");
    html_text(page, title);
    html_markup(page, "</title>\n<style>\n");
    html_markup(page, HTML_STYLE);
    html_markup(page, "</style>\n</head>\n<body>\n<main>\n<h1>");
    html_text(page, title);
    html_markup(page, "</h1>\n");
}

/* Text as the content of an element. */
static void element_va(HtmlPage *page, const char *open, const char *close, const char *format,
                       va_list arguments) {
    html_markup(page, open);
    text_va(page, format, arguments);
    html_markup(page, close);
}

void html_subtitle_begin(HtmlPage *page) {
    html_markup(page, "<p class=\"subtitle\">");
}

void html_subtitle(HtmlPage *page, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    element_va(page, "<span>", "</span>\n", format, arguments);
    va_end(arguments);
}

void html_subtitle_end(HtmlPage *page) {
    html_markup(page, "</p>\n");
}

void html_headline(HtmlPage *page, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    element_va(page, "<p class=\"headline\">", "</p>\n", format, arguments);
    va_end(arguments);
}

void html_fold_begin(HtmlPage *page, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    element_va(page, "<details>\n<summary>", "</summary>\n", format, arguments);
    va_end(arguments);
}

void html_fold_end(HtmlPage *page) {
    html_markup(page, "</details>\n");
}

bool html_save(HtmlPage *page, const char *path, Reason *error) {
    html_markup(page, "<script>\n");
    html_markup(page, HTML_SCRIPT);
    html_markup(page, "</script>\n");
    html_markup(page, "</main>\n</body>\n</html>\n");
    bool complete = page->out && !page->lost && !ferror(page->out);
    if (page->out && fclose(page->out) != 0)
        complete = false;
    /* fclose() says nothing of memory that it could not have. */
    complete = complete && page->text
                   ? output_save(path, page->text, page->size, error)
                   : reason_set(error, "%s: not enough memory for the page", path);
    free(page->text);
    *page = (HtmlPage){0};
    return complete;
}

void html_section(HtmlPage *page, const char *heading) {
    html_markup(page, "<h2>");
    html_text(page, heading);
    html_markup(page, "</h2>\n");
}

void html_paragraph(HtmlPage *page, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    element_va(page, "<p>", "</p>\n", format, arguments);
    va_end(arguments);
}

void html_figures_begin(HtmlPage *page) {
    html_markup(page, "<dl class=\"figures\">\n");
}

void html_facts_begin(HtmlPage *page, const char *heading) {
    html_section(page, heading);
    html_markup(page, "<dl class=\"facts\">\n");
}

void html_fact(HtmlPage *page, const char *name, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    html_markup(page, "<div><dt>");
    html_text(page, name);
    html_markup(page, "</dt><dd>");
    text_va(page, format, arguments);
    html_markup(page, "</dd></div>\n");
    va_end(arguments);
}

void html_facts_end(HtmlPage *page) {
    html_markup(page, "</dl>\n");
}

void html_table_begin(HtmlPage *page, const char *const *headings, size_t columns) {
    page->table_headings = headings;
    page->table_columns = columns;
    page->column = 0;
    html_markup_format(page, "<table class=\"%s\">\n<thead><tr>",
                       columns < MANY_COLUMNS ? "few" : "many");
    for (size_t i = 0; i < columns; i++) {
        html_markup(page, "<th>");
        html_text(page, headings[i]);
        html_markup(page, "</th>");
    }
    html_markup(page, "</tr></thead>\n<tbody>\n");
}

void html_cell(HtmlPage *page, HtmlCell kind, const char *format, ...) {
    static const char *const CLASSES[] = {
        [HTML_TEXT] = "",
        [HTML_NAME] = " class=\"w\"",
        [HTML_NUMBER] = " class=\"n\"",
        [HTML_GOOD] = " class=\"y\"",
        [HTML_BAD] = " class=\"x\"",
        [HTML_CODE] = " class=\"c\"",
    };
    html_markup_format(page, "%s<td%s data-name=\"", page->column == 0 ? "<tr>" : "",
                       CLASSES[kind]);
    html_text(page, page->table_headings[page->column]);
    html_markup(page, "\"><span>");
    va_list arguments;
    va_start(arguments, format);
    text_va(page, format, arguments);
    va_end(arguments);
    html_markup(page, "</span></td>");
    if (++page->column == page->table_columns) {
        page->column = 0;
        html_markup(page, "</tr>\n");
    }
}

void html_table_end(HtmlPage *page) {
    html_markup(page, "</tbody>\n</table>\n");
}

void html_bars_begin(HtmlPage *page) {
    html_markup(page, "<div class=\"bars\">\n");
}

/* The name may be broken behind a slash, before it is broken anywhere. */
static void add_label(HtmlPage *page, const char *label) {
    while (*label != '\0') {
        const size_t name = strcspn(label, "/");
        const size_t length = name + (label[name] == '/');
        add_text(page, (Text){label, length});
        if (length > name)
            html_markup(page, "<wbr>");
        label += length;
    }
}

static double within_one(double share) {
    return share < 0 ? 0 : share > 1 ? 1 : share;
}

void html_bar(HtmlPage *page, HtmlBar bar, const char *format, ...) {
    html_markup(page, "<div class=\"bar\"><span>");
    add_label(page, bar.label);
    html_markup_format(page, "</span><i><b class=\"s%d\" style=\"width:%.2f%%\"></b>", bar.series,
                       100 * within_one(bar.share));
    if (bar.high > 0)
        html_markup_format(page, "<u style=\"left:%.2f%%;width:%.2f%%\"></u>",
                           100 * within_one(bar.low),
                           100 * (within_one(bar.high) - within_one(bar.low)));
    html_markup(page, "</i><span>");
    va_list arguments;
    va_start(arguments, format);
    text_va(page, format, arguments);
    va_end(arguments);
    html_markup(page, "</span></div>\n");
}

void html_bars_end(HtmlPage *page) {
    html_markup(page, "</div>\n");
}
