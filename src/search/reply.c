#include "search/reply.h"

#include "chess/movegen.h"

/* A table that threads share may hold a move of another position. */
static Move reply_from_table(const SearchControl *control, Move best) {
    Position position;
    TableEntry entry;
    position_make(&control->root->position, &position, best);
    if (table_probe(control->table, position.key, 1, &entry) &&
        movegen_is_legal(&position, entry.move))
        return entry.move;
    return MOVE_NONE;
}

Move reply_expected(const SearchControl *control, const ReportLine *line) {
    if (line->length == 0)
        return MOVE_NONE;
    return line->length > 1 ? line->moves[1] : reply_from_table(control, line->moves[0]);
}
