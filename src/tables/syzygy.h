#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/reason.h"
#include "chess/move.h"
#include "chess/position.h"

/* Endgame tables by R. de Man (2013), read by the library Fathom. Fathom keeps one set of tables
 * for the whole process: two engines of a process may use the same path at the same time, but not
 * two paths. Debian's Fathom is built without locks and loads a table when it is first asked; so
 * syzygy_open() has it load every WDL table at once, after which probes only read. Only it writes
 * these. */
typedef struct SyzygyTables {
    int men; /* most, kings included, that a table is there for */
    int wdl_count;
    int dtz_count;
    const char *left_out; /* names the files and directories that were left out, and why, or "" */
    uint64_t fingerprint; /* another one for other files */
} SyzygyTables;

/* From the view of the side to move. */
typedef enum SyzygyWdl {
    SYZYGY_LOSS = -2,
    SYZYGY_BLESSED_LOSS = -1, /* lost but for the 50-move rule */
    SYZYGY_DRAW = 0,
    SYZYGY_CURSED_WIN = 1, /* won but for the 50-move rule */
    SYZYGY_WIN = 2
} SyzygyWdl;

/* Ranks of the moves at the root: those of an equal rank are equally good. */
typedef struct SyzygyRootMove {
    Move move;
    int rank; /* larger is better, 0 for a draw */
    SyzygyWdl wdl;
} SyzygyRootMove;

typedef struct SyzygyRoot {
    int count;   /* of all legal moves */
    bool by_dtz; /* ranked by distance to zeroing: whoever plays on by ranks gets what they say */
    bool may_be_spoilt; /* the values know nothing of the counter of the 50-move rule, which runs */
    SyzygyRootMove moves[MAX_MOVES];
} SyzygyRoot;

/* Whether the program was built with Fathom. */
bool syzygy_is_available(void);

/* Opens the tables in the directories of a path, divided by the system's separator. What is damaged
 * (of six men and more: as far as can be seen without reading it whole) is left out. NULL when
 * nothing remains, without memory, or when another engine uses others; *reason then says why. What
 * has come, gone or been replaced in the same path since is seen where no other engine uses it. Any
 * thread. */
SyzygyTables *syzygy_open(const char *path, Reason *reason);

/* Gives back what syzygy_open() gave, while nobody probes through it. The tables stay mapped until
 * others are opened. NULL is allowed. Any thread. */
void syzygy_close(SyzygyTables *tables);

/* Whether the tables have been given up since this was asked last: one of them could not be read
 * while it was in use, or was cut or written to. No position is found from then on, until the path
 * is opened again after all have closed it. Any thread. */
bool syzygy_take_failure(void);

/* Where a probe takes long: if a file that is in use has been written to, gives the tables up and
 * ends all probes. NULL is allowed. Any thread. */
void syzygy_rescue(const SyzygyTables *tables);

/* The value of a position without castling rights, with at most as many men as the tables that are
 * open are for, as if its 50-move counter were 0. False when a table is missing. Any thread. */
bool syzygy_probe_wdl(const Position *position, SyzygyWdl *wdl);

/* Ranks the legal moves of such a position. has_repeated: a position has stood twice since the last
 * zeroing move. rule50: the 50-move rule counts. False when a table is missing. Any thread; they
 * wait for each other. */
bool syzygy_rank_root(const Position *position, bool has_repeated, bool rule50, SyzygyRoot *root);
