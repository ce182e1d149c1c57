#include "tables/syzygy.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/guard.h"
#include "base/integers.h"
#include "base/system.h"
#include "chess/movegen.h"
#include "tables/syzygy_files.h"
#include "tables/syzygy_sample.h"

#ifdef QUORUM_HAVE_FATHOM

#include <tbprobe.h>

/* Fathom's ranks of moves that win or lose whatever the 50-move rule says. */
#define CERTAIN_RANK 900

/* Positions that are tried for one whose distance lies in a table. */
#define SAMPLES 64

/* What has become of the tables. */
enum { SOUND, GIVEN_UP, GIVEN_UP_AND_TOLD };

typedef struct SharedTables {
    SyzygyTables tables; /* as their users see them */
    _Atomic int state;
    int users;
    SyzygyFiles files;
    char *path; /* NULL while Fathom has no tables that are of use */
} SharedTables;

/* The process's one set of tables, as Fathom's state is the process's; guarded by the lock, which
 * is also held by whoever has Fathom load a table. */
static SharedTables shared;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

bool syzygy_is_available(void) {
    return true;
}

/* How each function of Fathom takes a position: the men, the plies of the 50-move rule, and the
 * rest. */
#define FATHOM_POSITION(position, rule50)                                                          \
    (position)->by_color[WHITE], (position)->by_color[BLACK], (position)->by_type[KING],           \
        (position)->by_type[QUEEN], (position)->by_type[ROOK], (position)->by_type[BISHOP],        \
        (position)->by_type[KNIGHT], (position)->by_type[PAWN], (rule50),                          \
        (position)->castling_rights,                                                               \
        (position)->en_passant == NO_SQUARE ? 0 : (position)->en_passant,                          \
        position_side(position) == WHITE

static void give_up(void) {
    int sound = SOUND;
    atomic_compare_exchange_strong(&shared.state, &sound, GIVEN_UP);
}

/* Calls Fathom unless it has failed before: what it was reading then, and what it was about to
 * change, may be anything, but for what tb_init() reads. False if it fails. Where it may load a
 * table, and so follow what it has just read, it is called with the deep guard. */
static bool call_fathom(bool (*guard)(void (*)(void *), void *), void (*call)(void *argument),
                        void *argument) {
    if (atomic_load_explicit(&shared.state, memory_order_relaxed) != SOUND)
        return false;
    const bool done = guard(call, argument);
    if (!done)
        give_up();
    return done;
}

typedef struct WdlQuery {
    const Position *position;
    unsigned result;
} WdlQuery;

static void ask_wdl(void *argument) {
    WdlQuery *query = argument;
    query->result = tb_probe_wdl(FATHOM_POSITION(query->position, 0));
}

static unsigned probe(const Position *position, bool loads) {
    WdlQuery query = {.position = position};
    const bool done = call_fathom(loads ? guard_run_deep : guard_run, ask_wdl, &query);
    return done ? query.result : TB_RESULT_FAILED;
}

typedef struct RootQuery {
    const Position *position;
    bool has_repeated, rule50, by_dtz, done;
    struct TbRootMoves found;
} RootQuery;

static void ask_root(void *argument) {
    RootQuery *query = argument;
    const Position *position = query->position;
    /* Fathom keeps eight bits of it; from 100 on nothing changes. */
    const unsigned rule50 = (unsigned)int_min(position->rule50, 100);
    query->by_dtz = tb_probe_root_dtz(FATHOM_POSITION(position, rule50), query->has_repeated,
                                      query->rule50, &query->found) != 0;
    query->done = query->by_dtz || tb_probe_root_wdl(FATHOM_POSITION(position, rule50),
                                                     query->rule50, &query->found) != 0;
}

/* Ranks the moves by distance, or else by value; false when a table is missing. Under the lock. */
static bool ask(RootQuery *query) {
    query->done = query->by_dtz = false;
    return call_fathom(guard_run_deep, ask_root, query) && query->done;
}

static void init_fathom(void *path) {
    tb_init(path);
}

static void drop_tables(void *unused) {
    (void)unused;
    call_fathom(guard_run_deep, init_fathom, "");
}

/* Has Fathom load a table: a WDL table surely, another as far as a position is found whose distance
 * lies in it. False when Fathom does not like it, or is ended by it. */
static bool load_file(const SyzygyFile *file, RootQuery *query) {
    uint64_t state = 1;
    Position sample;
    query->position = &sample;
    for (int i = 0; i < SAMPLES; i++) {
        if (!syzygy_sample(file->name, &state, &sample))
            return false;
        const unsigned value = probe(&sample, true);
        if (!file->is_dtz)
            return value != TB_RESULT_FAILED;
        /* Draws have no distance. */
        if (value != TB_RESULT_FAILED && value != TB_DRAW && ask(query) && query->by_dtz)
            break;
    }
    return shared.state == SOUND;
}

/* Has Fathom load every table of a kind; of DTZ tables without `all` only those that have been read
 * whole anyway. Leaves out those that it does not like; false when it was ended by the last of
 * them, or would have ended the process. */
static bool load_kind(SyzygyFiles *files, bool is_dtz, bool all, RootQuery *query) {
    for (int i = 0; i < files->count;) {
        SyzygyFile *file = &files->files[i];
        const bool wanted = file->is_dtz == is_dtz && (!is_dtz || all || file->is_checked);
        const bool changed = wanted && syzygy_files_changed(file);
        if (!changed && (!wanted || load_file(file, query))) {
            i++;
            continue;
        }
        syzygy_files_leave_out(files, i, "cannot be used");
        if (changed || shared.state != SOUND)
            return false;
    }
    return true;
}

/* Has Fathom exchange its tables for those of the list, by way of links where the path has others,
 * too: those are gone again at once, so no DTZ table can wait for the first position that needs
 * it. */
static bool load(char *path, SyzygyFiles *files, RootQuery *query, Reason *reason) {
    char folder[SYZYGY_FOLDER_SIZE];
    const bool chosen = files->left_out > 0;
    if (chosen && !syzygy_files_link(files, folder, reason))
        return false;
    atomic_store(&shared.state, SOUND);
    /* Debian's Fathom writes a line to stderr for each table that it gives back; where that is a
     * pipe that nobody reads it would wait for ever in the end. */
    system_run_muted(drop_tables, NULL);
    const bool done = call_fathom(guard_run_deep, init_fathom, chosen ? folder : path) &&
                      load_kind(files, false, chosen, query) &&
                      load_kind(files, true, chosen, query);
    if (chosen)
        syzygy_files_unlink(folder);
    return done;
}

/* The same for a path with that fingerprint. Nobody uses the old ones. */
static bool exchange(const char *path, uint64_t fingerprint, Reason *reason) {
    SyzygyFiles files;
    if (!syzygy_files_list(path, &files, reason))
        return false;
    free(shared.path);
    shared.path = NULL;
    char *copy = strdup(path);
    RootQuery *query = calloc(1, sizeof *query);
    reason_set(reason, "not enough memory");
    bool done = false;
    int before = copy && query ? files.count + 1 : 0;
    while (!done && files.wdl_count > 0 && files.count < before) {
        before = files.count;
        done = load(copy, &files, query, reason);
    }
    done = done && files.wdl_count > 0;
    if (done) {
        syzygy_files_free(&shared.files);
        shared.files = files;
        shared.tables = (SyzygyTables){(int)TB_LARGEST, files.wdl_count, files.dtz_count,
                                       shared.files.left_why.text, fingerprint};
        shared.path = copy;
    } else {
        if (files.wdl_count == 0)
            *reason = files.left_why;
        free(copy);
        syzygy_files_free(&files);
    }
    free(query);
    return done;
}

SyzygyTables *syzygy_open(const char *path, Reason *reason) {
    pthread_mutex_lock(&lock);
    bool done = shared.path && strcmp(path, shared.path) == 0 && shared.state == SOUND;
    /* Before the files are read: what comes between is seen the next time. */
    const uint64_t fingerprint = shared.users == 0 ? syzygy_files_fingerprint(path) : 0;
    if (shared.users == 0 && (!done || shared.files.left_why.text[0] != '\0' ||
                              shared.tables.fingerprint != fingerprint))
        done = exchange(path, fingerprint, reason);
    else if (!done)
        reason_set(reason, "another engine of this process uses other tables, or damaged ones");
    shared.users += done;
    pthread_mutex_unlock(&lock);
    return done ? &shared.tables : NULL;
}

/* The tables stay: Debian's tb_free() leaves pointers behind that the next tb_init() would
 * follow. */
void syzygy_close(SyzygyTables *tables) {
    if (!tables)
        return;
    pthread_mutex_lock(&lock);
    shared.users--;
    pthread_mutex_unlock(&lock);
}

bool syzygy_take_failure(void) {
    int given_up = GIVEN_UP;
    return atomic_compare_exchange_strong(&shared.state, &given_up, GIVEN_UP_AND_TOLD);
}

/* What has been cut within a page reads as zeros, of which Fathom may never get out. */
void syzygy_rescue(const SyzygyTables *tables) {
    bool cut = false;
    for (int i = 0; tables && i < shared.files.count && !cut; i++)
        cut = syzygy_files_cut(&shared.files.files[i]);
    if (!cut)
        return;
    give_up();
    guard_break();
}

bool syzygy_probe_wdl(const Position *position, SyzygyWdl *wdl) {
    unsigned result = probe(position, false);
    if (result == TB_RESULT_FAILED)
        return false;
    *wdl = (SyzygyWdl)((int)result - TB_DRAW);
    return true;
}

/* Fathom counts promotions from 1 for the queen to 4 for the knight. */
static Move move_of(const MoveList *legal, TbMove move) {
    for (int i = 0; i < legal->count; i++) {
        Move candidate = legal->moves[i];
        bool promotes = move_kind(candidate) == MOVE_PROMOTION;
        unsigned promotion = promotes ? (unsigned)(QUEEN - move_promotion(candidate)) + 1 : 0;
        if ((unsigned)move_from(candidate) == (unsigned)TB_MOVE_FROM(move) &&
            (unsigned)move_to(candidate) == (unsigned)TB_MOVE_TO(move) &&
            promotion == (unsigned)TB_MOVE_PROMOTES(move))
            return candidate;
    }
    return MOVE_NONE;
}

static SyzygyWdl wdl_of(int rank, bool rule50) {
    int certain = rule50 ? CERTAIN_RANK : 1;
    if (rank >= certain)
        return SYZYGY_WIN;
    if (rank <= -certain)
        return SYZYGY_LOSS;
    return rank > 0 ? SYZYGY_CURSED_WIN : rank < 0 ? SYZYGY_BLESSED_LOSS : SYZYGY_DRAW;
}

/* Takes over Fathom's list; false unless it has each legal move once. */
static bool take_moves(const struct TbRootMoves *found, const MoveList *legal, bool rule50,
                       SyzygyRoot *root) {
    root->count = 0;
    for (unsigned i = 0; i < found->size; i++) {
        Move move = move_of(legal, found->moves[i].move);
        int rank = found->moves[i].tbRank;
        if (move != MOVE_NONE && root->count < legal->count)
            root->moves[root->count++] = (SyzygyRootMove){move, rank, wdl_of(rank, rule50)};
    }
    return root->count == legal->count;
}

bool syzygy_rank_root(const Position *position, bool has_repeated, bool rule50, SyzygyRoot *root) {
    const MoveList legal = movegen_list(position);
    RootQuery *query = malloc(sizeof *query);
    if (!query || legal.count == 0) {
        free(query);
        return false;
    }
    query->position = position;
    query->has_repeated = has_repeated;
    query->rule50 = rule50;
    pthread_mutex_lock(&lock);
    const bool done = ask(query);
    pthread_mutex_unlock(&lock);
    root->by_dtz = query->by_dtz;
    root->may_be_spoilt = !query->by_dtz && rule50 && position->rule50 > 0;
    const bool taken = done && take_moves(&query->found, &legal, rule50, root);
    free(query);
    return taken;
}

#else

bool syzygy_is_available(void) {
    return false;
}

SyzygyTables *syzygy_open(const char *path, Reason *reason) {
    (void)path;
    reason_set(reason, "this program was built without Fathom");
    return NULL;
}

void syzygy_close(SyzygyTables *tables) {
    (void)tables;
}

bool syzygy_take_failure(void) {
    return false;
}

void syzygy_rescue(const SyzygyTables *tables) {
    (void)tables;
}

bool syzygy_probe_wdl(const Position *position, SyzygyWdl *wdl) {
    (void)position;
    (void)wdl;
    return false;
}

bool syzygy_rank_root(const Position *position, bool has_repeated, bool rule50, SyzygyRoot *root) {
    (void)position;
    (void)has_repeated;
    (void)rule50;
    (void)root;
    return false;
}

#endif
