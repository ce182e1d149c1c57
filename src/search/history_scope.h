#pragma once

#include "base/text.h"

/* Which workers share the tables that learn fastest, see SharedHistories in search/histories.h. */
typedef enum HistoryScope {
    HISTORIES_OF_THREAD, /* none: each has its own */
    HISTORIES_OF_L3,     /* those whose processors share a level 3 cache and a node */
    HISTORIES_OF_NODE    /* those of a node */
} HistoryScope;

#define HISTORY_SCOPE_COUNT   3
#define HISTORY_SCOPE_DEFAULT "thread"
/* The names in the order of the enumeration, as a UCI combo lists them. */
#define HISTORY_SCOPE_CHOICES "thread|l3|node"

/* Reads a scope's name, in any case. On false *scope is unchanged. Any thread. */
bool history_scope_parse(Text text, HistoryScope *scope);

const char *history_scope_name(HistoryScope scope);
