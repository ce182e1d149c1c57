#include "report/csv.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static void write_quoted(FILE *file, const char *text) {
    putc('"', file);
    for (; *text != '\0'; text++) {
        if (*text == '"')
            putc('"', file);
        putc(*text, file);
    }
    putc('"', file);
}

void csv_field(CsvWriter *csv, const char *format, ...) {
    char *text;
    va_list arguments;
    va_start(arguments, format);
    int length = vasprintf(&text, format, arguments);
    va_end(arguments);
    if (length < 0)
        text = NULL;
    if (csv->fields++ > 0)
        putc(',', csv->file);
    if (text != NULL && strpbrk(text, ",\"\r\n") != NULL)
        write_quoted(csv->file, text);
    else if (text != NULL)
        fputs(text, csv->file);
    free(text);
}

void csv_end_row(CsvWriter *csv) {
    fputs("\r\n", csv->file);
    csv->fields = 0;
}
