#include "suite/entry.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "base/compiler.h"
#include "chess/fen.h"
#include "chess/notation.h"

/* The four fields of a position without its counters. */
static void write_position(FILE *stream, const Position *position) {
    char fen[FEN_SIZE];
    fen_format(position, fen);
    size_t length = 0;
    for (int field = 0; field < 4; field++)
        length += strcspn(fen + length, " ") + 1;
    fprintf(stream, "%.*s", (int)length - 1, fen);
}

static void write_line(FILE *stream, const SuiteEntry *entry) {
    Position position = entry->position;
    fputs(" pv", stream);
    for (int i = 0; i < entry->length; i++) {
        char san[SAN_SIZE];
        notation_san(&position, entry->line[i], san);
        fprintf(stream, " %s", san);
        Position next;
        position_make(&position, &next, entry->line[i]);
        position = next;
    }
    fputc(';', stream);
}

bool entry_write(FILE *stream, const SuiteEntry *entry) {
    char san[SAN_SIZE];
    write_position(stream, &entry->position);
    notation_san(&entry->position, entry->best, san);
    fprintf(stream, " acd %d; acn %" PRIu64 "; bm %s; c0 \"%s\"; c1 \"stable %" PRIu64 "\";",
            entry->depth, entry->nodes, san, theme_name(entry->theme), entry->stable);
    if (entry->next != MOVE_NONE) {
        notation_san(&entry->position, entry->next, san);
        fprintf(stream, " c2 \"next %s %d\";", san, entry->next_score);
    }
    if (entry->has_tablebase)
        fprintf(stream, " c3 \"Syzygy %s\";", entry->tablebase_win ? "win" : "draw");
    fprintf(stream, " c4 \"game %" PRIu64 " ply %d\";", entry->game, entry->ply);
    if (!score_is_decided(entry->score))
        fprintf(stream, " ce %d;", entry->score);
    if (entry->mate > 0)
        fprintf(stream, " dm %d;", entry->mate);
    fprintf(stream, " fmvn %d; hmvc %d; id \"%s\";", entry->position.fullmove,
            entry->position.rule50, entry->id);
    write_line(stream, entry);
    fputc('\n', stream);
    return !ferror(stream);
}

PRINTF_LIKE(2, 3) static EpdStatus fail(EpdError *error, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->message, sizeof error->message, format, arguments);
    va_end(arguments);
    error->column = 1;
    return EPD_MALFORMED;
}

/* The operand of an operation, without quotation marks; empty when it is missing. */
static void copy_operand(const EpdLine *epd, const char *name, char *copy, size_t size) {
    const EpdOperation *operation = epd_find(epd, name);
    Text text = operation ? epd_text(operation) : (Text){"", 0};
    snprintf(copy, size, "%.*s", (int)(text.length < size ? text.length : size - 1), text.data);
}

/* Reads a whole number; false when it is missing or is none. */
static bool read_number(const EpdLine *epd, const char *name, int64_t *value) {
    const EpdOperation *operation = epd_find(epd, name);
    return operation && text_parse_integer(epd_text(operation), value);
}

static bool read_next(const EpdLine *epd, SuiteEntry *entry) {
    char text[80], san[SAN_SIZE];
    EpdError unused;
    copy_operand(epd, "c2", text, sizeof text);
    entry->next = MOVE_NONE;
    return text[0] == '\0' || (sscanf(text, "next %11s %d", san, &entry->next_score) == 2 &&
                               epd_parse_move(&epd->position, text_of(san), &entry->next, &unused));
}

static bool read_tablebase(const EpdLine *epd, SuiteEntry *entry) {
    char text[80];
    copy_operand(epd, "c3", text, sizeof text);
    entry->has_tablebase = text[0] != '\0';
    entry->tablebase_win = strcmp(text, "Syzygy win") == 0;
    return !entry->has_tablebase || entry->tablebase_win || strcmp(text, "Syzygy draw") == 0;
}

static bool read_line(const EpdLine *epd, SuiteEntry *entry) {
    const EpdOperation *operation = epd_find(epd, "pv");
    Text rest = operation ? epd_text(operation) : (Text){"", 0};
    Position position = epd->position;
    Text word;
    while (entry->length < ANALYSIS_PLIES && text_next_token(&rest, &word)) {
        EpdError unused;
        Move move;
        if (!epd_parse_move(&position, word, &move, &unused))
            return false;
        entry->line[entry->length++] = move;
        Position next;
        position_make(&position, &next, move);
        position = next;
    }
    return entry->length > 0;
}

static bool read_numbers(const EpdLine *epd, SuiteEntry *entry) {
    int64_t depth, nodes, score = SCORE_NONE, mate = 0;
    char stable[80], game[80];
    copy_operand(epd, "c1", stable, sizeof stable);
    copy_operand(epd, "c4", game, sizeof game);
    bool found = read_number(epd, "acd", &depth) && read_number(epd, "acn", &nodes) &&
                 sscanf(stable, "stable %" SCNu64, &entry->stable) == 1 &&
                 sscanf(game, "game %" SCNu64 " ply %d", &entry->game, &entry->ply) == 2;
    if (!found || depth < 0 || depth > MAX_PLY || nodes < 1)
        return false;
    if (epd_find(epd, "ce") && !read_number(epd, "ce", &score))
        return false;
    if (epd_find(epd, "dm") && (!read_number(epd, "dm", &mate) || mate < 1 || mate > MAX_PLY / 2))
        return false;
    entry->depth = (int)depth;
    entry->nodes = (uint64_t)nodes;
    entry->score = (Score)score;
    entry->mate = (int)mate;
    return true;
}

EpdStatus entry_read(const char *text, SuiteEntry *entry, EpdError *error) {
    EpdLine epd;
    EpdStatus status = epd_parse(text, &epd, error);
    if (status != EPD_POSITION)
        return status;
    *entry = (SuiteEntry){.position = epd.position};
    char theme[80];
    copy_operand(&epd, "id", entry->id, sizeof entry->id);
    copy_operand(&epd, "c0", theme, sizeof theme);
    entry->theme = theme_parse(text_of(theme));
    if (entry->theme == THEME_NONE)
        return fail(error, "c0 names no theme");
    const EpdOperation *best = epd_find(&epd, "bm");
    MoveList moves = {.count = 0};
    if (!best)
        return fail(error, "no bm");
    if (!epd_parse_moves(&epd.position, epd_text(best), &moves, error))
        return EPD_MALFORMED;
    if (moves.count != 1)
        return fail(error, "bm must be one move");
    entry->best = moves.moves[0];
    if (!read_numbers(&epd, entry))
        return fail(error, "acd, acn, c1, c4, ce or dm is missing or is not as it should be");
    if (!read_next(&epd, entry) || !read_tablebase(&epd, entry))
        return fail(error, "c2 or c3 is not as it should be");
    if (!read_line(&epd, entry))
        return fail(error, "pv is missing or is not legal");
    return EPD_POSITION;
}
