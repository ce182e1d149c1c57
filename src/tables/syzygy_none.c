#include "tables/syzygy.h"

/* What takes the place of syzygy.c where the library Fathom is missing. */

#ifndef QUORUM_HAVE_FATHOM

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
