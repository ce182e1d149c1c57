#include "chess/fen.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Counters of a FEN are held below this, so that no game that follows can wrap a uint16_t. */
#define COUNTER_MAX 32767

#define PIECES_MAX 16
#define PAWNS_MAX  8

static const char PIECE_LETTERS[PIECES + 1] = "PpNnBbRrQqKk";
static const char *const COLOR_NAMES[COLORS] = {"White", "Black"};

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

static void put_piece(Position *position, Piece piece, Square square) {
    position->board[square] = (uint8_t)piece;
    position->by_type[piece_type(piece)] |= bb_square(square);
    position->by_color[piece_color(piece)] |= bb_square(square);
}

static bool read_piece(Reader *reader, Position *position, Square square) {
    const char letter = peek(reader);
    const char *found = memchr(PIECE_LETTERS, letter, PIECES);
    if (!found)
        return fail(reader, reader->at,
                    "%s on the board is neither a piece letter, a digit 1 to 8 nor a slash",
                    quote(letter).text);
    const Piece piece = (Piece)(found - PIECE_LETTERS);
    const PieceType type = piece_type(piece);
    const Color color = piece_color(piece);
    const int rank = square_rank(square);
    if (type == PAWN && (rank == RANK_1 || rank == RANK_8))
        return fail(reader, reader->at, "a pawn stands on rank %d", rank + 1);
    if (type == KING && position_pieces(position, color, KING) != 0)
        return fail(reader, reader->at, "%s has a second king", COLOR_NAMES[color]);
    if (type == PAWN && bb_count(position_pieces(position, color, PAWN)) == PAWNS_MAX)
        return fail(reader, reader->at, "%s has more than %d pawns", COLOR_NAMES[color], PAWNS_MAX);
    if (bb_count(position->by_color[color]) == PIECES_MAX)
        return fail(reader, reader->at, "%s has more than %d pieces", COLOR_NAMES[color],
                    PIECES_MAX);
    put_piece(position, piece, square);
    return true;
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
                return fail(reader, reader->at, "rank %d has only %d squares", rank + 1, file);
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
        return fail(reader, reader->at, "rank %d has only %d squares", rank + 1, file);
    if (rank != RANK_1)
        return fail(reader, reader->at, "the board has only %d ranks", RANKS - rank);
    for (Color color = WHITE; color < COLORS; color++)
        if (position_pieces(position, color, KING) == 0)
            return fail(reader, start, "%s has no king", COLOR_NAMES[color]);
    return true;
}

static bool read_side(Reader *reader, Position *position) {
    if (!begin_field(reader, "side to move"))
        return false;
    const char letter = peek(reader);
    if ((letter != 'w' && letter != 'b') || field_length(reader) != 1)
        return fail(reader, reader->at,
                    "the side to move is neither 'w' nor 'b' but begins with %s",
                    quote(letter).text);
    position->side_to_move = letter == 'w' ? WHITE : BLACK;
    const Color waiting = color_flip(position_side(position));
    const Bitboard attackers =
        position_attackers(position, position_king(position, waiting), position_occupied(position));
    if (attackers & position->by_color[position->side_to_move])
        return fail(reader, reader->at, "%s is to move but could take %s's king",
                    COLOR_NAMES[position->side_to_move], COLOR_NAMES[waiting]);
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
    const Square king = position_king(position, color);
    const int king_file = square_file(king);
    if (rank_relative(color, square_rank(king)) != RANK_1)
        return fail(reader, reader->at, "castling right '%c', but %s's king has left its back rank",
                    letter, COLOR_NAMES[color]);
    if (king_file == FILE_A || king_file == FILE_H)
        return fail(reader, reader->at,
                    "castling right '%c', but %s's king stands in a corner, where no king starts",
                    letter, COLOR_NAMES[color]);

    const Square rook = castling_rook(position, color, lower);
    if (rook == NO_SQUARE)
        return fail(reader, reader->at, "castling right '%c', but %s has no rook there", letter,
                    COLOR_NAMES[color]);
    const CastlingSide side = rook > king ? KING_SIDE : QUEEN_SIDE;
    const int index = castling_index(color, side);
    if (position->castling_rights & castling_right(color, side))
        return fail(reader, reader->at, "castling right '%c' is %s", letter,
                    position->castling_rook[index] == rook ? "given twice"
                                                           : "a second one on the same side");
    position->castling_rights |= castling_right(color, side);
    position->castling_rook[index] = (uint8_t)rook;
    const int standard_file = side == KING_SIDE ? FILE_H : FILE_A;
    if (king_file != FILE_E || square_file(rook) != standard_file)
        position->chess960 = true;
    return true;
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

    const Color side = position_side(position);
    const Color other = color_flip(side);
    const Square square = square_make(field[0] - 'a', field[1] - '1');
    if (rank_relative(side, square_rank(square)) != RANK_6)
        return fail(reader, start + 1, "with %s to move an en-passant square is on rank %d",
                    COLOR_NAMES[side], rank_relative(side, RANK_6) + 1);
    const Square pawn = square ^ 8;
    const Square origin = square_relative(side, square_relative(side, square) + 8);
    if (position_piece_on(position, square) != NO_PIECE)
        return fail(reader, start, "the en-passant square %.2s is occupied", field);
    if (position_piece_on(position, pawn) != piece_make(other, PAWN))
        return fail(reader, start, "no pawn of %s has just passed the en-passant square %.2s",
                    COLOR_NAMES[other], field);
    if (position_piece_on(position, origin) != NO_PIECE)
        return fail(reader, start,
                    "the pawn cannot have passed %.2s: the square it started from is occupied",
                    field);
    position->en_passant = (uint8_t)square;
    return true;
}

/* A counter, clamped to COUNTER_MAX; *value is left alone when there is none. */
static bool read_counter(Reader *reader, const char *name, uint16_t *value) {
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
        if (number > COUNTER_MAX)
            number = COUNTER_MAX;
    }
    *value = (uint16_t)number;
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
    if (!reader->prefix || has_two_numbers(reader)) {
        if (!read_counter(reader, "halfmove clock", &position->rule50) ||
            !read_counter(reader, "move number", &position->fullmove))
            return false;
    }
    if (position->fullmove == 0)
        position->fullmove = 1;
    skip_blanks(reader);
    if (!reader->prefix && peek(reader) != '\0')
        return fail(reader, reader->at, "text after the move number begins with %s",
                    quote(peek(reader)).text);
    return true;
}

/* An en-passant square that no pawn can use is not part of the position: two positions that differ
 * in nothing else are the same for repetition. */
static void settle_en_passant(Position *position) {
    const Square square = position->en_passant;
    position->en_passant = NO_SQUARE;
    position_refresh(position);
    if (square == NO_SQUARE)
        return;
    const Color side = position_side(position);
    Bitboard takers =
        attacks_pawn(color_flip(side), square) & position_pieces(position, side, PAWN);
    while (takers) {
        if (position_en_passant_is_safe(position, bb_pop(&takers), square)) {
            position->en_passant = (uint8_t)square;
            position_refresh(position);
            return;
        }
    }
}

static bool parse(Reader *reader, Position *position) {
    Position read;
    memset(&read, 0, sizeof read);
    memset(read.board, NO_PIECE, sizeof read.board);
    read.en_passant = NO_SQUARE;
    read.fullmove = 1;
    if (!read_fields(reader, &read))
        return false;
    settle_en_passant(&read);
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
