#include <inttypes.h>
#include <stdio.h>

#include "base/clock.h"
#include "base/compiler.h"
#include "chess/notation.h"
#include "guest/information.h"
#include "guest/process.h"

/* One that has used less than this part of a processor computes elsewhere: it is a script before
 * the engine, or a connection to it. */
#define LEAST_SHARE 0.01

/* Of what it plays in place of a move. */
#define SHOWN_SIZE 21

/* A search while it goes on. */
typedef struct Search {
    Guest *guest;
    const GuestTask *task;
    GuestResult *result;
    int64_t start_us;
    int64_t deadline_us;
    bool is_asked; /* whether it is still there */
} Search;

static bool send_go(const Search *search, Reason *error) {
    const GuestTask *task = search->task;
    char text[160] = "go";
    size_t length = 2;
    const struct {
        const char *name;
        int64_t value;
    } LIMITS[] = {{"movetime", task->movetime_ms},
                  {"nodes", (int64_t)task->nodes},
                  {"depth", task->depth},
                  {"mate", task->mate}};
    for (size_t i = 0; i < ARRAY_LENGTH(LIMITS); i++) {
        if (LIMITS[i].value > 0)
            length += (size_t)snprintf(text + length, sizeof text - length, " %s %" PRId64,
                                       LIMITS[i].name, LIMITS[i].value);
    }
    return conversation_send(&search->guest->conversation, error, "%s\n", text);
}

static bool stop(Search *search, Reason *error) {
    const int64_t deadline_us = conversation_deadline(&search->guest->conversation);
    if (search->task->movetime_ms == 0 || deadline_us < search->deadline_us)
        search->deadline_us = deadline_us;
    search->result->is_stopped = true;
    return conversation_send(&search->guest->conversation, error, "stop\n");
}

/* It is still there: one that has no limit of time gets another grace. */
static void note_life(Search *search) {
    if (search->task->movetime_ms > 0 || search->result->is_stopped)
        return;
    search->deadline_us = conversation_deadline(&search->guest->conversation);
    search->is_asked = false;
}

/* Far beyond its limit it will not stop at all. */
static bool is_beyond(const GuestTask *task, const GuestInfo *info) {
    return (task->nodes > 0 && info->nodes / 10 > task->nodes + 100000) ||
           (task->depth > 0 && info->depth > task->depth + 32);
}

static bool take_info(Search *search, Text line, Reason *error) {
    GuestInfo info;
    GuestInfo *last = &search->result->last;
    const InformationParts parts = information_read(line, search->task->root, &info);
    if (parts == 0)
        return true;
    note_life(search);
    if (parts & INFORMATION_NODES) {
        last->nodes = info.nodes;
        last->elapsed_us = clock_now_us() - search->start_us;
    }
    if (is_beyond(search->task, &info))
        return reason_set(error, "it keeps no limit: depth %d, %" PRIu64 " nodes", info.depth,
                          info.nodes);
    if ((parts & INFORMATION_LINE) != INFORMATION_LINE)
        return true;
    const GuestInfo before = *last;
    *last = info;
    last->nodes = before.nodes;
    last->elapsed_us = before.elapsed_us;
    const GuestInfo told = {clock_now_us() - search->start_us,
                            last->nodes,
                            info.depth,
                            info.move,
                            info.is_mate,
                            info.score,
                            info.bound};
    if (search->task->on_info && !search->result->is_stopped &&
        search->task->on_info(search->task->context, &told))
        return stop(search, error);
    return true;
}

/* False where the move is none; `bestmove MOVE ponder MOVE`, of which the second does not matter.
 */
static bool take_best(Search *search, Text line, Reason *error) {
    Text move = {0};
    text_next_token(&line, &move);
    search->result->elapsed_us = clock_now_us() - search->start_us;
    search->result->best =
        notation_parse_coordinate(search->task->root, move.data, (int)move.length);
    char shown[SHOWN_SIZE];
    text_copy_visible(move, shown, sizeof shown);
    return search->result->best != MOVE_NONE ||
           reason_set(error, "it plays '%s', which is no legal move", shown);
}

/* Reads up to the best move. */
static bool listen(Search *search, Reason *error) {
    Conversation *conversation = &search->guest->conversation;
    for (Text line, word;;) {
        const ConversationRead read = conversation_read(conversation, &line, search->deadline_us);
        if (read == CONVERSATION_LATE && search->task->movetime_ms == 0 &&
            !search->result->is_stopped && !search->is_asked) {
            note_life(search);
            search->is_asked = true;
            if (!conversation_send(conversation, error, "isready\n"))
                return false;
            continue;
        }
        if (read != CONVERSATION_LINE_READ)
            return conversation_explain(read, "bestmove", conversation, error);
        if (!text_next_token(&line, &word))
            continue;
        if (text_equals(word, "bestmove"))
            return take_best(search, line, error);
        if (text_equals(word, "readyok"))
            note_life(search);
        else if (text_equals(word, "info") && !take_info(search, line, error))
            return false;
    }
}

bool guest_search(Guest *guest, const GuestTask *task, GuestResult *result, Reason *error) {
    *result = (GuestResult){.best = MOVE_NONE, .last = {.move = MOVE_NONE}, .processor_us = -1};
    Search search = {.guest = guest, .task = task, .result = result};
    if (!guest->conversation.child)
        return reason_set(error, "it does not run");
    if (!guest_send_position(guest, task->start, task->moves, error))
        return guest_fail(guest, error);
    const bool is_told = !guest_is_in_ranks(guest->wish); /* mpirun itself computes nothing */
    const int64_t processor_us = is_told ? child_processor_us(guest->conversation.child) : -1;
    search.start_us = clock_now_us();
    search.deadline_us =
        conversation_deadline(&guest->conversation) + task->movetime_ms * INT64_C(1000);
    if (!send_go(&search, error) || !listen(&search, error))
        return guest_fail(guest, error);
    const int64_t used_us = child_processor_us(guest->conversation.child) - processor_us;
    if (processor_us >= 0 && (double)used_us >= LEAST_SHARE * (double)result->elapsed_us)
        result->processor_us = used_us;
    return true;
}
