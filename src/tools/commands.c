#include "tools/commands.h"

#include "base/compiler.h"
#include "tools/bench/bench.h"
#include "tools/epd/compare.h"
#include "tools/epd/epd.h"
#include "tools/perft/perft.h"
#include "tools/scale/scale.h"
#include "tools/speedtest/speedtest.h"
#include "tools/topology/topology.h"

static const Command COMMANDS[] = {
    {"bench", "search fixed positions; nodes are the signature of the search", bench_command,
     &BENCH_PARSER},
    {"compare", "compare two runs of epd, position by position", compare_command, &COMPARE_PARSER},
    {"epd", "search positions with known answers and count what is solved", epd_command,
     &EPD_PARSER},
    {"perft", "count the move tree of a position, or check a file of counts", perft_command,
     &PERFT_PARSER},
    {"scale", "measure how speed and search grow with threads", scale_command, &SCALE_PARSER},
    {"speedtest", "measure nodes per second in games, on all processors", speedtest_command,
     &SPEEDTEST_PARSER},
    {"topology", "show a machine and where threads would run on it", topology_command,
     &TOPOLOGY_PARSER},
};

const Command *command_list(size_t *count) {
    *count = ARRAY_LENGTH(COMMANDS);
    return COMMANDS;
}
