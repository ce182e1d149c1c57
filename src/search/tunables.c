#include "search/tunables.h"

const TunableRow TUNABLE_ROWS[TUNABLE_COUNT] = {
#define TUNABLE_ROW(name, value, least, most) {#name, value, least, most},
    TUNABLES(TUNABLE_ROW)
#undef TUNABLE_ROW
};

#define TUNABLE_RANGE(name, value, least, most)                                                    \
    _Static_assert((least) <= (value) && (value) <= (most), #name " is within its range");
TUNABLES(TUNABLE_RANGE)
#undef TUNABLE_RANGE

Tunables tunables_default(void) {
    Tunables tunables;
    for (int i = 0; i < TUNABLE_COUNT; i++)
        tunables.values[i] = TUNABLE_ROWS[i].value;
    return tunables;
}

#if TUNABLES_ARE_VARIABLE

#define TUNABLE_DEFINITION(name, value, least, most) _Thread_local int name = value;
TUNABLES(TUNABLE_DEFINITION)
#undef TUNABLE_DEFINITION

void tunables_use(const Tunables *tunables) {
#define TUNABLE_ASSIGNMENT(name, value, least, most) name = tunables->values[TUNABLE_##name];
    TUNABLES(TUNABLE_ASSIGNMENT)
#undef TUNABLE_ASSIGNMENT
}

#endif
