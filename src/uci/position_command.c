#include "uci/position_command.h"

#include <stdio.h>
#include <stdlib.h>

#include "chess/notation.h"
#include "uci/fen_text.h"

#define COMPLAINT_SIZE 300

#define FEN_FIELDS 6

static bool set_fen(Session *session, Text fen) {
    Position position;
    FenError error = {.column = 1, .message = "not enough memory"};
    char *copy = fen_text_copy(fen);
    bool accepted = copy && fen_parse(copy, &position, &error);
    free(copy);
    if (accepted)
        engine_set_root(session->engine, &position);
    else
        fen_text_complain(session, "position", fen, &error);
    return accepted;
}

/* The FEN without what follows its last field: unknown tokens are skipped, here as everywhere. */
static Text without_surplus(Session *session, Text fen) {
    Text rest = fen;
    Text token;
    for (int field = 0; text_next_token(&rest, &token); field++) {
        if (field < FEN_FIELDS)
            continue;
        Text surplus = {token.data, (size_t)(fen.data + fen.length - token.data)};
        session_note_input(session, "position: not understood:", surplus);
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
        int length = token.length < COORDINATE_SIZE ? (int)token.length : COORDINATE_SIZE;
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
            cut_fen(&rest);
            fen = text_of(FEN_START);
        } else if (text_equals(token, "fen")) {
            fen = without_surplus(session, cut_fen(&rest));
        } else {
            session_note_input(session, "position: not understood:", token);
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
