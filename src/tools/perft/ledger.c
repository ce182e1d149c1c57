#include "tools/perft/ledger.h"

#include <stdlib.h>

/* Silence is measured by the longest answer so far, but not by less than this. */
#define MIN_PATIENCE_US     5000000
#define PATIENCE_FACTOR     10
#define FIRST_PATIENCE_US   60000000 /* before the first answer */
#define MAX_COUNTERS_A_UNIT 2

bool perft_ledger_create(PerftLedger *ledger, size_t unit_count, size_t counter_count) {
    *ledger = (PerftLedger){.unit_count = unit_count, .counter_count = counter_count};
    ledger->out = calloc(unit_count + 1, sizeof(*ledger->out));
    ledger->done = calloc(unit_count + 1, sizeof(*ledger->done));
    ledger->counters = calloc(counter_count + 1, sizeof(*ledger->counters));
    if (ledger->out == NULL || ledger->done == NULL || ledger->counters == NULL) {
        perft_ledger_destroy(ledger);
        return false;
    }
    for (size_t i = 0; i < counter_count; i++) {
        for (int k = 0; k < PERFT_UNITS_HELD; k++)
            ledger->counters[i].held[k] = PERFT_NO_UNIT;
    }
    return true;
}

void perft_ledger_destroy(PerftLedger *ledger) {
    free(ledger->out);
    free(ledger->done);
    free(ledger->counters);
}

static int held_count(const PerftCounter *counter) {
    int count = 0;
    for (int k = 0; k < PERFT_UNITS_HELD; k++)
        count += counter->held[k] != PERFT_NO_UNIT;
    return count;
}

static bool holds(const PerftCounter *counter, size_t unit) {
    for (int k = 0; k < PERFT_UNITS_HELD; k++) {
        if (counter->held[k] == unit)
            return true;
    }
    return false;
}

static int64_t patience_us(const PerftLedger *ledger) {
    int64_t patience = ledger->longest_us * PATIENCE_FACTOR;
    if (ledger->done_count == 0)
        return FIRST_PATIENCE_US;
    return patience > MIN_PATIENCE_US ? patience : MIN_PATIENCE_US;
}

/* A unit that nobody holds any more, or that one counter has held for too long. */
static size_t find_again(const PerftLedger *ledger, size_t for_counter, int64_t now_us) {
    for (size_t i = 0; i < ledger->next; i++) {
        if (!ledger->done[i] && ledger->out[i] == 0)
            return i;
    }
    for (size_t i = 0; i < ledger->counter_count; i++) {
        const PerftCounter *counter = &ledger->counters[i];
        if (i == for_counter || now_us - counter->heard_us < patience_us(ledger) / 2)
            continue;
        for (int k = 0; k < PERFT_UNITS_HELD; k++) {
            size_t unit = counter->held[k];
            if (unit != PERFT_NO_UNIT && !ledger->done[unit] &&
                ledger->out[unit] < MAX_COUNTERS_A_UNIT &&
                !holds(&ledger->counters[for_counter], unit))
                return unit;
        }
    }
    return PERFT_NO_UNIT;
}

size_t perft_ledger_give(PerftLedger *ledger, size_t counter, int64_t now_us) {
    PerftCounter *taker = &ledger->counters[counter];
    int held = held_count(taker);
    if (taker->lost || held == PERFT_UNITS_HELD)
        return PERFT_NO_UNIT;
    size_t unit =
        ledger->next < ledger->unit_count ? ledger->next++ : find_again(ledger, counter, now_us);
    if (unit == PERFT_NO_UNIT)
        return PERFT_NO_UNIT;
    if (held == 0)
        taker->heard_us = now_us;
    for (int k = 0; k < PERFT_UNITS_HELD; k++) {
        if (taker->held[k] == PERFT_NO_UNIT) {
            taker->held[k] = unit;
            break;
        }
    }
    ledger->out[unit]++;
    return unit;
}

/* Takes the unit from the counter's hands; false when it was not there. */
static bool release(PerftLedger *ledger, PerftCounter *counter, size_t unit) {
    for (int k = 0; k < PERFT_UNITS_HELD; k++) {
        if (counter->held[k] == unit) {
            counter->held[k] = PERFT_NO_UNIT;
            ledger->out[unit]--;
            return true;
        }
    }
    return false;
}

bool perft_ledger_answer(PerftLedger *ledger, size_t counter, size_t unit, int64_t now_us) {
    PerftCounter *answering = &ledger->counters[counter];
    if (release(ledger, answering, unit) && now_us - answering->heard_us > ledger->longest_us)
        ledger->longest_us = now_us - answering->heard_us;
    answering->heard_us = now_us;
    answering->lost = false;
    if (ledger->done[unit])
        return false;
    ledger->done[unit] = true;
    ledger->done_count++;
    answering->answers++;
    return true;
}

bool perft_ledger_is_overdue(const PerftLedger *ledger, size_t counter, int64_t now_us) {
    return perft_ledger_is_busy(ledger, counter) &&
           now_us - ledger->counters[counter].heard_us > patience_us(ledger);
}

size_t perft_ledger_lose(PerftLedger *ledger, size_t counter) {
    PerftCounter *lost = &ledger->counters[counter];
    size_t units = 0;
    for (int k = 0; k < PERFT_UNITS_HELD; k++) {
        size_t unit = lost->held[k];
        if (unit != PERFT_NO_UNIT && release(ledger, lost, unit))
            units++;
    }
    lost->lost = true;
    return units;
}

bool perft_ledger_is_busy(const PerftLedger *ledger, size_t counter) {
    const PerftCounter *asked = &ledger->counters[counter];
    return !asked->lost && held_count(asked) > 0;
}
