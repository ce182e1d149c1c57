#include "chess/notation.h"

#include <stdio.h>
#include <string.h>

#include "chess/movegen.h"

static const char TYPE_LETTERS[PIECE_TYPES + 1] = "PNBRQK";

static char file_letter(Square square) {
    return (char)('a' + square_file(square));
}

static char rank_letter(Square square) {
    return (char)('1' + square_rank(square));
}

static bool is_file(char letter) {
    return letter >= 'a' && letter <= 'h';
}

static bool is_rank(char letter) {
    return letter >= '1' && letter <= '8';
}

/* The side a castling move goes to: it is stored as king takes rook. */
static CastlingSide side_of(Move move) {
    return castling_side(move_from(move), move_to(move));
}

/* Where its king ends. */
static Square castling_destination(Move move) {
    const Color color = square_rank(move_from(move)) == RANK_1 ? WHITE : BLACK;
    return castling_king_target(color, side_of(move));
}

/* The type that a letter names, in upper or lower case; NO_PIECE_TYPE for none. */
static PieceType type_of_letter(char letter) {
    if (letter >= 'a' && letter <= 'z')
        letter = (char)(letter - 'a' + 'A');
    const char *found = memchr(TYPE_LETTERS, letter, PIECE_TYPES);
    return !found ? NO_PIECE_TYPE : (PieceType)(found - TYPE_LETTERS);
}

static bool is_promotion_type(PieceType type) {
    return type >= KNIGHT && type <= QUEEN;
}

void notation_coordinate(Move move, bool chess960, char text[COORDINATE_SIZE]) {
    if (!move_is_real(move)) {
        memcpy(text, "0000", 5);
        return;
    }
    const Square from = move_from(move);
    const bool two_steps = move_kind(move) == MOVE_CASTLING && !chess960;
    const Square to = two_steps ? castling_destination(move) : move_to(move);
    *text++ = file_letter(from);
    *text++ = rank_letter(from);
    *text++ = file_letter(to);
    *text++ = rank_letter(to);
    if (move_kind(move) == MOVE_PROMOTION)
        *text++ = (char)(TYPE_LETTERS[move_promotion(move)] - 'A' + 'a');
    *text = '\0';
}

Move notation_parse_coordinate(const Position *position, const char *text, int length) {
    if (length < 4 || length > 5 || !is_file(text[0]) || !is_rank(text[1]) || !is_file(text[2]) ||
        !is_rank(text[3]))
        return MOVE_NONE;
    PieceType promotion = NO_PIECE_TYPE;
    if (length == 5) {
        promotion = type_of_letter(text[4]);
        if (!is_promotion_type(promotion))
            return MOVE_NONE;
    }
    const Square from = square_make(text[0] - 'a', text[1] - '1');
    const Square to = square_make(text[2] - 'a', text[3] - '1');

    const MoveList list = movegen_list(position);
    Move two_steps = MOVE_NONE;
    for (int i = 0; i < list.count; i++) {
        const Move move = list.moves[i];
        if (move_from(move) != from)
            continue;
        const bool promotes = move_kind(move) == MOVE_PROMOTION;
        if ((promotes ? move_promotion(move) : NO_PIECE_TYPE) != promotion)
            continue;
        if (move_to(move) == to)
            return move;
        if (move_kind(move) == MOVE_CASTLING && castling_destination(move) == to)
            two_steps = move;
    }
    return two_steps;
}

/* Writes as much of the origin as tells the move from those of like pieces to the same square. */
static char *write_origin(const Position *position, Move move, char *out) {
    const Square from = move_from(move);
    const PieceType type = piece_type(position_piece_on(position, from));
    bool needed = false, same_file = false, same_rank = false;
    const MoveList list = movegen_list(position);
    for (int i = 0; i < list.count; i++) {
        const Square other = move_from(list.moves[i]);
        if (other == from || move_to(list.moves[i]) != move_to(move) ||
            piece_type(position_piece_on(position, other)) != type)
            continue;
        needed = true;
        same_file |= square_file(other) == square_file(from);
        same_rank |= square_rank(other) == square_rank(from);
    }
    if (needed && (!same_file || same_rank))
        *out++ = file_letter(from);
    if (needed && same_file)
        *out++ = rank_letter(from);
    return out;
}

void notation_san(const Position *position, Move move, char text[SAN_SIZE]) {
    char *out = text;
    const Square from = move_from(move);
    const Square to = move_to(move);
    const PieceType type = piece_type(position_piece_on(position, from));
    if (move_kind(move) == MOVE_CASTLING) {
        const char *castling = side_of(move) == KING_SIDE ? "O-O" : "O-O-O";
        out += snprintf(text, SAN_SIZE, "%s", castling);
    } else {
        const bool capture = position_captured_type(position, move) != NO_PIECE_TYPE;
        if (type == PAWN) {
            if (capture)
                *out++ = file_letter(from);
        } else {
            *out++ = TYPE_LETTERS[type];
            out = write_origin(position, move, out);
        }
        if (capture)
            *out++ = 'x';
        *out++ = file_letter(to);
        *out++ = rank_letter(to);
        if (move_kind(move) == MOVE_PROMOTION) {
            *out++ = '=';
            *out++ = TYPE_LETTERS[move_promotion(move)];
        }
    }
    const CheckInfo checks = position_check_info(position);
    if (position_gives_check(position, &checks, move)) {
        Position next;
        position_make(position, &next, move);
        *out++ = movegen_count(&next) == 0 ? '#' : '+';
    }
    *out = '\0';
}

/* What the text of a move says of it. */
typedef struct SanPattern {
    PieceType type; /* NO_PIECE_TYPE: whatever stands on the origin */
    int from_file;  /* -1: not said */
    int from_rank;
    Square to;
    PieceType promotion; /* NO_PIECE_TYPE: not said */
    bool capture;        /* written with x; its absence says nothing */
} SanPattern;

static bool ends_with(const char *text, int length, const char *ending) {
    const int size = (int)strlen(ending);
    return length >= size && memcmp(text + length - size, ending, (size_t)size) == 0;
}

/* Length without blanks, check signs, annotations and "e.p." at the end. */
static int strip_annotations(const char *text, int length) {
    static const char *const ENDINGS[] = {" ", "\t", "+", "#", "!", "?", "e.p.", "e.p", "ep"};
    for (bool stripped = true; stripped;) {
        stripped = false;
        for (size_t i = 0; i < ARRAY_LENGTH(ENDINGS); i++) {
            if (ends_with(text, length, ENDINGS[i])) {
                length -= (int)strlen(ENDINGS[i]);
                stripped = true;
                break;
            }
        }
    }
    return length;
}

/* Number of letters O (or zeros) of a castling move, 2 or 3, else 0. */
static int castling_letters(const char *body, int length) {
    int letters = 0;
    bool hyphen = true;
    for (int i = 0; i < length; i++) {
        if (body[i] == 'O' || body[i] == 'o' || body[i] == '0') {
            letters++;
            hyphen = false;
        } else if (body[i] == '-' && !hyphen) {
            hyphen = true;
        } else {
            return 0;
        }
    }
    return !hyphen && (letters == 2 || letters == 3) ? letters : 0;
}

static SanStatus find_castling(const Position *position, int letters, Move *move) {
    const CastlingSide side = letters == 2 ? KING_SIDE : QUEEN_SIDE;
    const MoveList list = movegen_list(position);
    for (int i = 0; i < list.count; i++) {
        if (move_kind(list.moves[i]) == MOVE_CASTLING && side_of(list.moves[i]) == side) {
            *move = list.moves[i];
            return SAN_OK;
        }
    }
    return SAN_ILLEGAL;
}

/* Takes "=Q", "Q", "(Q)" or "/Q" off the end; false when it is spelled wrongly. */
static bool read_promotion(const char *body, int *length, PieceType *promotion) {
    int end = *length;
    *promotion = NO_PIECE_TYPE;
    const bool bracket = end > 0 && body[end - 1] == ')';
    if (bracket)
        end--;
    if (end > 0 && is_rank(body[end - 1]))
        return !bracket;
    if (end < 1)
        return false;
    *promotion = type_of_letter(body[--end]);
    if (!is_promotion_type(*promotion))
        return false;
    if (bracket && (end < 1 || body[--end] != '('))
        return false;
    if (end > 0 && (body[end - 1] == '=' || body[end - 1] == '/'))
        end--;
    *length = end;
    return true;
}

/* Reads what stands before the destination square: piece, file, rank. b in lower case is a file. */
static bool read_origin(const char *body, int length, SanPattern *pattern) {
    int at = 0;
    pattern->type = PAWN;
    pattern->from_file = -1;
    pattern->from_rank = -1;
    bool lettered = false;
    const PieceType type = length > 0 && body[0] != 'b' ? type_of_letter(body[0]) : NO_PIECE_TYPE;
    if (type != NO_PIECE_TYPE) {
        pattern->type = type;
        lettered = true;
        at++;
    }
    if (at < length && is_file(body[at]))
        pattern->from_file = body[at++] - 'a';
    if (at < length && is_rank(body[at]))
        pattern->from_rank = body[at++] - '1';
    if (!lettered && pattern->from_file >= 0 && pattern->from_rank >= 0)
        pattern->type = NO_PIECE_TYPE;
    return at == length;
}

static bool read_pattern(const char *body, int length, SanPattern *pattern) {
    if (!read_promotion(body, &length, &pattern->promotion))
        return false;
    if (length < 2 || !is_file(body[length - 2]) || !is_rank(body[length - 1]))
        return false;
    length -= 2;
    pattern->to = square_make(body[length] - 'a', body[length + 1] - '1');
    pattern->capture = false;
    if (length > 0 && (body[length - 1] == 'x' || body[length - 1] == ':')) {
        pattern->capture = true;
        length--;
    } else if (length > 0 && body[length - 1] == '-') {
        length--;
    }
    return read_origin(body, length, pattern);
}

static bool pattern_fits(const SanPattern *pattern, const Position *position, Move move) {
    const Square from = move_from(move);
    const PieceType type = piece_type(position_piece_on(position, from));
    if (move_kind(move) == MOVE_CASTLING || move_to(move) != pattern->to)
        return false;
    if (pattern->type != NO_PIECE_TYPE && pattern->type != type)
        return false;
    if (pattern->from_file >= 0 && pattern->from_file != square_file(from))
        return false;
    if (pattern->from_rank >= 0 && pattern->from_rank != square_rank(from))
        return false;
    if (pattern->promotion != NO_PIECE_TYPE &&
        (move_kind(move) != MOVE_PROMOTION || move_promotion(move) != pattern->promotion))
        return false;
    /* "d6" is a pawn's step; its capture there names the file it comes from, or says x. */
    const bool bare = pattern->from_file < 0 && pattern->from_rank < 0 && !pattern->capture;
    return type != PAWN || !bare || square_file(from) == square_file(move_to(move));
}

static SanStatus find_pattern(const Position *position, const SanPattern *pattern, Move *move) {
    const MoveList list = movegen_list(position);
    SanStatus status = SAN_ILLEGAL;
    for (int i = 0; i < list.count; i++) {
        if (!pattern_fits(pattern, position, list.moves[i]))
            continue;
        if (status == SAN_OK)
            return SAN_AMBIGUOUS;
        status = SAN_OK;
        *move = list.moves[i];
    }
    return status;
}

static SanStatus parse_body(const Position *position, const char *body, int length, Move *move) {
    const int letters = castling_letters(body, length);
    if (letters > 0)
        return find_castling(position, letters, move);
    *move = notation_parse_coordinate(position, body, length);
    if (*move != MOVE_NONE)
        return SAN_OK;
    SanPattern pattern;
    return read_pattern(body, length, &pattern) ? find_pattern(position, &pattern, move)
                                                : SAN_MALFORMED;
}

SanStatus notation_parse_san(const Position *position, const char *text, int length, Move *move) {
    while (length > 0 && (*text == ' ' || *text == '\t')) {
        text++;
        length--;
    }
    length = strip_annotations(text, length);
    Move found = MOVE_NONE;
    const SanStatus status = parse_body(position, text, length, &found);
    *move = status == SAN_OK ? found : MOVE_NONE;
    return status;
}
