#include "team/member.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

bool member_note_news(Member *member, const SearchNews *news, uint32_t search, Partner *counts) {
    if (news->search != search)
        return false;
    if (member->search != search)
        member->has_line = member->is_done = false;
    member->search = search;
    member->is_done = news->is_last;
    if (news->has_line) {
        member->has_line = true;
        member->line = news->line;
    }
    member_count_nodes(counts, news->nodes);
    atomic_store_explicit(&counts->tablebase_hits, news->tablebase_hits, memory_order_relaxed);
    atomic_store_explicit(&counts->hash_full, news->hash_full, memory_order_relaxed);
    return true;
}

void member_count_nodes(Partner *counts, uint64_t nodes) {
    if (nodes > atomic_load_explicit(&counts->nodes, memory_order_relaxed))
        atomic_store_explicit(&counts->nodes, nodes, memory_order_relaxed);
}

Ballot member_ballot(const Member *member, uint32_t search) {
    const PublishedLine *line = &member->line;
    if (!member->is_fit || member->search != search || !member->has_line)
        return (Ballot){.move = MOVE_NONE};
    return (Ballot){line->pv[0], line->score, line->depth};
}

bool member_has_voted(const Member *member, uint32_t search) {
    return member->lost || member->has_parted || !member->is_fit ||
           (member->search == search && member->is_done);
}

void member_note_lines(Member *member, const char *bytes, size_t size) {
    char *lines = realloc(member->lines, size > 0 ? size : 1);
    if (!lines)
        return;
    memcpy(lines, bytes, size);
    member->lines = lines;
    member->lines_size = size;
}

void member_free(Member *member) {
    free(member->lines);
    member->lines = NULL;
}
