#pragma once

#include "guest/conversation.h"
#include "guest/guest.h"

/* What the parts of a guest share. */

/* What is set: what was wished, and threads and table. */
#define MOST_SETTINGS (GUEST_MAX_OPTIONS + 2)

#define NUMBER_SIZE 24

/* An option to be set, and what the engine says of it. */
typedef struct Setting {
    Text name;
    const char *value; /* NULL for a button */
    bool is_needed;
    bool is_known;
    int64_t least; /* of a number; INT64_MIN and INT64_MAX for what is none */
    int64_t most;
} Setting;

struct Guest {
    const GuestWish *wish;
    GuestTerms terms;
    char name[GUEST_NAME_SIZE];
    Setting settings[MOST_SETTINGS];
    int setting_count;
    char threads[NUMBER_SIZE];
    char hash[NUMBER_SIZE];
    bool has_chess960;
    bool is_chess960;          /* as it is set */
    Conversation conversation; /* its child is NULL where there is no process */
};

/* Ends the process, which there is, after a fault, and says how it has ended if that came first.
 * Always false. */
bool guest_fail(Guest *guest, Reason *error);

/* Sends where it is to search or count: a position and the moves that follow. On false error (a
 * line) says why, and the process goes on. */
bool guest_send_position(Guest *guest, const Position *start, Text moves, Reason *error);
