#pragma once

#include <jansson.h>
#include <stdbool.h>

#include "chess/notation.h"
#include "chess/position.h"
#include "report/table.h"
#include "tools/perft/mpi.h"
#include "tools/perft/suite.h"

/* The count of one position. */
typedef struct PerftSingle {
    Position position;
    int depth;
    int threads;
    size_t hash_mib; /* 0 for none */
    uint64_t leaves;
    double seconds;
    MoveList moves; /* empty where nothing was counted by moves */
    uint64_t counts[MAX_MOVES];
    bool has_ranks; /* MPI counted it, and so: */
    PerftMpiResult ranks;
} PerftSingle;

/* Counts that take less time say little about speed. */
#define PERFT_LEAST_NS 100000

/* The moves in the order of their texts, each with its leaves. */
typedef struct PerftMove {
    char text[COORDINATE_SIZE];
    uint64_t leaves;
    double share; /* of all leaves */
} PerftMove;

/* Fills `moves` and returns how many there are. */
int perft_list_moves(const PerftSingle *single, PerftMove moves[MAX_MOVES]);

/* The moves, so many of them, and the counts of a suite. */
Table perft_move_table(const PerftMove *moves, int count);
Table perft_suite_table(const PerftSuite *suite);

/* Leaves per second; 0 when they took no time. */
double perft_speed(uint64_t leaves, double seconds);

/* What --json writes, which the caller gives up; docs/perft.md describes it. NULL without memory.
 */
json_t *perft_report_single(const PerftSingle *single);
json_t *perft_report_suite(const PerftSuite *suite);

/* Fill a page about a PerftSingle or a PerftSuite; see Report.page. */
void perft_single_page(const void *single, const json_t *json, HtmlPage *page);
void perft_suite_page(const void *suite, const json_t *json, HtmlPage *page);
