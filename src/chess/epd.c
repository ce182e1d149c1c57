#include "chess/epd.h"

#include <string.h>

#include "base/integers.h"
#include "chess/fen.h"
#include "chess/notation.h"

/* Counters are held below this, as those of a FEN are. */
#define COUNTER_MAX 32767

/* How much of an offending word a message shows. */
#define SHOWN_LENGTH 40

static int shown_length(Text text) {
    return (int)size_min(text.length, SHOWN_LENGTH);
}

static bool is_blank(char letter) {
    return letter == ' ' || (letter >= '\t' && letter <= '\r');
}

static bool is_letter(char letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
}

static bool begins_comment(const char *text) {
    return *text == '#' || *text == '%' || (text[0] == '/' && text[1] == '/');
}

static const char *skip_blanks(const char *text) {
    while (is_blank(*text))
        text++;
    return text;
}

/* Whether a comment follows operands: `bm Qd1 # mate soon`, unlike `bm #3`. */
static bool begins_late_comment(const char *text) {
    if (!is_blank(text[-1]))
        return false;
    return text[0] == '#' ? is_blank(text[1]) : text[0] == '/' && text[1] == '/';
}

/* The end of the operation that text is in: its semicolon, a comment or the end of the line. NULL
 * when a quotation mark is not closed. */
static const char *operation_end(const char *text) {
    bool quoted = false;
    while (*text != '\0' && (quoted || (*text != ';' && !begins_late_comment(text)))) {
        quoted ^= *text == '"';
        text++;
    }
    return quoted ? NULL : text;
}

/* Reads one operation and moves *at past its semicolon. */
static bool read_operation(const char *line, const char **at, EpdLine *epd, Reason *error) {
    const char *start = *at;
    const int column = (int)(start - line) + 1;
    if (!is_letter(*start))
        return reason_set(error, "column %d: an operation begins with a letter, not with '%.*s'",
                          column, (int)strcspn(start, " \t\r\n;"), start);
    if (epd->operation_count == EPD_MAX_OPERATIONS)
        return reason_set(error, "column %d: more than %d operations", column, EPD_MAX_OPERATIONS);
    const char *end = operation_end(start);
    if (!end)
        return reason_set(error, "column %d: a quotation mark is not closed", column);
    const char *name_end = start;
    while (name_end < end && !is_blank(*name_end) && *name_end != '"')
        name_end++;
    epd->operations[epd->operation_count++] = (EpdOperation){
        .name = {start, (size_t)(name_end - start)},
        .operands = text_trim((Text){name_end, (size_t)(end - name_end)}),
    };
    *at = *end == ';' ? end + 1 : end;
    return true;
}

static bool read_operations(const char *line, const char *at, EpdLine *epd, Reason *error) {
    for (;;) {
        while (is_blank(*at) || *at == ';')
            at++;
        if (*at == '\0' || begins_comment(at))
            return true;
        if (!read_operation(line, &at, epd, error))
            return false;
    }
}

/* Sets a counter from the operation of that name, if there is one. */
static bool apply_counter(const char *line, const EpdLine *epd, const char *name, int least,
                          uint16_t *counter, Reason *error) {
    const EpdOperation *operation = epd_find(epd, name);
    if (!operation)
        return true;
    int64_t number;
    if (!text_parse_integer(operation->operands, &number) || number < least)
        return reason_set(error, "column %d: %s is a number from %d on, not '%.*s'",
                          (int)(operation->name.data - line) + 1, name, least,
                          shown_length(operation->operands), operation->operands.data);
    *counter = (uint16_t)int64_min(number, COUNTER_MAX);
    return true;
}

static bool is_empty(const char *line) {
    const char *start = skip_blanks(line);
    return *start == '\0' || *start == ';' || begins_comment(start);
}

EpdStatus epd_parse(const char *line, EpdLine *epd, Reason *error) {
    if (is_empty(line))
        return EPD_EMPTY;
    epd->operation_count = 0;
    FenError fen_error;
    const char *rest;
    if (!fen_parse_prefix(line, &epd->position, &fen_error, &rest)) {
        reason_set(error, "column %d: %s", fen_error.column, fen_error.message);
        return EPD_MALFORMED;
    }
    if (!read_operations(line, rest, epd, error) ||
        !apply_counter(line, epd, "hmvc", 0, &epd->position.rule50, error) ||
        !apply_counter(line, epd, "fmvn", 1, &epd->position.fullmove, error))
        return EPD_MALFORMED;
    return EPD_POSITION;
}

const EpdOperation *epd_find(const EpdLine *epd, const char *name) {
    for (int i = 0; i < epd->operation_count; i++) {
        if (text_equals(epd->operations[i].name, name))
            return &epd->operations[i];
    }
    return NULL;
}

Text epd_text(const EpdOperation *operation) {
    Text text = operation->operands;
    if (text.length < 2 || text.data[0] != '"' || text.data[text.length - 1] != '"' ||
        memchr(text.data + 1, '"', text.length - 2))
        return text;
    return text_trim((Text){text.data + 1, text.length - 2});
}

bool epd_parse_move(const Position *position, Text word, Move *move, Reason *error) {
    static const char *const FAULTS[] = {
        [SAN_MALFORMED] = "is not a move",
        [SAN_ILLEGAL] = "is not legal",
        [SAN_AMBIGUOUS] = "is ambiguous: several legal moves fit",
    };
    const SanStatus status = notation_parse_san(position, word.data, (int)word.length, move);
    return status == SAN_OK ||
           reason_set(error, "'%.*s' %s", shown_length(word), word.data, FAULTS[status]);
}

/* Quotation marks and commas separate moves like blanks: `bm "Qg6, Rg3"` is seen in the wild. */
static bool separates_moves(char letter) {
    return is_blank(letter) || letter == ',' || letter == '"';
}

bool epd_parse_moves(const Position *position, Text text, MoveList *moves, Reason *error) {
    for (size_t at = 0; at < text.length;) {
        size_t start = at;
        while (at < text.length && !separates_moves(text.data[at]))
            at++;
        Move move;
        if (at > start) {
            if (!epd_parse_move(position, (Text){text.data + start, at - start}, &move, error))
                return false;
            if (!move_list_contains(moves, move))
                moves->moves[moves->count++] = move;
        }
        at++;
    }
    return true;
}
