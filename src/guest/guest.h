#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/reason.h"
#include "base/text.h"
#include "chess/position.h"

/* An engine of somebody else: a process of its own that speaks UCI (R. Huber, S. Meyer-Kahlen,
 * 2006). What it answers is believed only as far as it can be checked. One thread at a time for a
 * guest. */
typedef struct Guest Guest;

#define GUEST_MAX_OPTIONS 32
#define GUEST_NAME_SIZE   64

/* An option of UCI to be set; the texts outlive the guest. */
typedef struct GuestOption {
    Text name;
    const char *value;
} GuestOption;

/* In a command, once: the number of processes that it is to start as one engine, as `mpirun -np {}
 * quorum-mpi` does. The threads that are asked for are then processes of one thread each. */
#define GUEST_RANKS "{}"

/* Which engine, and how it is to be set. */
typedef struct GuestWish {
    const char *command; /* as child_start() reads it, but for GUEST_RANKS */
    GuestOption options[GUEST_MAX_OPTIONS];
    int option_count;
} GuestWish;

/* What is asked of every engine of a run. */
typedef struct GuestTerms {
    int threads;      /* 0: as many as it chooses, like the next */
    size_t hash_mib;  /* of its table, or of those of its ranks together */
    int64_t grace_ms; /* how long it may take to answer, beside the time that it is given */
    /* Asked now and then while it is waited for; NULL: never. Once it says yes, it must for ever.
     */
    bool (*gives_up)(void *context);
    void *gives_up_context;
} GuestTerms;

/* Starts the engine and sets its options. NULL, with a line in error: the command cannot be run,
 * does not speak UCI, or has not such options. The wish outlives the guest. */
Guest *guest_start(const GuestWish *wish, const GuestTerms *terms, Reason *error);

/* Ends it; NULL is allowed. */
void guest_end(Guest *guest);

/* What it calls itself, in printable ASCII. */
const char *guest_name(const Guest *guest);

/* Whether it runs in processes that the command starts by their number. Pure; any thread. */
bool guest_is_in_ranks(const GuestWish *wish);

bool guest_plays_chess960(const Guest *guest);

/* Whether its terms give up: a search that fails then is no fault of the engine. */
bool guest_is_given_up(const Guest *guest);

/* Where one of these is false, with a line in error, the process has been ended, and the next
 * guest_new_game() starts another one. */

/* Has it forget what it has learned, and waits until that is done. */
bool guest_new_game(Guest *guest, Reason *error);

typedef enum GuestBound { GUEST_EXACT, GUEST_LOWER, GUEST_UPPER } GuestBound;

/* What it has told of a search. */
typedef struct GuestInfo {
    int64_t elapsed_us; /* on this program's clock, when the number of nodes came */
    uint64_t nodes;
    int depth;
    Move move;    /* the first of its line, MOVE_NONE where that is none */
    bool is_mate; /* the score is in moves and not in centipawns */
    int score;
    GuestBound bound;
} GuestInfo;

/* A search; limits that are 0 are none. */
typedef struct GuestTask {
    const Position *start; /* where the moves begin */
    Text moves;            /* in coordinate notation; may be empty */
    const Position *root;  /* to which they lead: it is searched */
    int64_t movetime_ms;
    uint64_t nodes;
    int depth;
    int mate;
    /* Told of each better line; true: enough, it is to stop. NULL: nobody is. */
    bool (*on_info)(void *context, const GuestInfo *info);
    void *context;
} GuestTask;

typedef struct GuestResult {
    Move best;      /* a legal move */
    GuestInfo last; /* of each member what was told last */
    int64_t elapsed_us;
    int64_t processor_us; /* -1 where the system does not tell, as of ranks, or tells next to none:
                             less than 1 % of a processor */
    bool is_stopped;      /* because on_info() had heard enough */
} GuestResult;

/* Searches. An engine with a limit of time may exceed it by the grace; one without has to tell
 * something, or to answer `isready`, once in that time. */
bool guest_search(Guest *guest, const GuestTask *task, GuestResult *result, Reason *error);

/* Counts leaves by `go perft`, which may take so long and the grace; false also where it has no
 * such command. */
bool guest_perft(Guest *guest, const Position *position, int depth, int64_t most_ms,
                 uint64_t *leaves, Reason *error);
