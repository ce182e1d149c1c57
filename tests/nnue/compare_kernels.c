/* Compares all kernels of the processor with the reference, as program of its own that needs no
 * test library: run_emulated.sh builds it for a processor of another family. */

#include <stdio.h>
#include <stdlib.h>

#include "base/random.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "nnue/accumulators.h"
#include "nnue/reference.h"

#define GAMES 60

static Position line[ACCUMULATORS_PLIES];
static Accumulators accumulators;

static int random_between(uint64_t *seed, int most) {
    return (int)random_scale(random_next(seed), (uint64_t)(2 * most + 1)) - most;
}

static Network *random_network(int width, FeatureSets sets, uint64_t seed) {
    Network *network = network_create(width, sets);
    if (!network)
        exit(1);
    network->scale = 300;
    for (int i = 0; i < feature_sets_features(sets) * width; i++)
        network->feature_weights[i] = (int16_t)random_between(&seed, 80);
    for (int i = 0; i < NETWORK_OUTPUT_BUCKETS * NETWORK_HIDDEN1 * width; i++)
        network->hidden1_weights[i] = (int8_t)random_between(&seed, 127);
    for (int bucket = 0; bucket < NETWORK_OUTPUT_BUCKETS; bucket++) {
        NetworkHead *head = &network->heads[bucket];
        for (int i = 0; i < NETWORK_HIDDEN2; i++) {
            for (int n = 0; n < NETWORK_HIDDEN2_INPUTS; n++)
                head->hidden2_weights[i][n] = (int16_t)random_between(&seed, 1000);
            head->output_weights[i] = (int16_t)random_between(&seed, 1000);
        }
    }
    return network;
}

/* Plays a random game and evaluates after every move; returns how many scores are not zero. */
static int compare_game(const Network *network, const PackedNetwork *packed, uint64_t *seed) {
    int count = 0;
    FenError error;
    fen_parse(FEN_START, &line[0], &error);
    accumulators_begin(&accumulators, packed);
    for (int ply = 0; ply + 1 < ACCUMULATORS_PLIES; ply++) {
        const int expected = reference_evaluate(network, &line[ply]);
        const int score = accumulators_evaluate(&accumulators, line, ply);
        if (score != expected || packed_network_evaluate(packed, &line[ply]) != expected) {
            printf("%s, width %d, ply %d: %d instead of %d\n", packed->kernel->name, network->width,
                   ply, score, expected);
            exit(1);
        }
        count += score != 0;
        MoveList list = {0};
        movegen_all(&line[ply], &list);
        if (list.count == 0)
            break;
        const int chosen = (int)random_scale(random_next(seed), (uint64_t)list.count);
        position_make(&line[ply], &line[ply + 1], list.moves[chosen]);
        accumulators_forget(&accumulators, ply + 1);
    }
    return count;
}

int main(void) {
    static const int WIDTHS[] = {64, 192, 256, 512};
    const Kernel *kernels[KERNELS_MAX];
    const int kernel_count = kernel_list(kernels);
    chess_init();
    for (int k = 0; k < kernel_count; k++) {
        int count = 0;
        uint64_t seed = 1;
        for (int i = 0; i < 4; i++) {
            const FeatureSets sets = {i % 2 ? NETWORK_KING_BUCKETS_MAX : 1, 1 + i / 2, i == 3};
            Network *network = random_network(WIDTHS[i], sets, (uint64_t)i);
            PackedNetwork *packed = packed_network_create(network, kernels[k]);
            if (!packed)
                return 1;
            for (int game = 0; game < GAMES / 4; game++)
                count += compare_game(network, packed, &seed);
            packed_network_release(packed);
            network_destroy(network);
        }
        accumulators_free(&accumulators);
        printf("%s: %d evaluations equal those of the reference\n", kernels[k]->name, count);
        if (count < 1000)
            return 1;
    }
    return 0;
}
