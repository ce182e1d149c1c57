#include "uci/position_command.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/integers.h"
#include "chess/notation.h"

#define COMPLAINT_SIZE 300

#define FEN_FIELDS 6

/* A C string of a text, in which NUL is replaced, so that no byte hides what follows. For free();
 * NULL without memory. */
static char *copy_fen(Text text) {
    char *copy = malloc(text.length + 1);
    if (!copy)
        return NULL;
    for (size_t i = 0; i < text.length; i++)
        copy[i] = text.data[i] != '\0' ? text.data[i] : '?';
    copy[text.length] = '\0';
    return copy;
}

/* Says what is wrong with a FEN, where the user should know. */
static void complain_of_fen(Session *session, const char *command, Text fen,
                            const FenError *error) {
    char complaint[COMPLAINT_SIZE];
    snprintf(complaint, sizeof complaint, "%s: FEN, column %d: %s:", command, error->column,
             error->message);
    session_complain(session, complaint, fen);
}

static bool set_fen(Session *session, Text fen) {
    Position position;
    FenError error = {.column = 1, .message = "not enough memory"};
    char *copy = copy_fen(fen);
    bool accepted = copy && fen_parse(copy, &position, &error);
    free(copy);
    if (accepted)
        engine_set_root(session->engine, &position);
    else
        complain_of_fen(session, "position", fen, &error);
    return accepted;
}

/* Unknown tokens are skipped, here as everywhere. */
static void note_surplus(Session *session, Text surplus) {
    if (surplus.length > 0)
        session_answer_input(session, "position: not understood:", surplus);
}

/* The FEN without what follows its last field. */
static Text without_surplus(Session *session, Text fen) {
    Text rest = fen;
    Text token;
    for (int field = 0; text_next_token(&rest, &token); field++) {
        if (field < FEN_FIELDS)
            continue;
        note_surplus(session, (Text){token.data, (size_t)(fen.data + fen.length - token.data)});
        return text_trim((Text){fen.data, (size_t)(token.data - fen.data)});
    }
    return fen;
}

/* Cuts the text before `moves` (or all of it) off the front of *rest, `moves` included. */
static Text cut_fen(Text *rest) {
    Text whole = *rest;
    Text token;
    while (text_next_token(rest, &token))
        if (text_equals(token, "moves"))
            return text_trim((Text){whole.data, (size_t)(token.data - whole.data)});
    return text_trim(whole);
}

static void play_moves(Session *session, Text moves) {
    Text token;
    for (int ply = 1; text_next_token(&moves, &token); ply++) {
        const int length = (int)size_min(token.length, COORDINATE_SIZE);
        Move move = notation_parse_coordinate(engine_position(session->engine), token.data, length);
        if (move != MOVE_NONE) {
            engine_play_move(session->engine, move);
            continue;
        }
        char complaint[COMPLAINT_SIZE];
        snprintf(complaint, sizeof complaint, "position: move %d is not legal:", ply);
        session_complain(session, complaint, token);
        return;
    }
}

static void note_position(Session *session) {
    char reached[FEN_SIZE];
    if (!session->debug)
        return;
    fen_format(engine_position(session->engine), reached);
    session_note(session, "position: %s", reached);
}

void position_command_run(Session *session, Text arguments) {
    Text rest = arguments;
    Text token;
    session_end_setup(session, "");
    while (text_next_token(&rest, &token)) {
        Text fen;
        if (text_equals(token, "startpos")) {
            note_surplus(session, cut_fen(&rest));
            fen = text_of(FEN_START);
        } else if (text_equals(token, "fen")) {
            fen = without_surplus(session, cut_fen(&rest));
        } else {
            session_answer_input(session, "position: not understood:", token);
            continue;
        }
        if (set_fen(session, fen)) {
            play_moves(session, rest);
            note_position(session);
        }
        return;
    }
    session_complain(session, "position: neither startpos nor fen in", arguments);
}

void position_value_set(Session *session, Text text) {
    Text rest = text;
    Text first, plus;
    if (!text_next_token(&rest, &first))
        return;
    if (text_equals_ignoring_case(first, "clearall")) {
        engine_clear_position_values(session->engine);
        return;
    }
    bool clear = text_equals_ignoring_case(first, "clear");
    int64_t value = 0;
    if (!clear && !text_parse_integer(first, &value)) {
        session_complain(session,
                         "UCI_SetPositionValue: neither a number nor clear nor clearall:", first);
        return;
    }
    const int64_t most = ENGINE_MAX_POSITION_VALUE;
    value = int64_clamp(value, -most, most);
    Text after_plus = rest;
    if (text_next_token(&after_plus, &plus) && text_equals(plus, "+"))
        rest = after_plus;
    rest = text_trim(rest);
    FenError error = {.column = 1, .message = "not enough memory"};
    char *fen = copy_fen(rest);
    const bool changed =
        fen && (clear ? engine_remove_position_value(session->engine, fen, &error)
                      : engine_set_position_value(session->engine, fen, (int)value, &error));
    if (!changed)
        complain_of_fen(session, "UCI_SetPositionValue", rest, &error);
    free(fen);
}
