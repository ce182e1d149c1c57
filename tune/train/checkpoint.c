#include "train/checkpoint.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/output.h"
#include "train/hash.h"

#define MAGIC   "QuorumTC"
#define VERSION 8

/* Arrays in the model's layout that follow the header; then comes a hash of all that is before. */
#define ARRAYS 4

typedef struct CheckpointHeader {
    char magic[8];
    uint64_t version;
    uint64_t real_size;
    uint64_t slice;      /* by which the first layer is cut */
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
        .slice = (uint64_t)SLICE,
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

bool checkpoint_save(const Trainer *trainer, const char *path, Reason *error) {
    const size_t size = checkpoint_size(trainer), part = array_size(trainer);
    char *bytes = malloc(size);
    if (!bytes)
        return reason_set(error, "not enough memory");
    const CheckpointHeader header = header_of(trainer);
    Real *arrays[ARRAYS];
    arrays_of(trainer, arrays);
    memcpy(bytes, &header, sizeof header);
    for (size_t i = 0; i < ARRAYS; i++)
        memcpy(bytes + sizeof header + i * part, arrays[i], part);
    const uint64_t hash = hash_add_bytes(HASH_START, bytes, size - sizeof hash);
    memcpy(bytes + size - sizeof hash, &hash, sizeof hash);
    const bool done = output_save(path, bytes, size, error);
    free(bytes);
    return done;
}

/* Why this program cannot read a checkpoint at all, or NULL. */
static const char *strangeness(const CheckpointHeader *found, const CheckpointHeader *own) {
    if (memcmp(found->magic, MAGIC, sizeof found->magic) != 0)
        return "it is no checkpoint of quorum-train";
    if (found->version != own->version || found->real_size != own->real_size ||
        found->slice != own->slice)
        return "another version of quorum-train wrote it";
    return NULL;
}

/* What differs between a checkpoint and the run that is to take it up, or NULL. */
static const char *difference(const CheckpointHeader *found, const CheckpointHeader *own) {
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

/* Why a run cannot go on from another one that has ended, or NULL. */
static const char *hindrance(const CheckpointHeader *found, const CheckpointHeader *own) {
    if (found->state.network == 0)
        return "its run is not at its end";
    if (found->settings.width != own->settings.width ||
        found->settings.king_buckets != own->settings.king_buckets ||
        found->settings.states != own->settings.states ||
        found->settings.attackers != own->settings.attackers)
        return "its network has another width or other sets of features";
    return NULL;
}

typedef const char *Judge(const CheckpointHeader *found, const CheckpointHeader *own);

/* Why the bytes are no checkpoint that fits the trainer, or NULL; then *found is its header. */
static const char *misfit(const Trainer *trainer, Judge *judge, const char *bytes, size_t size,
                          CheckpointHeader *found) {
    const CheckpointHeader own = header_of(trainer);
    if (size < sizeof *found)
        return "it is cut";
    memcpy(found, bytes, sizeof *found);
    const char *why = strangeness(found, &own);
    if (!why)
        why = judge(found, &own);
    uint64_t hash = 0;
    if (size == checkpoint_size(trainer))
        memcpy(&hash, bytes + size - sizeof hash, sizeof hash);
    if (!why && (size != checkpoint_size(trainer) ||
                 hash != hash_add_bytes(HASH_START, bytes, size - sizeof hash)))
        why = "it is damaged";
    return why;
}

/* The bytes of a checkpoint that fits, for the caller to free, or NULL with the reason in *error.
 */
static char *checkpoint_read(const Trainer *trainer, Judge *judge, const char *path,
                             CheckpointHeader *found, Reason *error) {
    FILE *file = fopen(path, "rbe");
    if (!file) {
        reason_set(error, "%s", strerror(errno));
        return NULL;
    }
    const size_t capacity = checkpoint_size(trainer) + 1;
    char *bytes = malloc(capacity);
    const size_t size = bytes ? fread(bytes, 1, capacity, file) : 0;
    const char *why = bytes ? misfit(trainer, judge, bytes, size, found) : "not enough memory";
    fclose(file);
    if (!why)
        return bytes;
    reason_set(error, "%s", why);
    free(bytes);
    return NULL;
}

/* Copies one of the arrays of a checkpoint. */
static void take_array(const Trainer *trainer, const char *bytes, int number, Real *array) {
    const size_t size = array_size(trainer);
    memcpy(array, bytes + sizeof(CheckpointHeader) + (size_t)number * size, size);
}

bool checkpoint_load(Trainer *trainer, const char *path, Reason *error) {
    CheckpointHeader found;
    char *bytes = checkpoint_read(trainer, difference, path, &found, error);
    if (!bytes)
        return false;
    Real *arrays[ARRAYS];
    arrays_of(trainer, arrays);
    for (int i = 0; i < ARRAYS; i++)
        take_array(trainer, bytes, i, arrays[i]);
    trainer->state = found.state;
    free(bytes);
    trainer_refresh(trainer);
    return true;
}

bool checkpoint_is_one(const char *path) {
    char magic[sizeof MAGIC - 1];
    FILE *file = fopen(path, "rbe");
    if (!file)
        return false;
    const bool is_one = fread(magic, 1, sizeof magic, file) == sizeof magic &&
                        memcmp(magic, MAGIC, sizeof magic) == 0;
    fclose(file);
    return is_one;
}

bool checkpoint_inherit(Trainer *trainer, const char *path, Reason *error) {
    CheckpointHeader found;
    char *bytes = checkpoint_read(trainer, hindrance, path, &found, error);
    if (!bytes)
        return false;
    take_array(trainer, bytes, ARRAYS - 1, trainer->model.parameters);
    take_array(trainer, bytes, 1, trainer->optimizer.mean);
    take_array(trainer, bytes, 2, trainer->optimizer.square);
    trainer->settings.origin = found.state.network;
    trainer->state.earlier_steps = found.state.earlier_steps + found.state.step;
    free(bytes);
    trainer_refresh(trainer);
    return true;
}
