#include "tools/commands.h"

#include "base/compiler.h"
#include "tools/bench/bench.h"
#include "tools/epd/compare_runs.h"
#include "tools/epd/epd.h"
#include "tools/perft/perft.h"
#include "tools/scale/scale.h"
#include "tools/speedtest/speedtest.h"
#include "tools/topology/topology.h"

static const Command *const COMMANDS[] = {
    &BENCH_COMMAND, &COMPARE_COMMAND,   &EPD_COMMAND,      &PERFT_COMMAND,
    &SCALE_COMMAND, &SPEEDTEST_COMMAND, &TOPOLOGY_COMMAND,
};

const Command *const *command_list(size_t *count) {
    *count = ARRAY_LENGTH(COMMANDS);
    return COMMANDS;
}
