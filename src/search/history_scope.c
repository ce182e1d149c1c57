#include "search/history_scope.h"

static const char *const NAMES[] = {"thread", "l3", "node"};

const NamedValues HISTORY_SCOPE_NAMES = {NAMES, ARRAY_LENGTH(NAMES)};

const char *history_scope_name(HistoryScope scope) {
    return named_values_name(HISTORY_SCOPE_NAMES, (int)scope);
}
