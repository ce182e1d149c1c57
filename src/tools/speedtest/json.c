#include <inttypes.h>
#include <stdio.h>

#include "report/report.h"
#include "tools/speedtest/report.h"
#include "tools/speedtest/summary.h"

/* A checksum in hexadecimal. */
#define CHECKSUM_SIZE sizeof("0123456789abcdef")

static json_t *rounds_json(const SpeedtestResult *result, const SpeedtestSummary *summary) {
    json_t *rounds = json_array();
    for (int i = 0; i < SPEEDTEST_ROUNDS; i++) {
        json_t *games = json_array();
        for (int game = 0; game < SPEEDTEST_GAMES; game++) {
            const SpeedtestMeasure *measure = &result->measures[i][game];
            json_array_append_new(
                games, json_pack("{s:s, s:I, s:o, s:f}", "game", SPEEDTEST_GAME_LIST[game].title,
                                 "nodes", (json_int_t)measure->nodes, "ms",
                                 report_milliseconds(measure->elapsed_us), "nps",
                                 speedtest_speed(measure->nodes, measure->elapsed_us)));
        }
        json_array_append_new(
            rounds, json_pack("{s:f, s:o}", "nps", summary->round_speeds[i], "games", games));
    }
    return rounds;
}

static json_t *workers_json(const SpeedtestResult *result) {
    json_t *workers = json_array();
    for (int i = 0; i < result->options.threads; i++)
        json_array_append_new(
            workers, json_pack("{s:i, s:I, s:f}", "node", result->worker_homes[i], "nodes",
                               (json_int_t)result->worker_nodes[i], "nps",
                               speedtest_speed(result->worker_nodes[i], result->total_us)));
    return workers;
}

static json_t *nodes_json(const SpeedtestResult *result) {
    json_t *nodes = json_array();
    for (int node = 0; node < NODE_SET_CAPACITY; node++) {
        int workers;
        uint64_t count = speedtest_node_sum(result, node, &workers);
        if (workers > 0)
            json_array_append_new(nodes, json_pack("{s:i, s:i, s:I, s:f}", "node", node, "workers",
                                                   workers, "nodes", (json_int_t)count, "nps",
                                                   speedtest_speed(count, result->total_us)));
    }
    return nodes;
}

static json_t *residency_json(const MemoryResidency *memory) {
    json_t *pages = memory->pages_known ? json_object() : json_null();
    for (int kind = 0; kind < PAGE_KINDS && memory->pages_known; kind++)
        json_object_set_new(pages, memory_pages_name((PageKind)kind),
                            json_integer((json_int_t)memory->by_kind[kind]));
    json_t *nodes = memory->nodes_known ? json_object() : json_null();
    for (int node = 0; node < NODE_SET_CAPACITY && memory->nodes_known; node++) {
        char name[16];
        snprintf(name, sizeof name, "%d", node);
        if (memory->by_node[node] > 0)
            json_object_set_new(nodes, name, json_integer((json_int_t)memory->by_node[node]));
    }
    return json_pack("{s:o, s:o}", "bytes_by_page", pages, "bytes_by_node", nodes);
}

static json_t *placement_json(const PlacementReport *placement) {
    if (!placement)
        return json_null();
    MemoryResidency workers = speedtest_workers_residency(placement);
    MemoryResidency networks = speedtest_networks_residency(placement);
    json_t *table = placement->has_table ? residency_json(&placement->table.memory) : json_null();
    json_t *quota =
        placement->quota_milli > 0 ? json_real((double)placement->quota_milli / 1000) : json_null();
    return json_pack("{s:s, s:o, s:o, s:o, s:o}", "binding", plan_binding_name(placement->binding),
                     "quota", quota, "table", table, "workers", residency_json(&workers), "network",
                     residency_json(&networks));
}

static json_t *signature_json(const SpeedtestSignature *signature) {
    char program[CHECKSUM_SIZE];
    char network[CHECKSUM_SIZE];
    snprintf(program, sizeof program, "%016" PRIx64, signature->program);
    snprintf(network, sizeof network, "%016" PRIx64, signature->network_id);
    return json_pack("{s:I, s:s, s:s}", "search", (json_int_t)signature->nodes, "program", program,
                     "network", network);
}

static json_t *spread_json(const SpeedtestSummary *summary) {
    return json_pack("{s:f, s:f, s:f, s:f}", "slowest", summary->slowest, "fastest",
                     summary->fastest, "deviation_percent", summary->deviation, "margin_percent",
                     summary->margin);
}

json_t *speedtest_report_json(const SpeedtestResult *result, const SpeedtestSignature *signature) {
    SpeedtestSummary summary = speedtest_summarize(result);
    json_t *report = report_create("quorum-speedtest", 1);
    json_t *setup =
        json_pack("{s:o, s:i, s:I, s:i}", "signature", signature_json(signature), "threads",
                  result->options.threads, "hash_mib", (json_int_t)result->options.hash_mib,
                  "seconds", result->options.seconds);
    json_t *speed = json_pack(
        "{s:o, s:o, s:f, s:f, s:I, s:f, s:o}", "warm_up_ms",
        report_milliseconds(result->warm_up_us), "total_ms", report_milliseconds(result->total_us),
        "processor_percent", summary.processor_share, "processor_nps", summary.processor_speed,
        "nodes", (json_int_t)summary.nodes, "nps", summary.speed, "spread", spread_json(&summary));
    json_t *parts =
        json_pack("{s:o, s:o, s:o, s:o}", "placement", placement_json(result->placement), "rounds",
                  rounds_json(result, &summary), "by_node", nodes_json(result), "workers",
                  workers_json(result));
    if (!report || !setup || !speed || !parts || json_object_update(report, setup) != 0 ||
        json_object_update(report, speed) != 0 || json_object_update(report, parts) != 0) {
        json_decref(report);
        report = NULL;
    }
    json_decref(setup);
    json_decref(speed);
    json_decref(parts);
    return report;
}
