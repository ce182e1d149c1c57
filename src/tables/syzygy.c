#include "tables/syzygy.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chess/movegen.h"
#include "tables/syzygy_files.h"
#include "tables/syzygy_sample.h"

#ifdef QUORUM_HAVE_FATHOM

#include <tbprobe.h>

/* Fathom's ranks of moves that win or lose whatever the 50-move rule says. */
#define CERTAIN_RANK 900

struct SyzygyTables {
    int users;
    int wdl_count;
    int dtz_count;
    char *path; /* NULL while Fathom has no tables that are of use */
};

/* The process's one set of tables, as Fathom's state is the process's; guarded by the lock, which
 * is also held by whoever has Fathom load a table. */
static SyzygyTables shared;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

bool syzygy_is_available(void) {
    return true;
}

static unsigned en_passant_of(const Position *position) {
    return position->en_passant == NO_SQUARE ? 0 : position->en_passant;
}

static unsigned probe(const Position *position) {
    return tb_probe_wdl(position->by_color[WHITE], position->by_color[BLACK],
                        position->by_type[KING], position->by_type[QUEEN], position->by_type[ROOK],
                        position->by_type[BISHOP], position->by_type[KNIGHT],
                        position->by_type[PAWN], 0, position->castling_rights,
                        en_passant_of(position), position_side(position) == WHITE);
}

/* Has Fathom load every WDL table; false names one that it does not like. */
static bool load(const SyzygyFiles *files, Reason *reason) {
    for (int i = 0; i < files->wdl_count; i++) {
        Position sample;
        if (!syzygy_sample(files->wdl[i], &sample) || probe(&sample) == TB_RESULT_FAILED) {
            reason_set(reason, "%s.rtbw: cannot be used", files->wdl[i]);
            return false;
        }
    }
    return true;
}

/* Has Fathom exchange its tables for those of the path. Nobody uses the old ones. */
static bool exchange(const char *path, Reason *reason) {
    SyzygyFiles files;
    if (!syzygy_files_list(path, &files, reason))
        return false;
    free(shared.path);
    shared.path = NULL;
    bool done = tb_init(path) && load(&files, reason);
    if (done) {
        shared.wdl_count = files.wdl_count;
        shared.dtz_count = files.dtz_count;
        shared.path = strdup(path);
    }
    if (done && !shared.path)
        reason_set(reason, "not enough memory");
    syzygy_files_free(&files);
    return shared.path;
}

SyzygyTables *syzygy_open(const char *path, Reason *reason) {
    pthread_mutex_lock(&lock);
    bool done = shared.path && strcmp(path, shared.path) == 0;
    if (!done && shared.users > 0)
        reason_set(reason, "another engine of this process uses other tables");
    else if (!done)
        done = exchange(path, reason);
    shared.users += done;
    pthread_mutex_unlock(&lock);
    return done ? &shared : NULL;
}

/* The tables stay: Debian's tb_free() leaves pointers behind that the next tb_init() would follow,
 * and tb_init() prints a line to stderr for each table that it gives back. */
void syzygy_close(SyzygyTables *tables) {
    if (!tables)
        return;
    pthread_mutex_lock(&lock);
    shared.users--;
    pthread_mutex_unlock(&lock);
}

int syzygy_men(const SyzygyTables *tables) {
    (void)tables;
    return (int)TB_LARGEST;
}

int syzygy_wdl_count(const SyzygyTables *tables) {
    return tables->wdl_count;
}

int syzygy_dtz_count(const SyzygyTables *tables) {
    return tables->dtz_count;
}

bool syzygy_probe_wdl(const SyzygyTables *tables, const Position *position, SyzygyWdl *wdl) {
    (void)tables;
    unsigned result = probe(position);
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

bool syzygy_rank_root(const SyzygyTables *tables, const Position *position, bool has_repeated,
                      bool rule50, SyzygyRoot *root) {
    (void)tables;
    MoveList legal = {.count = 0};
    movegen_all(position, &legal);
    struct TbRootMoves *found = malloc(sizeof *found);
    if (!found || legal.count == 0) {
        free(found);
        return false;
    }
    const uint64_t *by_type = position->by_type;
    uint64_t white = position->by_color[WHITE], black = position->by_color[BLACK];
    bool white_moves = position_side(position) == WHITE;
    unsigned en_passant = en_passant_of(position);
    pthread_mutex_lock(&lock);
    root->by_dtz = tb_probe_root_dtz(white, black, by_type[KING], by_type[QUEEN], by_type[ROOK],
                                     by_type[BISHOP], by_type[KNIGHT], by_type[PAWN],
                                     position->rule50, position->castling_rights, en_passant,
                                     white_moves, has_repeated, rule50, found) != 0;
    bool done =
        root->by_dtz ||
        tb_probe_root_wdl(white, black, by_type[KING], by_type[QUEEN], by_type[ROOK],
                          by_type[BISHOP], by_type[KNIGHT], by_type[PAWN], position->rule50,
                          position->castling_rights, en_passant, white_moves, rule50, found) != 0;
    pthread_mutex_unlock(&lock);
    done = done && take_moves(found, &legal, rule50, root);
    free(found);
    return done;
}

#endif
