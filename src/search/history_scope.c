#include "search/history_scope.h"

#include "base/named_values.h"

static const char *const SCOPE_NAMES[] = {"thread", "l3", "node"};

bool history_scope_parse(Text text, HistoryScope *scope) {
    int value;
    if (!named_values_parse(NAMED_VALUES(SCOPE_NAMES), text, &value))
        return false;
    *scope = (HistoryScope)value;
    return true;
}

const char *history_scope_name(HistoryScope scope) {
    return named_values_name(NAMED_VALUES(SCOPE_NAMES), (int)scope);
}
