#include "nnue/embedded_network.h"

#include <pthread.h>

#include "nnue/network_file.h"

/* In embedded_network_file.c. */
extern const uint8_t embedded_network_file[], embedded_network_file_end[];

static PackedNetwork *packed;

Network *embedded_network_decode(void) {
    Reason reason;
    const size_t size = (size_t)(embedded_network_file_end - embedded_network_file);
    return network_decode(embedded_network_file, size, &reason);
}

static void pack(void) {
    Network *network = embedded_network_decode();
    if (network)
        packed = packed_network_create(network, kernel_best());
    network_destroy(network);
}

PackedNetwork *embedded_network(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, pack);
    return packed;
}
