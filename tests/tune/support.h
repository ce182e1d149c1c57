#pragma once

#include "../chess/support.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/reason.h"
#include "chain/chain.h"

/* A file of its own in the working directory, whose name is left in path. */
static inline void make_temporary(char path[32]) {
    snprintf(path, 32, "chain-test-XXXXXX");
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    close(descriptor);
}

/* All bytes of a file; the caller frees them. */
static inline uint8_t *read_bytes(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    *size = (size_t)ftell(file);
    rewind(file);
    uint8_t *bytes = malloc(*size + 1);
    assert_non_null(bytes);
    assert_int_equal(fread(bytes, 1, *size, file), *size);
    fclose(file);
    return bytes;
}

static inline void write_bytes(const char *path, const uint8_t *bytes, size_t size) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

/* Scores as searches find them, and now and then any that fit. */
static inline int16_t random_score(uint64_t *state, int previous) {
    static const int16_t EXTREMES[] = {INT16_MIN, INT16_MAX, 32000, -32000, 0, 31754, -31754};
    int kind = random_below(state, 20);
    if (kind == 0)
        return EXTREMES[random_below(state, 7)];
    if (kind == 1)
        return (int16_t)(random_next(state) & 0xFFFF);
    int score = -previous + random_below(state, 81) - 40;
    return (int16_t)(score > 30000 ? 30000 : score < -30000 ? -30000 : score);
}

/* A game of random moves from a start that the number chooses: the usual one, one of double
 * Chess960 or one rich in promotions, castling and en passant. */
static inline void random_game(uint64_t number, ChainGame *game) {
    uint64_t state = number * 0x9E3779B97F4A7C15ULL + 1;
    int source = (int)(number % 7);
    game->start = source == 0   ? position_of(FEN_START)
                  : source == 1 ? random_start(&state)
                                : position_of(SHARP_FENS[source - 2]);
    game->result = (GameResult)random_below(&state, 3);
    int plies = random_below(&state, 200) == 0 ? CHAIN_MAX_PLIES : random_below(&state, 120);
    Position position = game->start;
    game->ply_count = 0;
    int score = 0;
    for (int ply = 0; ply < plies; ply++) {
        const MoveList list = moves_of(&position);
        if (list.count == 0)
            break;
        Move move = list.moves[random_below(&state, list.count)];
        score = random_score(&state, score);
        game->moves[game->ply_count] = move;
        game->scores[game->ply_count++] = (int16_t)score;
        Position next;
        position_make(&position, &next, move);
        position = next;
    }
}

static inline void assert_same_game(const ChainGame *a, const ChainGame *b) {
    char fen_a[FEN_SIZE], fen_b[FEN_SIZE];
    fen_format_shredder(&a->start, fen_a);
    fen_format_shredder(&b->start, fen_b);
    assert_string_equal(fen_a, fen_b);
    assert_int_equal(a->start.chess960, b->start.chess960);
    assert_int_equal(a->start.key, b->start.key);
    assert_true(position_is_consistent(&b->start));
    assert_int_equal(a->result, b->result);
    assert_int_equal(a->ply_count, b->ply_count);
    assert_memory_equal(a->moves, b->moves, (size_t)a->ply_count * sizeof a->moves[0]);
    assert_memory_equal(a->scores, b->scores, (size_t)a->ply_count * sizeof a->scores[0]);
}

static const ChainOrigin ORIGIN = {.network_id = 0x0123456789ABCDEFULL, .nodes = 500};

static inline ChainWriter *open_writer(const char *path) {
    Reason error = {""};
    ChainSurvey held;
    ChainWriter *writer = chain_writer_open(path, &ORIGIN, &held, &error);
    if (!writer)
        fail_msg("%s", error.text);
    return writer;
}

/* Adds the random games of these numbers. */
static inline void add_games(ChainWriter *writer, uint64_t first, uint64_t count) {
    for (uint64_t i = first; i < first + count; i++) {
        ChainGame game;
        random_game(i, &game);
        assert_true(chain_writer_add(writer, &game));
    }
}
