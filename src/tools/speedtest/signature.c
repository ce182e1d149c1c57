#include "tools/speedtest/signature.h"

#include "base/clock.h"
#include "base/hash.h"
#include "base/system.h"
#include "base/text.h"
#include "engine/bench.h"
#include "tools/speedtest/games.h"

#define DEPTH    7
#define HASH_MIB 16

static uint64_t checksum_program(void) {
    FILE *file = system_open_program();
    if (!file)
        return 0;
    uint64_t sum = HASH_START;
    unsigned char buffer[4096];
    size_t count;
    while ((count = fread(buffer, 1, sizeof buffer, file)) > 0)
        sum = hash_add(sum, buffer, count);
    bool complete = !ferror(file);
    fclose(file);
    return complete ? sum : 0;
}

static uint64_t search_nodes(Engine *engine) {
    const SearchLimits limits = {.depth = DEPTH, .start_us = clock_now_us()};
    const ReportSink sink = {0};
    engine_think(engine, &limits, &sink);
    return engine_nodes(engine);
}

static uint64_t search_game(Engine *engine, const SpeedtestGame *game) {
    bench_set_root(engine, game->fen);
    uint64_t nodes = search_nodes(engine);
    Text rest = text_of(game->moves);
    while (bench_play_next(engine, &rest))
        continue;
    return nodes + search_nodes(engine);
}

bool speedtest_signature_take(const Engine *network_of, SpeedtestSignature *signature) {
    Engine *engine = engine_create();
    if (!engine)
        return false;
    engine_share_network(engine, network_of);
    engine_set_hash(engine, HASH_MIB);
    bool prepared = engine_prepare(engine);
    *signature = (SpeedtestSignature){.network_id = engine_network_id(engine)};
    for (int i = 0; prepared && i < SPEEDTEST_GAMES; i++)
        signature->nodes += search_game(engine, &SPEEDTEST_GAME_LIST[i]);
    engine_destroy(engine);
    signature->program = checksum_program();
    return prepared;
}
