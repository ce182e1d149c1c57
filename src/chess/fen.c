#include "chess/fen.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/format.h"
#include "chess/setup.h"

static const char PIECE_LETTERS[PIECES + 1] = "PpNnBbRrQqKk";

typedef struct Reader {
    const char *text;
    int at;      /* next character to read */
    bool prefix; /* other text may follow the fields */
    FenError *error;
} Reader;

static PRINTF_LIKE(3, 4) bool fail(Reader *reader, int at, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    reader->error->column = at + 1;
    vsnprintf(reader->error->message, sizeof reader->error->message, format, arguments);
    va_end(arguments);
    return false;
}

static bool is_blank(char letter) {
    return letter == ' ' || (letter >= '\t' && letter <= '\r');
}

static bool is_digit(char letter) {
    return letter >= '0' && letter <= '9';
}

/* Whether a field ends before this character. EPD operations may follow a semicolon. */
static bool ends_field(const Reader *reader, char letter) {
    return letter == '\0' || is_blank(letter) || (reader->prefix && letter == ';');
}

static char peek(const Reader *reader) {
    return reader->text[reader->at];
}

static bool at_field_end(const Reader *reader) {
    return ends_field(reader, peek(reader));
}

static void skip_blanks(Reader *reader) {
    while (is_blank(peek(reader)))
        reader->at++;
}

/* Length of the field that begins here. */
static int field_length(const Reader *reader) {
    int length = 0;
    while (!ends_field(reader, reader->text[reader->at + length]))
        length++;
    return length;
}

typedef struct Quoted {
    char text[16];
} Quoted;

/* A character as a message can show it. */
static Quoted quote(char letter) {
    Quoted quoted;
    if (letter == '\0')
        snprintf(quoted.text, sizeof quoted.text, "end of text");
    else if (letter == ' ')
        snprintf(quoted.text, sizeof quoted.text, "blank");
    else if (letter > ' ' && letter <= '~')
        snprintf(quoted.text, sizeof quoted.text, "'%c'", letter);
    else
        snprintf(quoted.text, sizeof quoted.text, "byte 0x%02x", (unsigned)(unsigned char)letter);
    return quoted;
}

/* Skips blanks before a field that must be there. */
static bool begin_field(Reader *reader, const char *name) {
    skip_blanks(reader);
    if (at_field_end(reader))
        return fail(reader, reader->at, "the %s is missing", name);
    return true;
}

static bool read_piece(Reader *reader, Position *position, Square square) {
    const char letter = peek(reader);
    const char *found = memchr(PIECE_LETTERS, letter, PIECES);
    Reason why;
    if (!found)
        return fail(reader, reader->at,
                    "%s on the board is neither a piece letter, a digit 1 to 8 nor a slash",
                    quote(letter).text);
    return setup_put(position, (Piece)(found - PIECE_LETTERS), square, &why) ||
           fail(reader, reader->at, "%s", why.text);
}

static bool fail_short_rank(Reader *reader, int rank, int squares) {
    return fail(reader, reader->at, "rank %d has only %d %s", rank + 1, squares,
                format_plural(squares, "square", "squares"));
}

static bool read_board(Reader *reader, Position *position) {
    if (!begin_field(reader, "board"))
        return false;
    const int start = reader->at;
    int rank = RANK_8;
    int file = FILE_A;
    for (; !at_field_end(reader); reader->at++) {
        const char letter = peek(reader);
        if (letter == '/') {
            if (file != FILES)
                return fail_short_rank(reader, rank, file);
            if (rank == RANK_1)
                return fail(reader, reader->at, "the board has more than eight ranks");
            rank--;
            file = FILE_A;
            continue;
        }
        const int step = letter >= '1' && letter <= '8' ? letter - '0' : 1;
        if (file + step > FILES && (is_digit(letter) || memchr(PIECE_LETTERS, letter, PIECES)))
            return fail(reader, reader->at, "rank %d has more than eight squares", rank + 1);
        const bool empty = letter >= '1' && letter <= '8';
        if (!empty && !read_piece(reader, position, square_make(file & 7, rank)))
            return false;
        file += step;
    }
    if (file != FILES)
        return fail_short_rank(reader, rank, file);
    if (rank != RANK_1)
        return fail(reader, reader->at, "the board has only %d %s", RANKS - rank,
                    format_plural(RANKS - rank, "rank", "ranks"));
    Reason why;
    return setup_has_kings(position, &why) || fail(reader, start, "%s", why.text);
}

static bool read_side(Reader *reader, Position *position) {
    if (!begin_field(reader, "side to move"))
        return false;
    const char letter = peek(reader);
    if ((letter != 'w' && letter != 'b') || field_length(reader) != 1)
        return fail(reader, reader->at,
                    "the side to move is neither 'w' nor 'b' but begins with %s",
                    quote(letter).text);
    Reason why;
    if (!setup_side(position, letter == 'w' ? WHITE : BLACK, &why))
        return fail(reader, reader->at, "%s", why.text);
    reader->at++;
    return true;
}

/* The rook that a castling letter in lower case names, or NO_SQUARE. k and q mean the outermost. */
static Square castling_rook(const Position *position, Color color, char letter) {
    const Bitboard rooks = position_pieces(position, color, ROOK);
    const int king_file = square_file(position_king(position, color));
    const int step = letter == 'k' ? -1 : 1;
    const bool named = letter >= 'a' && letter <= 'h';
    int file = named ? letter - 'a' : letter == 'k' ? FILE_H : FILE_A;
    for (; file != king_file; file += step) {
        const Square square = square_relative(color, square_make(file, RANK_1));
        if (bb_has(rooks, square))
            return square;
        if (named)
            break;
    }
    return NO_SQUARE;
}

static bool read_castling_right(Reader *reader, Position *position) {
    const char letter = peek(reader);
    const bool upper = letter >= 'A' && letter <= 'Z';
    const char lower = upper ? (char)(letter - 'A' + 'a') : letter;
    if (!((lower >= 'a' && lower <= 'h') || lower == 'k' || lower == 'q'))
        return fail(reader, reader->at,
                    "%s is not a castling right (KQkq, or a rook's file A to H or a to h)",
                    quote(letter).text);

    const Color color = upper ? WHITE : BLACK;
    Reason why;
    return setup_castling(position, color, castling_rook(position, color, lower), &why) ||
           fail(reader, reader->at, "castling right '%c'%s", letter, why.text);
}

static bool read_castling(Reader *reader, Position *position) {
    if (!begin_field(reader, "castling field"))
        return false;
    if (peek(reader) == '-' && field_length(reader) == 1) {
        reader->at++;
        return true;
    }
    for (; !at_field_end(reader); reader->at++)
        if (!read_castling_right(reader, position))
            return false;
    return true;
}

/* Reads the square as it is written; whether a pawn can take there is seen later. */
static bool read_en_passant(Reader *reader, Position *position) {
    if (!begin_field(reader, "en-passant field"))
        return false;
    const int start = reader->at;
    const char *field = reader->text + start;
    const int length = field_length(reader);
    reader->at += length;
    if (length == 1 && field[0] == '-')
        return true;
    if (length != 2 || field[0] < 'a' || field[0] > 'h' || field[1] < '1' || field[1] > '8')
        return fail(reader, start, "the en-passant field is neither '-' nor a square");

    const Square square = square_make(field[0] - 'a', field[1] - '1');
    const bool has_rank = rank_relative(position_side(position), square_rank(square)) == RANK_6;
    Reason why;
    return setup_en_passant(position, square, &why) ||
           fail(reader, has_rank ? start : start + 1, "%s", why.text);
}

/* A counter, clamped to SETUP_COUNTER_MAX; *value is left alone when there is none. */
static bool read_counter(Reader *reader, const char *name, uint32_t *value) {
    skip_blanks(reader);
    const int start = reader->at;
    if (at_field_end(reader))
        return true;
    if (peek(reader) == '-' && is_digit(reader->text[start + 1]))
        return fail(reader, start, "the %s is negative", name);
    int number = 0;
    for (; !at_field_end(reader); reader->at++) {
        const char letter = peek(reader);
        if (!is_digit(letter))
            return fail(reader, reader->at, "%s in the %s, which is a number", quote(letter).text,
                        name);
        number = number * 10 + (letter - '0');
        if (number > SETUP_COUNTER_MAX)
            number = SETUP_COUNTER_MAX;
    }
    *value = (uint32_t)number;
    return true;
}

/* Whether two fields of digits alone come next. */
static bool has_two_numbers(const Reader *reader) {
    Reader ahead = *reader;
    for (int field = 0; field < 2; field++) {
        skip_blanks(&ahead);
        const int length = field_length(&ahead);
        if (length == 0)
            return false;
        for (int i = 0; i < length; i++, ahead.at++)
            if (!is_digit(peek(&ahead)))
                return false;
    }
    return true;
}

static bool read_fields(Reader *reader, Position *position) {
    if (!read_board(reader, position) || !read_side(reader, position) ||
        !read_castling(reader, position) || !read_en_passant(reader, position))
        return false;
    uint32_t rule50 = 0, fullmove = 1;
    if (!reader->prefix || has_two_numbers(reader)) {
        if (!read_counter(reader, "halfmove clock", &rule50) ||
            !read_counter(reader, "move number", &fullmove))
            return false;
    }
    setup_finish(position, rule50, fullmove);
    skip_blanks(reader);
    if (!reader->prefix && peek(reader) != '\0')
        return fail(reader, reader->at, "text after the move number begins with %s",
                    quote(peek(reader)).text);
    return true;
}

static bool parse(Reader *reader, Position *position) {
    Position read;
    setup_begin(&read);
    if (!read_fields(reader, &read))
        return false;
    *position = read;
    return true;
}

bool fen_parse(const char *text, Position *position, FenError *error) {
    Reader reader = {text, 0, false, error};
    return parse(&reader, position);
}

bool fen_parse_prefix(const char *text, Position *position, FenError *error, const char **end) {
    Reader reader = {text, 0, true, error};
    if (!parse(&reader, position))
        return false;
    *end = text + reader.at;
    return true;
}

static char *write_board(const Position *position, char *out) {
    for (int rank = RANK_8; rank >= RANK_1; rank--) {
        int empty = 0;
        for (int file = FILE_A; file < FILES; file++) {
            const Piece piece = position_piece_on(position, square_make(file, rank));
            if (piece == NO_PIECE) {
                empty++;
                continue;
            }
            if (empty > 0)
                *out++ = (char)('0' + empty);
            empty = 0;
            *out++ = PIECE_LETTERS[piece];
        }
        if (empty > 0)
            *out++ = (char)('0' + empty);
        *out++ = rank > RANK_1 ? '/' : ' ';
    }
    return out;
}

/* Whether the castling rook is the one that KQkq means. */
static bool is_outermost_rook(const Position *position, Color color, CastlingSide side) {
    const Square rook = position->castling_rook[castling_index(color, side)];
    return castling_rook(position, color, side == KING_SIDE ? 'k' : 'q') == rook;
}

static char *write_castling(const Position *position, bool letters, char *out) {
    if (position->castling_rights == 0)
        *out++ = '-';
    for (Color color = WHITE; color < COLORS; color++) {
        for (CastlingSide side = KING_SIDE; side < CASTLING_SIDES; side++) {
            if (!(position->castling_rights & castling_right(color, side)))
                continue;
            char letter = side == KING_SIDE ? 'K' : 'Q';
            if (letters || !is_outermost_rook(position, color, side)) {
                const Square rook = position->castling_rook[castling_index(color, side)];
                letter = (char)('A' + square_file(rook));
            }
            *out++ = color == WHITE ? letter : (char)(letter - 'A' + 'a');
        }
    }
    *out++ = ' ';
    return out;
}

static void format(const Position *position, bool letters, char text[FEN_SIZE]) {
    char *out = write_board(position, text);
    *out++ = position_side(position) == WHITE ? 'w' : 'b';
    *out++ = ' ';
    out = write_castling(position, letters, out);
    if (position->en_passant == NO_SQUARE) {
        *out++ = '-';
    } else {
        *out++ = (char)('a' + square_file(position->en_passant));
        *out++ = (char)('1' + square_rank(position->en_passant));
    }
    snprintf(out, (size_t)(text + FEN_SIZE - out), " %u %u", (unsigned)position->rule50,
             (unsigned)position->fullmove);
}

void fen_format(const Position *position, char text[FEN_SIZE]) {
    format(position, false, text);
}

void fen_format_shredder(const Position *position, char text[FEN_SIZE]) {
    format(position, true, text);
}
