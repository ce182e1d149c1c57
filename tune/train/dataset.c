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

/* Whether a position with that score is learnt from. Scores of the search are damped as the clock
 * rises, which the network cannot see. */
static bool is_wanted(const DatasetFilter *filter, const Position *position, Move move, int score) {
    const bool clock_is_low = filter->max_clock == 0 || position->rule50 < filter->max_clock;
    return abs(score) < filter->score_limit && clock_is_low && filter_keeps(position, move, score);
}

/* The result, from the view of the side to move. */
static int outcome_of(const ChainGame *game, const Position *position) {
    const int result = (int)game->result;
    return position_side(position) == WHITE ? result : GAME_WHITE_WINS - result;
}

bool dataset_add_node(Dataset *dataset, const ChainGame *game, const DatasetFilter *filter) {
    dataset->games++;
    dataset->plies += (uint64_t)game->ply_count;
    if (game->ply_count != 1 || !is_wanted(filter, &game->start, game->moves[0], game->scores[0]))
        return true;
    PackedPosition packed;
    packed_from_position(&game->start, game->scores[0], outcome_of(game, &game->start), &packed);
    packed.kind = PACKED_OF_TREE;
    return store_add(&dataset->training, &packed);
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
        if (ply >= filter->skip_plies && is_wanted(filter, position, move, game->scores[ply])) {
            PackedPosition packed;
            packed_from_position(position, scores[ply], outcome_of(game, position), &packed);
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
        const ChainOrigin origin = chain_reader_origin(reader);
        note_origin(dataset, origin);
        done = chain_is_of_tree(origin) ? dataset_add_node(dataset, game, filter)
                                        : dataset_add_game(dataset, game, filter);
        if (dataset->games % REPORT_GAMES == 0)
            listener(path, NULL, dataset);
    }
    if (reader && !done)
        reason_set(error, "%s: not enough memory for the positions", path);
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
