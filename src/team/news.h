#pragma once

#include "engine/engine.h"
#include "search/published.h"
#include "search/report.h"

/* What ranks tell rank 0, as it lies in messages: all are of one build. */

/* TAG_READY */
typedef struct ReadyNews {
    uint64_t network; /* that evaluates */
    int threads;
    size_t hash_mib;
    int tables; /* endgame tables, WDL and DTZ */
} ReadyNews;

/* What a rank that searches by this engine has. By who gives the engine its orders. */
ReadyNews news_of_engine(const Engine *engine);

/* TAG_COUNT */
typedef struct CountNews {
    uint32_t search; /* number of the search, from 1 */
    uint64_t nodes;
} CountNews;

/* TAG_NEWS: an iteration. The moves that the line does not have are not sent. */
typedef struct SearchNews {
    uint32_t search;
    bool is_last; /* of the search */
    bool has_line;
    uint64_t network;
    uint64_t nodes;
    uint64_t tablebase_hits;
    int hash_full;
    PublishedLine line;
} SearchNews;

/* Bytes of it that are to be sent. */
size_t news_size(const SearchNews *news);

/* Of a search, by this network, what a report says. */
void news_fill(SearchNews *news, uint32_t search, uint64_t network, const IterationReport *report);

/* Reads it from a message; false when it is none. */
bool news_read(SearchNews *news, const char *bytes, size_t size);

/* TAG_LINES: the number of the search, then moves, and before each line how many. */
#define NEWS_LINES_SIZE ((size_t)256 << 10)

/* Writes lines, as many as find room; returns how many bytes they take. */
size_t news_write_lines(const MoveLinesReport *report, char *bytes, size_t room);

/* Reads the next line from *offset on, and moves that; false at the end. The moves are copied. */
bool news_read_line(const char *bytes, size_t size, size_t *offset, Move moves[MAX_PLY + 1],
                    int *length);
