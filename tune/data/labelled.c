#include "data/labelled.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chain/filter.h"
#include "chess/fen.h"

#define FIELDS 3

/* A FEN may have blanks and zeros that it needs not. */
#define FIELD_SIZE 256

static int of_white(const Position *position, int score) {
    return position_side(position) == WHITE ? score : -score;
}

void labelled_format(const Position *position, int score, GameResult result,
                     char line[LABELLED_SIZE]) {
    static const char *const RESULTS[] = {"0.0", "0.5", "1.0"};
    char fen[FEN_SIZE];
    fen_format(position, fen);
    snprintf(line, LABELLED_SIZE, "%s | %d | %s", fen, of_white(position, score), RESULTS[result]);
}

/* The fields between the bars as strings; false where there are more or fewer, or one is none. */
static bool split(Text line, char fields[FIELDS][FIELD_SIZE]) {
    for (int i = 0; i < FIELDS; i++) {
        const char *bar = line.length > 0 ? memchr(line.data, '|', line.length) : NULL;
        if (!bar != (i == FIELDS - 1))
            return false;
        const size_t length = bar ? (size_t)(bar - line.data) : line.length;
        const Text field = text_trim((Text){line.data, length});
        if (field.length == 0 || field.length >= FIELD_SIZE ||
            memchr(field.data, '\0', field.length))
            return false;
        memcpy(fields[i], field.data, field.length);
        fields[i][field.length] = '\0';
        if (bar)
            line = (Text){bar + 1, line.length - length - 1};
    }
    return true;
}

/* Numbers of points, in whatever many digits: 1, 1.0, 0.50. */
static bool parse_result(const char *text, GameResult *result) {
    char *end;
    const double points = strtod(text, &end);
    if (*end != '\0' || strspn(text, "0123456789.") != strlen(text) ||
        (points != 0 && points != 0.5 && points != 1))
        return false;
    *result = (GameResult)(points * GAME_WHITE_WINS);
    return true;
}

bool labelled_parse(Text line, ChainGame *game, Reason *error) {
    char fields[FIELDS][FIELD_SIZE];
    int64_t score;
    FenError fen_error;
    if (!split(line, fields))
        return reason_set(error, "not of the form 'FEN | score | result'");
    if (!fen_parse(fields[0], &game->start, &fen_error))
        return reason_set(error, "column %d of the FEN: %s", fen_error.column, fen_error.message);
    if (!text_parse_integer(text_of(fields[1]), &score) || score < -INT16_MAX || score > INT16_MAX)
        return reason_set(error, "the score must be a number from %d to %d, not '%s'", -INT16_MAX,
                          INT16_MAX, fields[1]);
    if (!parse_result(fields[2], &game->result))
        return reason_set(error, "the result must be 1.0, 0.5 or 0.0, not '%s'", fields[2]);
    game->ply_count = 1;
    game->scores[0] = (int16_t)of_white(&game->start, (int)score);
    game->moves[0] = filter_stand_in(&game->start);
    return game->moves[0] != MOVE_NONE || reason_set(error, "there is no legal move");
}
