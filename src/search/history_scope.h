#pragma once

#include "base/named_values.h"

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

extern const NamedValues HISTORY_SCOPE_NAMES;

const char *history_scope_name(HistoryScope scope);
