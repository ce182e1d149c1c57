#include "train/checkpoint.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/output_file.h"
#include "train/hash.h"

#define MAGIC   "QuorumTC"
#define VERSION 4

/* Arrays in the model's layout that follow the header; then comes a hash of all that is before. */
#define ARRAYS 4

typedef struct CheckpointHeader {
    char magic[8];
    uint64_t version;
    uint64_t real_size;
    uint64_t parameters; /* in each array */
    uint64_t training_count;
    uint64_t training_fingerprint;
    uint64_t validation_count;
    uint64_t validation_fingerprint;
    TrainerSettings settings;
    TrainerState state;
} CheckpointHeader;

static CheckpointHeader header_of(const Trainer *trainer) {
    CheckpointHeader header = {
        .version = VERSION,
        .real_size = sizeof(Real),
        .parameters = trainer->model.count,
        .training_count = trainer->training->count,
        .training_fingerprint = trainer->training->fingerprint,
        .validation_count = trainer->validation->count,
        .validation_fingerprint = trainer->validation->fingerprint,
        .settings = trainer->settings,
        .state = trainer->state,
    };
    memcpy(header.magic, MAGIC, sizeof header.magic);
    return header;
}

static void arrays_of(const Trainer *trainer, Real *arrays[ARRAYS]) {
    arrays[0] = trainer->model.parameters;
    arrays[1] = trainer->optimizer.mean;
    arrays[2] = trainer->optimizer.square;
    arrays[3] = trainer->best;
}

static size_t array_size(const Trainer *trainer) {
    return trainer->model.count * sizeof(Real);
}

static size_t checkpoint_size(const Trainer *trainer) {
    return sizeof(CheckpointHeader) + ARRAYS * array_size(trainer) + sizeof(uint64_t);
}

bool checkpoint_save(const Trainer *trainer, const char *path, char *error, size_t error_size) {
    const size_t size = checkpoint_size(trainer), part = array_size(trainer);
    char *bytes = malloc(size);
    if (!bytes) {
        snprintf(error, error_size, "not enough memory");
        return false;
    }
    const CheckpointHeader header = header_of(trainer);
    Real *arrays[ARRAYS];
    arrays_of(trainer, arrays);
    memcpy(bytes, &header, sizeof header);
    for (size_t i = 0; i < ARRAYS; i++)
        memcpy(bytes + sizeof header + i * part, arrays[i], part);
    const uint64_t hash = hash_add_bytes(HASH_START, bytes, size - sizeof hash);
    memcpy(bytes + size - sizeof hash, &hash, sizeof hash);
    const bool done = output_file_replace(path, bytes, size, error, error_size);
    free(bytes);
    return done;
}

/* What differs between a checkpoint and the run that is to take it up, or NULL. */
static const char *difference(const CheckpointHeader *found, const CheckpointHeader *own) {
    if (memcmp(found->magic, MAGIC, sizeof found->magic) != 0)
        return "it is no checkpoint of quorum-train";
    if (found->version != own->version || found->real_size != own->real_size)
        return "another version of quorum-train wrote it";
    if (found->training_count != own->training_count ||
        found->training_fingerprint != own->training_fingerprint ||
        found->validation_count != own->validation_count ||
        found->validation_fingerprint != own->validation_fingerprint)
        return "its run had other positions: other data files or filter options";
    TrainerSettings settings = found->settings;
    settings.threads = own->settings.threads;
    if (memcmp(&settings, &own->settings, sizeof settings) != 0)
        return "its run had other options";
    return NULL;
}

/* Whether the bytes are a checkpoint that fits the trainer. */
static bool checkpoint_fits(const Trainer *trainer, const char *bytes, size_t size, char *error,
                            size_t error_size) {
    const CheckpointHeader own = header_of(trainer);
    CheckpointHeader found = {0};
    memcpy(&found, bytes, size < sizeof found ? size : sizeof found);
    uint64_t hash = 0;
    if (size == checkpoint_size(trainer))
        memcpy(&hash, bytes + size - sizeof hash, sizeof hash);
    const char *why = size < sizeof found ? "it is cut" : difference(&found, &own);
    if (!why && (size != checkpoint_size(trainer) ||
                 hash != hash_add_bytes(HASH_START, bytes, size - sizeof hash)))
        why = "it is damaged";
    if (why)
        snprintf(error, error_size, "%s", why);
    return !why;
}

static void checkpoint_apply(Trainer *trainer, const char *bytes) {
    CheckpointHeader found;
    memcpy(&found, bytes, sizeof found);
    Real *arrays[ARRAYS];
    arrays_of(trainer, arrays);
    for (size_t i = 0; i < ARRAYS; i++)
        memcpy(arrays[i], bytes + sizeof found + i * array_size(trainer), array_size(trainer));
    trainer->state = found.state;
    trainer_refresh(trainer);
}

bool checkpoint_load(Trainer *trainer, const char *path, char *error, size_t error_size) {
    FILE *file = fopen(path, "rbe");
    if (!file) {
        snprintf(error, error_size, "%s", strerror(errno));
        return false;
    }
    const size_t capacity = checkpoint_size(trainer) + 1;
    char *bytes = malloc(capacity);
    bool done = false;
    if (!bytes) {
        snprintf(error, error_size, "not enough memory");
    } else {
        const size_t size = fread(bytes, 1, capacity, file);
        done = checkpoint_fits(trainer, bytes, size, error, error_size);
        if (done)
            checkpoint_apply(trainer, bytes);
    }
    free(bytes);
    fclose(file);
    return done;
}
