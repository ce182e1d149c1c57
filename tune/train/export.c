#include "train/export.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/version.h"
#include "cli/output.h"
#include "nnue/network_file.h"
#include "train/quantise.h"

/* Positions by which the biases are settled. */
#define SETTLE_POSITIONS 50000

static void describe(const Trainer *trainer, const Dataset *dataset, char *text, size_t size) {
    const TrainerSettings *settings = &trainer->settings;
    char players[80] = "several networks", origin[40] = "", teachers[40] = "";
    if (!dataset->mixed_origins)
        snprintf(players, sizeof players, "network %016" PRIx64 " at %" PRIu32 " nodes",
                 dataset->origin.network_id, dataset->origin.nodes);
    if (settings->origin != 0)
        snprintf(origin, sizeof origin, ", from network %016" PRIx64, settings->origin);
    if (settings->teacher_share > 0)
        snprintf(teachers, sizeof teachers, ", teachers %.2f", settings->teacher_share);
    snprintf(text, size,
             "quorum-train %s: %zu positions of %" PRIu64 " games by %s%s%s; hidden %" PRId64
             ", king buckets %" PRId64 ", states %" PRId64 ", attackers %" PRId64 ", epoch %" PRId64
             " of %" PRId64 ", batch %" PRId64 ", lr %g, decay %g, wdl %g, "
             "K %.1f, seed %" PRIu64 "; validation loss %.6f",
             QUORUM_VERSION, trainer->training->count, dataset->games, players, origin, teachers,
             settings->width, settings->king_buckets, settings->states, settings->attackers,
             trainer->state.best_epoch, settings->epochs, settings->batch, settings->rate,
             settings->decay, settings->outcome_share, settings->k, settings->seed,
             trainer->state.best_loss);
}

Network *export_network(Trainer *trainer, const Dataset *dataset, int scale, Reason *error) {
    trainer_use_best(trainer);
    const Model *model = &trainer->model;
    Workspace *workspace = trainer->workspaces[0];
    Network *network = quantise_model(model, scale);
    if (!network) {
        reason_set(error, "not enough memory");
        return NULL;
    }
    quantise_settle(model, workspace, network, trainer->training, SETTLE_POSITIONS);
    describe(trainer, dataset, network->provenance, sizeof network->provenance);
    if (network_is_safe(network, error))
        return network;
    network_destroy(network);
    return NULL;
}

bool export_write(Network *network, const char *path, Reason *error) {
    const size_t size = network_file_size(network->width, network->sets);
    uint8_t *bytes = malloc(size);
    if (!bytes)
        return reason_set(error, "not enough memory");
    network_encode(network, bytes);
    const bool done = output_save(path, bytes, size, error);
    free(bytes);
    return done;
}
