#include "guest/process.h"

/* Whether the line ends with the number of leaves: `Nodes searched: 20`. */
static bool is_total(Text line, uint64_t *leaves) {
    Text word;
    int64_t number;
    if (!text_next_token(&line, &word) || !text_equals_ignoring_case(word, "nodes"))
        return false;
    while (text_next_token(&line, &word))
        continue;
    if (!text_parse_fitting_integer(word, &number) || number < 0)
        return false;
    *leaves = (uint64_t)number;
    return true;
}

/* What only a search tells. */
static bool is_of_search(Text line) {
    Text word;
    const bool is_info = text_next_token(&line, &word) && text_equals(word, "info");
    return text_equals(word, "bestmove") ||
           (is_info && text_next_token(&line, &word) && text_equals(word, "depth"));
}

static bool count(Guest *guest, int depth, int64_t most_ms, uint64_t *leaves, Reason *error) {
    Conversation *conversation = &guest->conversation;
    if (!conversation_send(conversation, error, "go perft %d\n", depth))
        return false;
    const int64_t deadline_us = conversation_deadline(conversation) + most_ms * INT64_C(1000);
    for (Text line = {0};;) {
        const ConversationRead read = conversation_read(conversation, &line, deadline_us);
        if (read != CONVERSATION_LINE_READ)
            return conversation_explain(read, "a number of leaves", conversation, error);
        if (is_total(line, leaves))
            return true;
        if (line.length > 0 && is_of_search(line))
            return reason_set(error, "it searches: it has no 'go perft'");
    }
}

bool guest_perft(Guest *guest, const Position *position, int depth, int64_t most_ms,
                 uint64_t *leaves, Reason *error) {
    if (!guest->conversation.child)
        return reason_set(error, "it does not run");
    return (guest_send_position(guest, position, (Text){0}, error) &&
            count(guest, depth, most_ms, leaves, error)) ||
           guest_fail(guest, error);
}
