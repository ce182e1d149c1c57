#pragma once

#include "base/child.h"
#include "base/text.h"
#include "guest/guest.h"

/* Lines to and from a child. */

/* Longer lines are cut: no engine means anything by them. */
#define CONVERSATION_LINE 65536

typedef struct Conversation {
    Child *child;
    const GuestTerms *terms;
    size_t used;      /* bytes in the buffer, */
    size_t taken;     /* of which so many have been handed out */
    bool is_cut;      /* what comes up to the end of the line is left out */
    bool is_broken;   /* the child seems to have ended */
    int64_t slept_us; /* this process has stood still, as after Ctrl-Z, while the child has not */
    char buffer[CONVERSATION_LINE];
} Conversation;

typedef enum ConversationRead {
    CONVERSATION_LINE_READ,
    CONVERSATION_LATE,
    CONVERSATION_ENDED,
    CONVERSATION_GIVEN_UP /* by the terms */
} ConversationRead;

/* The next line, without its end, valid until the next call. The deadline is one of
 * conversation_deadline(), or so much after it. */
ConversationRead conversation_read(Conversation *conversation, Text *line, int64_t deadline_us);

/* Reads on until a line begins with `readyok`, whatever comes before; false, with a line in error,
 * where none comes within the grace. */
bool conversation_await_ready(Conversation *conversation, Reason *error);

/* Sends a text of one or more lines; false, with a line in error, when the child takes no more. */
bool conversation_send(Conversation *conversation, Reason *error, const char *format, ...)
    PRINTF_LIKE(3, 4);

/* Says why reading has failed, and `what` was waited for. Always false. */
bool conversation_explain(ConversationRead read, const char *what, const Conversation *conversation,
                          Reason *error);

/* When the grace that begins now ends, by a clock that stops while this process is stopped. */
int64_t conversation_deadline(const Conversation *conversation);
