#include "guest/conversation.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/integers.h"

/* How often somebody is asked whether he gives up. */
#define PATIENCE_US 50000

/* Longest text that is sent at once: a game of some hundred moves. */
#define SENT_SIZE 16384

/* A wait that takes so much longer than it was to has not been one. */
#define ASLEEP_US 1000000

static int64_t awake_us(const Conversation *conversation) {
    return clock_now_us() - conversation->slept_us;
}

int64_t conversation_deadline(const Conversation *conversation) {
    return awake_us(conversation) + conversation->terms->grace_ms * 1000;
}

static bool is_given_up(const Conversation *conversation) {
    const GuestTerms *terms = conversation->terms;
    return terms->gives_up && terms->gives_up(terms->gives_up_context);
}

/* The next line that has come whole; false when there is none. */
static bool take_line(Conversation *conversation, Text *line) {
    for (;;) {
        char *start = conversation->buffer + conversation->taken;
        const size_t length = conversation->used - conversation->taken;
        const char *end = memchr(start, '\n', length);
        if (!end)
            return false;
        const bool is_cut = conversation->is_cut;
        conversation->taken += (size_t)(end - start) + 1;
        conversation->is_cut = false;
        *line = text_trim((Text){start, (size_t)(end - start)});
        if (!is_cut)
            return true;
    }
}

static void make_room(Conversation *conversation) {
    conversation->used -= conversation->taken;
    memmove(conversation->buffer, conversation->buffer + conversation->taken, conversation->used);
    conversation->taken = 0;
    if (conversation->used < sizeof conversation->buffer)
        return;
    conversation->used = 0;
    conversation->is_cut = true;
}

/* A child that never stops talking is late, too. */
ConversationRead conversation_read(Conversation *conversation, Text *line, int64_t deadline_us) {
    for (int64_t now_us; (now_us = awake_us(conversation)) < deadline_us;) {
        if (take_line(conversation, line))
            return CONVERSATION_LINE_READ;
        if (is_given_up(conversation))
            return CONVERSATION_GIVEN_UP;
        make_room(conversation);
        const int64_t left_us = deadline_us - now_us;
        size_t size = sizeof conversation->buffer - conversation->used;
        const ChildRead read =
            child_read(conversation->child, conversation->buffer + conversation->used, &size,
                       clock_now_us() + int64_min(left_us, PATIENCE_US));
        const int64_t passed_us = awake_us(conversation) - now_us;
        if (passed_us > ASLEEP_US)
            conversation->slept_us += passed_us;
        if (read == CHILD_BYTES)
            conversation->used += size;
        conversation->is_broken = read == CHILD_ENDED;
        if (conversation->is_broken)
            return CONVERSATION_ENDED;
    }
    return CONVERSATION_LATE;
}

bool conversation_explain(ConversationRead read, const char *what, const Conversation *conversation,
                          Reason *error) {
    if (read == CONVERSATION_ENDED)
        return reason_set(error, "it has ended before %s", what);
    if (read == CONVERSATION_GIVEN_UP)
        return reason_set(error, "stopped");
    return reason_set(error, "it hangs: %g s without %s",
                      (double)conversation->terms->grace_ms / 1000, what);
}

bool conversation_await_ready(Conversation *conversation, Reason *error) {
    static const char WORD[] = "readyok";
    const int64_t deadline_us = conversation_deadline(conversation);
    Text line, first;
    ConversationRead read;
    while ((read = conversation_read(conversation, &line, deadline_us)) == CONVERSATION_LINE_READ)
        if (text_next_token(&line, &first) && text_equals(first, WORD))
            return true;
    return conversation_explain(read, WORD, conversation, error);
}

bool conversation_send(Conversation *conversation, Reason *error, const char *format, ...) {
    char text[SENT_SIZE];
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (length < 0 || (size_t)length >= sizeof text)
        return reason_set(error, "too long a game");
    conversation->is_broken = !child_write(conversation->child, text, (size_t)length);
    return !conversation->is_broken || reason_set(error, "it takes no commands");
}
