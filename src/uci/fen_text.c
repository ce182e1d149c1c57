#include "uci/fen_text.h"

#include <stdio.h>
#include <stdlib.h>

#define COMPLAINT_SIZE 300

char *fen_text_copy(Text text) {
    char *copy = malloc(text.length + 1);
    if (!copy)
        return NULL;
    for (size_t i = 0; i < text.length; i++)
        copy[i] = text.data[i] != '\0' ? text.data[i] : '?';
    copy[text.length] = '\0';
    return copy;
}

void fen_text_complain(Session *session, const char *command, Text fen, const FenError *error) {
    char complaint[COMPLAINT_SIZE];
    snprintf(complaint, sizeof complaint, "%s: FEN, column %d: %s:", command, error->column,
             error->message);
    session_complain(session, complaint, fen);
}
