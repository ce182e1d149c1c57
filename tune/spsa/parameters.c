#include "spsa/parameters.h"

#include <math.h>
#include <string.h>

#include "base/text.h"

static void add(Parameters *parameters, int tunable, double step_percent) {
    const TunableRow *row = &TUNABLE_ROWS[tunable];
    parameters->tunable[parameters->count] = tunable;
    parameters->list[parameters->count++] = (SpsaParameter){
        .name = row->name,
        .start = row->value,
        .least = row->least,
        .most = row->most,
        .step = fmax((row->most - row->least) * step_percent / 100, 0.5),
    };
}

static int find(Text name) {
    for (int i = 0; i < TUNABLE_COUNT; i++) {
        if (text_equals(name, TUNABLE_ROWS[i].name))
            return i;
    }
    return -1;
}

/* Marks the tunables that are named. */
static bool mark(bool marked[TUNABLE_COUNT], const char *names, Reason *error) {
    for (;;) {
        size_t length = strcspn(names, ",");
        int tunable = find((Text){names, length});
        if (tunable < 0)
            return reason_set(error, "there is no parameter '%.*s'", (int)length, names);
        marked[tunable] = true;
        if (names[length] == '\0')
            return true;
        names += length + 1;
    }
}

bool parameters_choose(Parameters *parameters, const char *names, double step_percent,
                       Reason *error) {
    bool marked[TUNABLE_COUNT] = {false};
    parameters->count = 0;
    if (names && !mark(marked, names, error))
        return false;
    for (int i = 0; i < TUNABLE_COUNT; i++) {
        if (names ? marked[i] : i < TUNABLE_TREE_COUNT)
            add(parameters, i, step_percent);
    }
    return true;
}

Tunables parameters_apply(const Parameters *parameters, const int *settings) {
    Tunables tunables = tunables_default();
    for (int i = 0; i < parameters->count; i++)
        tunables.values[parameters->tunable[i]] = settings[i];
    return tunables;
}
