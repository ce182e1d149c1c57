#include "spsa/trace.h"

#include <inttypes.h>
#include <stdlib.h>

#include "cli/output.h"

static void add_point(Trace *trace, const Spsa *spsa) {
    int count = trace->rules->count;
    double *row = trace->values + (size_t)trace->points * (size_t)count;
    for (int i = 0; i < count; i++)
        row[i] = spsa_value(spsa, i);
    trace->iterations[trace->points++] = spsa_done(spsa);
}

/* Elo for each point that a game brings more than a half, where both are near. */
#define ELO_PER_POINT 695

/* So many standard errors are 95 % either way. */
#define DEVIATIONS_95 1.96

/* Each game that is won more than lost is half a point. */
static void find_effects(Trace *trace, const Spsa *spsa, const Journal *journal) {
    if (journal->count == 0)
        return;
    const JournalRecord *first = &journal->records[0];
    const double scale = ELO_PER_POINT / (2.0 * (first->wins + first->draws + first->losses));
    for (int i = 0; i < trace->rules->count; i++) {
        const SpsaEffect effect = spsa_effect(spsa, i);
        trace->effects[i] =
            (TraceEffect){effect.mean * scale, DEVIATIONS_95 * effect.error * scale};
    }
}

bool trace_make(Trace *trace, const SpsaRules *rules, const Journal *journal, int most) {
    int64_t stride = (journal->count + most - 2) / (most - 1);
    stride = stride > 1 ? stride : 1;
    size_t points = (size_t)(journal->count / stride + 2);
    *trace = (Trace){
        .rules = rules,
        .iterations = calloc(points, sizeof *trace->iterations),
        .values = calloc(points * (size_t)rules->count, sizeof *trace->values),
        .effects = calloc((size_t)rules->count, sizeof *trace->effects),
    };
    Spsa *spsa = spsa_create(rules);
    if (!trace->iterations || !trace->values || !trace->effects || !spsa) {
        spsa_destroy(spsa);
        trace_clear(trace);
        return false;
    }
    add_point(trace, spsa);
    for (int64_t i = 0; i < journal->count; i++) {
        spsa_learn(spsa, journal->records[i].wins - journal->records[i].losses);
        if ((i + 1) % stride == 0 || i + 1 == journal->count)
            add_point(trace, spsa);
    }
    find_effects(trace, spsa, journal);
    spsa_destroy(spsa);
    return true;
}

void trace_clear(Trace *trace) {
    free(trace->iterations);
    free(trace->values);
    free(trace->effects);
    *trace = (Trace){0};
}

bool trace_write_csv(const Trace *trace, const char *path, Reason *error) {
    Output csv;
    if (!output_open(&csv, path, error))
        return false;
    int count = trace->rules->count;
    fprintf(csv.stream, "iteration");
    for (int i = 0; i < count; i++)
        fprintf(csv.stream, ",%s", trace->rules->parameters[i].name);
    for (int point = 0; point < trace->points; point++) {
        fprintf(csv.stream, "\n%" PRId64, trace->iterations[point]);
        for (int i = 0; i < count; i++)
            fprintf(csv.stream, ",%.4f", trace->values[(size_t)point * (size_t)count + (size_t)i]);
    }
    fprintf(csv.stream, "\n");
    return output_close(&csv, error);
}
