#include "uci/position_command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chess/notation.h"

#define COMPLAINT_SIZE 300

/* Copies a text that may contain NUL into a C string, in which no byte hides what follows. */
static char *copy_string(Text text) {
    char *copy = malloc(text.length + 1);
    if (!copy)
        return NULL;
    for (size_t i = 0; i < text.length; i++)
        copy[i] = text.data[i] != '\0' ? text.data[i] : '?';
    copy[text.length] = '\0';
    return copy;
}

static bool set_fen(Session *session, Text fen) {
    FenError error = {.column = 1, .message = "not enough memory"};
    char *copy = copy_string(fen);
    bool accepted = copy && engine_set_position(session->engine, copy, &error);
    free(copy);
    if (accepted)
        return true;
    char complaint[COMPLAINT_SIZE];
    snprintf(complaint, sizeof complaint, "position: FEN, column %d: %s:", error.column,
             error.message);
    session_complain(session, complaint, fen);
    return false;
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
        if (engine_play(session->engine, token.data, length))
            continue;
        char complaint[COMPLAINT_SIZE];
        snprintf(complaint, sizeof complaint, "position: move %d is not legal:", ply);
        session_complain(session, complaint, token);
        return;
    }
}

void position_command_run(Session *session, Text arguments) {
    Text rest = arguments;
    Text token;
    while (text_next_token(&rest, &token)) {
        Text fen;
        if (text_equals(token, "startpos")) {
            cut_fen(&rest);
            fen = text_of(FEN_START);
        } else if (text_equals(token, "fen")) {
            fen = cut_fen(&rest);
        } else {
            session_note_input(session, "position: not understood:", token);
            continue;
        }
        if (set_fen(session, fen))
            play_moves(session, rest);
        return;
    }
    session_complain(session, "position: neither startpos nor fen in", arguments);
}
