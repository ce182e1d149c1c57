#ifndef QUORUM_REPORT_CSV_H
#define QUORUM_REPORT_CSV_H

#include <stdio.h>

#include "base/compiler.h"

/* Rows of comma-separated values (RFC 4180), written as they come. Any thread, one at a time for
 * a file. Errors show in ferror(file). */
typedef struct CsvWriter {
    FILE *file;
    int fields; /* in the row so far */
} CsvWriter;

/* One more field of the row, quoted where it must be. */
PRINTF_LIKE(2, 3) void csv_field(CsvWriter *csv, const char *format, ...);

void csv_end_row(CsvWriter *csv);

#endif
