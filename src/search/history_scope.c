#include "search/history_scope.h"

#include <stddef.h>

#include "base/compiler.h"
#include "base/text.h"

static const char *const SCOPE_NAMES[] = {"thread", "l3", "node"};

bool history_scope_parse(const char *text, HistoryScope *scope) {
    for (size_t i = 0; i < ARRAY_LENGTH(SCOPE_NAMES); i++) {
        if (text_equals_ignoring_case(text_trim(text_of(text)), SCOPE_NAMES[i])) {
            *scope = (HistoryScope)i;
            return true;
        }
    }
    return false;
}

const char *history_scope_name(HistoryScope scope) {
    return SCOPE_NAMES[scope];
}
