#include "spsa/rows.h"

/* Where the project's lines end. */
#define LAST_COLUMN 100

void rows_write(FILE *stream, const TunableRow rows[TUNABLE_COUNT], const Tunables *tunables,
                int first, int end) {
    for (int i = first; i < end; i++) {
        char row[LAST_COLUMN];
        snprintf(row, sizeof row, "    X(%s, %d, %d, %d)", rows[i].name, tunables->values[i],
                 rows[i].least, rows[i].most);
        if (i + 1 < end)
            fprintf(stream, "%-*s\\\n", LAST_COLUMN - 1, row);
        else
            fprintf(stream, "%s\n", row);
    }
}
