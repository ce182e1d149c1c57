#include "team/news.h"

#include <stddef.h>
#include <string.h>

ReadyNews news_of_engine(const Engine *engine) {
    const SyzygyTables *tables = engine_syzygy_tables(engine);
    return (ReadyNews){
        .network = engine_network_id(engine),
        .threads = engine_threads(engine),
        .hash_mib = engine_hash(engine),
        .tables = tables ? tables->wdl_count + tables->dtz_count : 0,
    };
}

size_t news_size(const SearchNews *news) {
    return offsetof(SearchNews, line.pv) + (size_t)news->line.length * sizeof(Move);
}

void news_fill(SearchNews *news, uint32_t search, uint64_t network, const IterationReport *report) {
    const ReportLine *line = &report->lines[0];
    *news = (SearchNews){
        .search = search,
        .is_last = report->is_last,
        .has_line = report->line_count > 0 && line->length > 0 &&
                    (line->bound == BOUND_EXACT || report->is_last),
        .network = network,
        .nodes = report->figures.nodes,
        .tablebase_hits = report->figures.tablebase_hits,
        .hash_full = report->figures.hash_full,
    };
    if (!news->has_line)
        return;
    news->line.depth = line->depth;
    news->line.selective_depth = line->selective_depth;
    news->line.score = line->score;
    news->line.bound = line->bound;
    news->line.length = line->length;
    memcpy(news->line.pv, line->moves, (size_t)line->length * sizeof(Move));
}

bool news_read(SearchNews *news, const char *bytes, size_t size) {
    if (size < offsetof(SearchNews, line.pv) || size > sizeof *news)
        return false;
    memcpy(news, bytes, size);
    return news->line.length >= 0 && news->line.length <= MAX_PLY + 1 && size == news_size(news);
}

size_t news_write_lines(const MoveLinesReport *report, char *bytes, size_t room) {
    size_t used = 0;
    for (int i = 0; i < report->count; i++) {
        const MoveLine *line = &report->lines[i];
        const uint16_t length = (uint16_t)line->length;
        const size_t moves = (size_t)length * sizeof(Move);
        if (room - used < sizeof length + moves)
            break;
        memcpy(bytes + used, &length, sizeof length);
        memcpy(bytes + used + sizeof length, line->moves, moves);
        used += sizeof length + moves;
    }
    return used;
}

bool news_read_line(const char *bytes, size_t size, size_t *offset, Move moves[MAX_PLY + 1],
                    int *length) {
    uint16_t count;
    if (size - *offset < sizeof count)
        return false;
    memcpy(&count, bytes + *offset, sizeof count);
    const size_t taken = (size_t)count * sizeof(Move);
    if (count == 0 || count > MAX_PLY + 1 || size - *offset - sizeof count < taken)
        return false;
    memcpy(moves, bytes + *offset + sizeof count, taken);
    *length = count;
    *offset += sizeof count + taken;
    return true;
}
