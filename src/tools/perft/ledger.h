#ifndef QUORUM_TOOLS_PERFT_LEDGER_H
#define QUORUM_TOOLS_PERFT_LEDGER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Who counts which unit of a perft, when any of the counters may fall silent. A unit may be out
 * with several counters (backup tasks: J. Dean, S. Ghemawat, 2004); the first answer is taken. Not
 * for several threads at once. Times are of clock_now_us(). */

#define PERFT_NO_UNIT SIZE_MAX

/* Units a counter may hold: one to count, one to go on with. */
#define PERFT_UNITS_HELD 2

typedef struct PerftCounter {
    size_t held[PERFT_UNITS_HELD]; /* PERFT_NO_UNIT: none */
    size_t answers;                /* units it has counted first */
    int64_t heard_us;              /* when it last answered, or was last given work while idle */
    bool lost;                     /* fell silent; nothing is given to it */
} PerftCounter;

typedef struct PerftLedger {
    size_t unit_count;
    size_t done_count;
    size_t next;  /* units from here on have not been given to anybody */
    uint8_t *out; /* of each unit: how many counters hold it */
    bool *done;
    int64_t longest_us; /* from hearing of a counter to its next answer */
    size_t counter_count;
    PerftCounter *counters;
} PerftLedger;

/* False without memory. */
bool perft_ledger_create(PerftLedger *ledger, size_t unit_count, size_t counter_count);
void perft_ledger_destroy(PerftLedger *ledger);

/* A unit for a counter, noted as held by it; PERFT_NO_UNIT when it holds enough or there is none
 * for it. When all have been given away, those that are long overdue are given once more. */
size_t perft_ledger_give(PerftLedger *ledger, size_t counter, int64_t now_us);

/* Notes an answer; true when it is the first for that unit. Who answers is not lost. */
bool perft_ledger_answer(PerftLedger *ledger, size_t counter, size_t unit, int64_t now_us);

/* Whether the counter holds a unit and has been silent for too long. */
bool perft_ledger_is_overdue(const PerftLedger *ledger, size_t counter, int64_t now_us);

/* Gives the counter up: what it holds is for others. Returns how many units that are. */
size_t perft_ledger_lose(PerftLedger *ledger, size_t counter);

/* Whether the counter, not lost, holds any unit. */
bool perft_ledger_is_busy(const PerftLedger *ledger, size_t counter);

#endif
