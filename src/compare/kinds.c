#include "compare/kinds.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/compiler.h"
#include "report/report.h"

static const Kind KINDS[] = {
    {
        .format = "quorum-epd",
        .title = "Quorum: engines and positions",
        .figures = {{"solved", "Solved", 0},
                    {"total", "Positions", 0},
                    {"rate", "Rate", 3},
                    {"points", "Points", -1},
                    {"failed_attempts", "Failed", 0},
                    {"seconds", "Seconds", 1}},
        .rows = "results",
        .keys = {"id", "fen"},
        .limits = {{"settings.movetime_ms", "ms", 0},
                   {"settings.nodes", "nodes", 0},
                   {"settings.depth", "depth", 0},
                   {"settings.mate", "mate in", 0},
                   {"settings.stable", "plies right", 0}},
        .has_outcomes = true,
    },
    {
        .format = "quorum-scale",
        .title = "Quorum: scaling compared",
        .figures = {{"settings.hash_mib", "Table, MiB", 0}, {"seconds", "Seconds", 1}},
        .rows = "results",
        .keys = {"policy", "placement", "history_scope", "threads"},
        .row_figures = {{"nps", "Nodes a second", 0},
                        {"efficiency", "Efficiency", 3},
                        {"time_to_depth_ms", "Milliseconds to the depth", 1},
                        {"nodes_to_depth", "Nodes to the depth", 0}},
        .limits = {{"settings.movetime_ms", "ms", 0}, {"settings.depth", "depth", 0}},
    },
    {
        .format = "quorum-speedtest",
        .title = "Quorum: speeds compared",
        .figures = {{"nps", "Nodes/second", 0},
                    {"spread.margin_percent", "Known to, %", 2},
                    {"processor_nps", "Nodes/s of processor time", 0},
                    {"threads", "Threads", 0},
                    {"hash_mib", "Hash, MiB", 0},
                    {"seconds", "Seconds", 0}},
    },
    {
        .format = "quorum-perft",
        .title = "Quorum: counts compared",
        .figures = {{"leaves_per_second", "Leaves/second", 0},
                    {"leaves", "Leaves", 0},
                    {"seconds", "Seconds", 3},
                    {"threads", "Threads", 0},
                    {"depth", "Depth", 0}},
    },
    {
        .format = "quorum-perft-suite",
        .title = "Quorum: suites of counts compared",
        .figures = {{"leaves_per_second", "Leaves/second", 0},
                    {"leaves", "Leaves", 0},
                    {"seconds", "Seconds", 3},
                    {"threads", "Threads", 0}},
    },
};

const Kind *kind_of(const json_t *report) {
    for (size_t i = 0; i < ARRAY_LENGTH(KINDS); i++) {
        if (strcmp(KINDS[i].format, report_text(report, "format")) == 0 &&
            json_integer_value(json_object_get(report, "format_version")) == 1)
            return &KINDS[i];
    }
    return NULL;
}

const json_t *kind_member(const json_t *object, const char *member) {
    char name[64];
    const char *dot = strchr(member, '.');
    if (!dot)
        return json_object_get(object, member);
    snprintf(name, sizeof name, "%.*s", (int)(dot - member), member);
    return json_object_get(json_object_get(object, name), dot + 1);
}

static double number(const json_t *value) {
    return json_is_number(value) ? json_number_value(value) : NAN;
}

Estimate kind_number(const json_t *object, const char *member) {
    const json_t *value = kind_member(object, member);
    if (json_is_number(value))
        return (Estimate){number(value), NAN, NAN};
    return (Estimate){number(json_object_get(value, "median")),
                      number(json_object_get(value, "low")),
                      number(json_object_get(value, "high"))};
}
