#include "chain/game_code.h"

#include "chain/filter.h"
#include "chain/packed_position.h"
#include "chess/movegen.h"

#define RESULTS 3

static int count_below(const MoveList *list, unsigned limit) {
    int count = 0;
    for (int i = 0; i < list->count; i++)
        count += list->moves[i] < limit;
    return count;
}

/* The move of the list that has so many smaller ones, found bit by bit. */
static Move move_by_index(const MoveList *list, int index) {
    unsigned move = 0;
    for (unsigned bit = 1U << 15; bit; bit >>= 1) {
        if (count_below(list, move | bit) <= index)
            move |= bit;
    }
    return (Move)move;
}

/* What the score of a ply is expected to be. */
static int expected_score(const ChainGame *game, int ply) {
    return ply == 0 ? 0 : -game->scores[ply - 1];
}

bool game_encode(const ChainGame *game, EncodedGame *encoded) {
    if (game->ply_count < 0 || game->ply_count > CHAIN_MAX_PLIES || (int)game->result < 0 ||
        (int)game->result >= RESULTS)
        return false;
    uint8_t *head = encoded->bytes[COLUMN_HEADS];
    size_t size = bytes_put_varint(head, (uint32_t)(game->ply_count * RESULTS + (int)game->result));
    encoded->sizes[COLUMN_HEADS] = size + packed_position_write(&game->start, head + size);
    encoded->sizes[COLUMN_SCORES] = 0;
    encoded->kept = 0;
    Position positions[2];
    positions[0] = game->start;
    for (int ply = 0; ply < game->ply_count; ply++) {
        const Position *position = &positions[ply % 2];
        Move move = game->moves[ply];
        if (!movegen_is_legal(position, move))
            return false;
        const MoveList list = movegen_list(position);
        encoded->bytes[COLUMN_MOVES][ply] = (uint8_t)count_below(&list, move);
        size_t *scores = &encoded->sizes[COLUMN_SCORES];
        *scores += bytes_put_varint(encoded->bytes[COLUMN_SCORES] + *scores,
                                    bytes_zigzag(game->scores[ply] - expected_score(game, ply)));
        encoded->kept += filter_keeps(position, move, game->scores[ply]);
        position_make(position, &positions[(ply + 1) % 2], move);
    }
    encoded->sizes[COLUMN_MOVES] = (size_t)game->ply_count;
    return true;
}

static bool decode_head(ByteCursor *heads, ChainGame *game, const char **why) {
    uint32_t head;
    if (!bytes_get_varint(heads, &head) || head / RESULTS > CHAIN_MAX_PLIES) {
        *why = "a game has no length";
        return false;
    }
    game->ply_count = (int)(head / RESULTS);
    game->result = (GameResult)(head % RESULTS);
    *why = "a start position is impossible";
    return packed_position_read(heads, &game->start);
}

static bool decode_ply(ByteCursor columns[COLUMNS], const Position *position, ChainGame *game,
                       int ply, const char **why) {
    const MoveList list = movegen_list(position);
    uint8_t index;
    if (!bytes_get_byte(&columns[COLUMN_MOVES], &index) || index >= list.count) {
        *why = "a move does not exist";
        return false;
    }
    game->moves[ply] = move_by_index(&list, index);
    uint32_t code;
    *why = "a score is impossible";
    if (!bytes_get_varint(&columns[COLUMN_SCORES], &code))
        return false;
    int64_t score = (int64_t)bytes_unzigzag(code) + expected_score(game, ply);
    if (score < INT16_MIN || score > INT16_MAX)
        return false;
    game->scores[ply] = (int16_t)score;
    return true;
}

bool game_decode(ByteCursor columns[COLUMNS], ChainGame *game, const char **why) {
    if (!decode_head(&columns[COLUMN_HEADS], game, why))
        return false;
    Position positions[2];
    positions[0] = game->start;
    for (int ply = 0; ply < game->ply_count; ply++) {
        const Position *position = &positions[ply % 2];
        if (!decode_ply(columns, position, game, ply, why))
            return false;
        position_make(position, &positions[(ply + 1) % 2], game->moves[ply]);
    }
    return true;
}
