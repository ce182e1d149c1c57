#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "engine/engine.h"

/* What tells whether two measurements are of the same thing. */
typedef struct SpeedtestSignature {
    uint64_t nodes;      /* that one thread searches in the games to a small depth: the same for
                            the same search and evaluation, however it was compiled */
    uint64_t program;    /* checksum of the program's file, 0 if it cannot be read */
    uint64_t network_id; /* of the network's file */
} SpeedtestSignature;

/* Takes a moment. network_of as in SpeedtestOptions. False without memory. Main thread only. */
bool speedtest_signature_take(const Engine *network_of, SpeedtestSignature *signature);
