#include "tools/epd/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/integers.h"
#include "base/memory.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/notation.h"
#include "cli/lines.h"
#include "report/utf8.h"
#include "tools/epd/theme.h"

/* Longest mate that can be announced, in moves. */
#define MOST_MATE ((MAX_PLY + 1) / 2)

const char *epd_base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static void free_entry(EpdEntry *entry) {
    free(entry->id);
    free(entry->theme);
    free(entry->expected);
    memory_free(entry);
}

void epd_suite_free(EpdSuite *suite) {
    for (size_t i = 0; i < suite->count; i++)
        free_entry(suite->entries[i]);
    for (size_t i = 0; i < suite->notice_count; i++)
        free(suite->notices[i].reason);
    for (size_t i = 0; i < suite->file_count; i++)
        free(suite->files[i]);
    free(suite->entries);
    free(suite->notices);
    free(suite->files);
    *suite = (EpdSuite){0};
}

static bool add_notice(EpdSuite *suite, const char *file, long line, bool skipped,
                       const char *reason) {
    char *copy = utf8_copy(text_of(reason));
    EpdNotice *notices =
        copy ? reallocarray(suite->notices, suite->notice_count + 1, sizeof suite->notices[0])
             : NULL;
    if (!notices) {
        free(copy);
        return false;
    }
    suite->notices = notices;
    notices[suite->notice_count++] = (EpdNotice){file, line, skipped, copy};
    suite->skipped += skipped;
    return true;
}

/* Reads a number of moves to mate: "3", or "-3" for the side to move being mated. */
static bool read_mate(Text text, const char *name, EpdEntry *entry, Reason *error) {
    int64_t moves;
    if (!text_parse_integer(text, &moves) || moves == 0 || moves > MOST_MATE || moves < -MOST_MATE)
        return reason_set(error, "%s: '%.*s' is not a number of moves from 1 to %d", name,
                          (int)size_min(text.length, 20), text.data, MOST_MATE);
    if (entry->mate != 0 && entry->mate != moves)
        return reason_set(error, "%s: two different mates are claimed", name);
    entry->mate = (int)moves;
    return true;
}

/* Reads `bm` or `am`. Lists of mate problems write `bm #3` for what is properly `dm 3`. */
static bool read_moves(const EpdOperation *operation, const char *name, bool mate_allowed,
                       MoveList *moves, EpdEntry *entry, Reason *error) {
    Text text = epd_text(operation);
    if (mate_allowed && text.length > 1 && text.data[0] == '#')
        return read_mate((Text){text.data + 1, text.length - 1}, name, entry, error);
    Reason reason;
    if (!epd_parse_moves(&entry->position, text, moves, &reason))
        return reason_set(error, "%s: %s", name, reason.text);
    return moves->count > 0 || reason_set(error, "%s: no move", name);
}

static bool read_answers(const EpdLine *epd, EpdEntry *entry, Reason *error) {
    for (int i = 0; i < epd->operation_count; i++) {
        const EpdOperation *operation = &epd->operations[i];
        bool read = true;
        if (text_equals(operation->name, "bm"))
            read = read_moves(operation, "bm", true, &entry->best, entry, error);
        else if (text_equals(operation->name, "am"))
            read = read_moves(operation, "am", false, &entry->avoid, entry, error);
        else if (text_equals(operation->name, "dm"))
            read = read_mate(epd_text(operation), "dm", entry, error);
        if (!read)
            return false;
    }
    for (int i = 0; i < entry->best.count; i++) {
        if (move_list_contains(&entry->avoid, entry->best.moves[i]))
            return reason_set(error, "the same move is in bm and am");
    }
    return true;
}

static void write_moves(FILE *out, const EpdEntry *entry, const MoveList *moves,
                        const char *before) {
    for (int i = 0; i < moves->count; i++) {
        char san[SAN_SIZE];
        notation_san(&entry->position, moves->moves[i], san);
        fprintf(out, "%s%s%s", ftell(out) > 0 ? " " : "", i == 0 ? before : "", san);
    }
}

static char *describe_answer(const EpdEntry *entry) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    const MoveList wanted = epd_entry_wanted(entry);
    write_moves(out, entry, &wanted, "");
    write_moves(out, entry, &entry->avoid, "not ");
    if (ftell(out) == 0)
        fprintf(out, "%s in %d", entry->mate > 0 ? "mate" : "mated", abs(entry->mate));
    return fclose(out) == 0 ? text : NULL;
}

/* Id, theme and answer as text; false without memory. */
static bool name_entry(const EpdLine *epd, EpdEntry *entry) {
    const EpdOperation *operation = epd_find(epd, "id");
    Text id = operation ? epd_text(operation) : (Text){0};
    if (id.length > 0)
        entry->id = utf8_copy(id);
    else if (asprintf(&entry->id, "%s:%ld", epd_base_name(entry->file), (long)entry->line) < 0)
        entry->id = NULL;
    Text theme = id.length > 0 && entry->id ? epd_theme(text_of(entry->id)) : (Text){0};
    entry->theme = utf8_copy(theme.length > 0 ? theme : text_of(epd_base_name(entry->file)));
    entry->expected = describe_answer(entry);
    return entry->id && entry->theme && entry->expected;
}

/* Reads position and answer of a parsed line. What is wrong with its points alone goes to
 * *points_error. */
static bool read_entry(const EpdLine *epd, EpdEntry *entry, Reason *error, Reason *points_error) {
    entry->position = epd->position;
    if (!read_answers(epd, entry, error))
        return false;
    bool points_valid = epd_points_read(epd, entry, points_error);
    if (movegen_count(&entry->position) == 0)
        return reason_set(error, "the side to move has no legal move");
    if (entry->best.count > 0 || entry->avoid.count > 0 || entry->mate != 0 ||
        (points_valid && entry->most_points > 0))
        return true;
    return reason_set(error, "%s",
                      !points_valid             ? points_error->text
                      : entry->points_count > 0 ? "points: none is more than 0"
                                                : "no bm, am, dm or points");
}

static bool append_entry(EpdSuite *suite, EpdEntry *entry) {
    EpdEntry **entries = reallocarray(suite->entries, suite->count + 1, sizeof *entries);
    if (!entries)
        return false;
    suite->entries = entries;
    entries[suite->count++] = entry;
    return true;
}

/* Adds what stands in a line; false without memory. */
static bool add_line(EpdSuite *suite, const char *file, const LineSource *line) {
    const long number = line->number;
    if (strlen(line->text) != line->length)
        return add_notice(suite, file, number, true, "a NUL character");
    EpdLine epd;
    Reason error;
    EpdStatus status = epd_parse(line->text, &epd, &error);
    if (status == EPD_EMPTY)
        return true;
    if (status == EPD_MALFORMED)
        return add_notice(suite, file, number, true, error.text);
    EpdEntry *entry = memory_allocate(_Alignof(EpdEntry), sizeof(EpdEntry));
    if (!entry)
        return false;
    memset(entry, 0, sizeof *entry);
    entry->file = file;
    entry->line = number;
    Reason points_error = {0};
    bool usable = read_entry(&epd, entry, &error, &points_error);
    bool added = usable && name_entry(&epd, entry) && append_entry(suite, entry);
    if (!added)
        free_entry(entry);
    if (!usable)
        return add_notice(suite, file, number, true, error.text);
    if (added && points_error.text[0] != '\0')
        return add_notice(suite, file, number, false, points_error.text);
    return added;
}

/* The file's name as reports can show it, kept by the suite; NULL without memory. */
static const char *add_file(EpdSuite *suite, const char *path) {
    char **files = reallocarray(suite->files, suite->file_count + 1, sizeof suite->files[0]);
    if (!files)
        return NULL;
    suite->files = files;
    files[suite->file_count] = utf8_copy(text_of(path));
    return files[suite->file_count] ? files[suite->file_count++] : NULL;
}

bool epd_suite_read(EpdSuite *suite, const char *path, Reason *error) {
    LineSource reader;
    if (!lines_open(&reader, path, error))
        return false;
    const char *name = add_file(suite, reader.name);
    bool memory = name;
    while (memory && lines_next(&reader))
        memory = add_line(suite, name, &reader);
    long number = reader.number;
    if (!lines_close(&reader, error))
        return false;
    if (!memory)
        reason_set(error, "%s:%ld: not enough memory", lines_name(path), number);
    return memory;
}

bool epd_entry_is_solved(const EpdEntry *entry, Move move, Score score) {
    if (entry->best.count > 0 || entry->avoid.count > 0)
        return (entry->best.count == 0 || move_list_contains(&entry->best, move)) &&
               !move_list_contains(&entry->avoid, move);
    if (entry->mate == 0)
        return epd_entry_points(entry, move) == entry->most_points;
    if (!score_is_mate(score))
        return false;
    int moves = score_mate_moves(score);
    return entry->mate > 0 ? moves > 0 && moves <= entry->mate : moves <= 0 && moves >= entry->mate;
}

MoveList epd_entry_wanted(const EpdEntry *entry) {
    MoveList wanted = entry->best;
    const bool by_points = entry->best.count == 0 && entry->avoid.count == 0 && entry->mate == 0;
    for (int i = 0; by_points && i < entry->points_count; i++) {
        if (entry->points[i].points == entry->most_points)
            wanted.moves[wanted.count++] = entry->points[i].move;
    }
    return wanted;
}

int epd_entry_points(const EpdEntry *entry, Move move) {
    for (int i = 0; i < entry->points_count; i++) {
        if (entry->points[i].move == move)
            return entry->points[i].points;
    }
    return 0;
}

/* With the NUL, which keeps texts apart. */
static uint64_t add_to_hash(uint64_t hash, const char *text) {
    return hash_add(hash, text, strlen(text) + 1);
}

uint64_t epd_suite_fingerprint(const EpdSuite *suite) {
    uint64_t hash = HASH_START;
    for (size_t i = 0; i < suite->count; i++) {
        const EpdEntry *entry = suite->entries[i];
        char fen[FEN_SIZE];
        fen_format(&entry->position, fen);
        hash = add_to_hash(hash, fen);
        hash = add_to_hash(hash, entry->id);
        hash = add_to_hash(hash, entry->expected);
    }
    return hash;
}
