#pragma once

#include <stdint.h>

#define HISTOGRAM_MAX_ROWS 64

/* Counts of numbers in rows of equal width. */
typedef struct Histogram {
    int least; /* number where the first row begins; lesser ones count there too */
    int width; /* of a row */
    int rows;  /* at most HISTOGRAM_MAX_ROWS; greater numbers count in the last */
    uint64_t counts[HISTOGRAM_MAX_ROWS];
} Histogram;

void histogram_add(Histogram *histogram, int number);

/* Prints each row that is not empty on stdout, with its share and a bar. */
void histogram_print(const Histogram *histogram);
