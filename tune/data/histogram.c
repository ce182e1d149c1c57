#include "data/histogram.h"

#include <inttypes.h>
#include <stdio.h>

#define BAR_LENGTH 50

void histogram_add(Histogram *histogram, int number) {
    int row = number < histogram->least ? 0 : (number - histogram->least) / histogram->width;
    histogram->counts[row < histogram->rows ? row : histogram->rows - 1]++;
}

void histogram_print(const Histogram *histogram) {
    static const char BAR[BAR_LENGTH + 1] = "##################################################";
    uint64_t sum = 0, most = 1;
    for (int i = 0; i < histogram->rows; i++) {
        sum += histogram->counts[i];
        most = histogram->counts[i] > most ? histogram->counts[i] : most;
    }
    for (int i = 0; i < histogram->rows; i++) {
        uint64_t count = histogram->counts[i];
        if (count == 0)
            continue;
        printf("  %6d %12" PRIu64 " %5.1f %% %.*s\n", histogram->least + i * histogram->width,
               count, 100.0 * (double)count / (double)sum, (int)(count * BAR_LENGTH / most), BAR);
    }
}
