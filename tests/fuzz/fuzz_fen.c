/* Fuzz target: FEN. Whatever is accepted is a valid position, comes back from being written in both
 * forms, and its moves agree with each other and with their names. */

#include <string.h>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/notation.h"
#include "target.h"

static bool contains(const MoveList *list, Move move) {
    for (int i = 0; i < list->count; i++)
        if (list->moves[i] == move)
            return true;
    return false;
}

/* Noisy and quiet moves together are all moves, each once. */
static void check_generators(const Position *position, const MoveList *all) {
    MoveList parts = {0};
    movegen_noisy(position, &parts);
    movegen_quiet(position, &parts);
    MUST(parts.count == all->count);
    MUST(movegen_count(position) == all->count);
    for (int i = 0; i < all->count; i++) {
        MUST(contains(&parts, all->moves[i]));
        MUST(movegen_is_legal(position, all->moves[i]));
    }
}

static void check_coordinate(const Position *position, Move move, bool chess960) {
    char text[COORDINATE_SIZE];
    notation_coordinate(move, chess960, text);
    Move read = notation_parse_coordinate(position, text, (int)strlen(text));
    /* Beside Chess960 the two steps of a castling king may be those of another move of it. */
    if (move_kind(move) != MOVE_CASTLING || chess960)
        MUST(read == move || move_kind(read) == MOVE_CASTLING);
    if (chess960 || (!position->chess960 && move_kind(move) != MOVE_CASTLING))
        MUST(read == move);
}

static void check_move(const Position *position, Move move) {
    check_coordinate(position, move, false);
    check_coordinate(position, move, true);
    char san[SAN_SIZE];
    notation_san(position, move, san);
    Move read = MOVE_NONE;
    MUST(notation_parse_san(position, san, (int)strlen(san), &read) == SAN_OK);
    MUST(read == move);
    Position next;
    position_make(position, &next, move);
    MUST(position_is_consistent(&next));
    const CheckInfo checks = position_check_info(position);
    MUST(position_gives_check(position, &checks, move) == position_in_check(&next));
}

static void check_round_trip(const Position *position,
                             void (*format)(const Position *position, char text[FEN_SIZE])) {
    char text[FEN_SIZE], again[FEN_SIZE];
    format(position, text);
    Position copy;
    FenError error;
    MUST(fen_parse(text, &copy, &error));
    MUST(copy.key == position->key);
    MUST(copy.rule50 == position->rule50 && copy.fullmove == position->fullmove);
    copy.chess960 = position->chess960;
    format(&copy, again);
    MUST(strcmp(text, again) == 0);
}

static void check_position(const Position *position) {
    MUST(position_is_consistent(position));
    check_round_trip(position, fen_format);
    check_round_trip(position, fen_format_shredder);
    MoveList all = {0};
    movegen_all(position, &all);
    check_generators(position, &all);
    for (int i = 0; i < all.count; i++)
        check_move(position, all.moves[i]);
}

static void check_error(const FenError *error, size_t length) {
    MUST(error->column >= 1 && (size_t)error->column <= length + 1);
    MUST(memchr(error->message, '\0', sizeof error->message) && error->message[0] != '\0');
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    chess_init();
    char *text = malloc(size + 1);
    MUST(text);
    memcpy(text, data, size);
    text[size] = '\0';
    size_t length = strlen(text);
    Position position;
    FenError error;
    if (fen_parse(text, &position, &error)) {
        check_position(&position);
        position.chess960 = true;
        check_position(&position);
    } else {
        check_error(&error, length);
    }
    const char *end = NULL;
    if (fen_parse_prefix(text, &position, &error, &end)) {
        MUST(end >= text && end <= text + length);
        MUST(position_is_consistent(&position));
    } else {
        check_error(&error, length);
    }
    /* Any text at all as a move of the start position. */
    MUST(fen_parse(FEN_START, &position, &error));
    Move move = notation_parse_coordinate(&position, text, (int)length);
    MUST(move == MOVE_NONE || movegen_is_legal(&position, move));
    if (notation_parse_san(&position, text, (int)length, &move) == SAN_OK)
        MUST(movegen_is_legal(&position, move));
    free(text);
    return 0;
}
