#include "train/dataset.h"

#include <stdlib.h>

#include "chain/filter.h"
#include "train/foresight.h"
#include "train/hash.h"

/* Games between two reports to the listener. */
#define REPORT_GAMES 256

/* The same game falls on the same side in every run, in whatever file it stands. */
static bool game_is_for_validation(const ChainGame *game, double share) {
    uint64_t hash = hash_add(HASH_START, game->start.key);
    for (int ply = 0; ply < game->ply_count; ply++)
        hash = hash_add(hash, game->moves[ply]);
    return (double)(hash >> 11) * 0x1p-53 < share;
}

bool dataset_add_game(Dataset *dataset, const ChainGame *game, const DatasetFilter *filter) {
    PositionStore *store = game_is_for_validation(game, filter->validation) ? &dataset->validation
                                                                            : &dataset->training;
    int16_t scores[CHAIN_MAX_PLIES];
    foresight_scores(game, filter->lambda, scores);
    Position line[2];
    line[0] = game->start;
    for (int ply = 0; ply < game->ply_count; ply++) {
        const Position *position = &line[ply % 2];
        const Move move = game->moves[ply];
        const int score = game->scores[ply];
        /* Scores of the search are damped as this clock rises, which the network cannot see. */
        const bool clock_is_low = filter->max_clock == 0 || position->rule50 < filter->max_clock;
        if (ply >= filter->skip_plies && abs(score) < filter->score_limit && clock_is_low &&
            filter_keeps(position, move, score)) {
            const bool is_white = position_side(position) == WHITE;
            const int result = (int)game->result;
            const int outcome = is_white ? result : GAME_WHITE_WINS - result;
            PackedPosition packed;
            packed_from_position(position, scores[ply], outcome, &packed);
            if (!store_add(store, &packed))
                return false;
        }
        position_make_unkeyed(position, &line[(ply + 1) % 2], move);
    }
    dataset->games++;
    dataset->plies += (uint64_t)game->ply_count;
    return true;
}

static void note_origin(Dataset *dataset, ChainOrigin origin) {
    if (dataset->games == 0)
        dataset->origin = origin;
    else if (origin.network_id != dataset->origin.network_id ||
             origin.nodes != dataset->origin.nodes)
        dataset->mixed_origins = true;
}

bool dataset_read(Dataset *dataset, const char *path, const DatasetFilter *filter,
                  DatasetListener listener, Reason *error) {
    ChainReader *reader = chain_reader_open(path, error);
    ChainGame *game = aligned_alloc(_Alignof(ChainGame), sizeof *game);
    bool done = reader && game;
    ChainStatus status;
    while (done && (status = chain_reader_next(reader, game)) != CHAIN_END) {
        if (status == CHAIN_DAMAGED) {
            dataset->damaged_blocks++;
            listener(path, chain_reader_message(reader), dataset);
            continue;
        }
        note_origin(dataset, chain_reader_origin(reader));
        done = dataset_add_game(dataset, game, filter);
        if (dataset->games % REPORT_GAMES == 0)
            listener(path, NULL, dataset);
    }
    if (reader && !done)
        reason_set(error, "not enough memory for the positions");
    free(game);
    if (reader)
        chain_reader_close(reader);
    return done;
}

void dataset_clear(Dataset *dataset) {
    store_clear(&dataset->training);
    store_clear(&dataset->validation);
    *dataset = (Dataset){0};
}
