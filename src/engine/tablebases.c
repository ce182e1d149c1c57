#include "engine/tablebases.h"

Tablebases tablebases_default(void) {
    return (Tablebases){.limit = TABLEBASES_MOST_MEN, .depth = 1, .rule50 = true};
}

bool tablebases_open(Tablebases *tablebases, const char *path, char *reason, size_t reason_size) {
    tablebases_close(tablebases);
    if (path[0] == '\0')
        return true;
    tablebases->tables = syzygy_open(path, reason, reason_size);
    return tablebases->tables;
}

void tablebases_close(Tablebases *tablebases) {
    syzygy_close(tablebases->tables);
    tablebases->tables = NULL;
}

TablebaseRules tablebases_rules(const Tablebases *tablebases) {
    if (!tablebases->tables)
        return (TablebaseRules){0};
    int most = syzygy_men(tablebases->tables);
    return (TablebaseRules){
        .tables = tablebases->tables,
        .men = tablebases->limit < most ? tablebases->limit : most,
        .depth = tablebases->depth,
        .rule50 = tablebases->rule50,
    };
}
