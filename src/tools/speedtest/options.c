#include "tools/speedtest/options.h"

#include <inttypes.h>

#include "base/compiler.h"
#include "base/integers.h"
#include "base/processors.h"
#include "cli/arguments.h"
#include "machine/quota.h"

#define HASH_MIB_PER_THREAD 128

bool speedtest_options_parse(int count, char *const *words, SpeedtestOptions *options,
                             Reason *error) {
    static const struct {
        const char *name;
        int64_t maximum;
    } FIELDS[] = {
        {"threads", ENGINE_MAX_THREADS},
        {"hash", ENGINE_MAX_HASH_MIB},
        {"seconds", SPEEDTEST_MAX_SECONDS},
    };
    int64_t values[] = {options->threads, (int64_t)options->hash_mib, options->seconds};
    if (count > (int)ARRAY_LENGTH(FIELDS))
        return reason_set(error, "'%s' is one word too many", words[ARRAY_LENGTH(FIELDS)]);
    for (int i = 0; i < count; i++) {
        if (values[i] != 0)
            return reason_set(error, "%s is given twice, as --%s and as '%s'", FIELDS[i].name,
                              FIELDS[i].name, words[i]);
        if (!argument_parse_integer(words[i], 1, FIELDS[i].maximum, &values[i]))
            return reason_set(error, "%s must be a number from 1 to %" PRId64 ", not '%s'",
                              FIELDS[i].name, FIELDS[i].maximum, words[i]);
    }
    options->threads = (int)values[0];
    options->hash_mib = (size_t)values[1];
    options->seconds = (int)values[2];
    return true;
}

/* Halved until it fits, so that the size is the same again when a little more or less is free. */
static size_t default_hash(int threads) {
    size_t most = quota_memory_available() / 2 >> 20;
    size_t mib = (size_t)threads * HASH_MIB_PER_THREAD;
    while (mib > 1 && mib > most)
        mib /= 2;
    return mib;
}

void speedtest_options_complete(SpeedtestOptions *options) {
    if (options->threads == 0)
        options->threads = int_min(processors_allowed(), ENGINE_MAX_THREADS);
    if (options->hash_mib == 0)
        options->hash_mib = default_hash(options->threads);
    if (options->seconds == 0)
        options->seconds = SPEEDTEST_DEFAULT_SECONDS;
}
