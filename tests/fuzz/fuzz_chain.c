/* Fuzz target: a file of games in chain format. 'f' is followed by changes to the bytes of a good
 * file, 'c' and a number of games by changes to the columns of its block before they are packed,
 * both with checksums that fit; anything else is a file as it is. A game that is read is one that
 * can be written and comes back the same; a writer goes on with a file only if it leaves all that
 * is intact. */

#include <xxhash.h>

#include "chain/block.h"
#include "chain/file_header.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "edits.h"

#define FILE_MAX   ((size_t)64 << 10)
#define BASE_GAMES 3

static const ChainOrigin ORIGIN = {.network_id = 7, .nodes = 150};

/* One that the number chooses. */
static void make_game(int number, ChainGame *game) {
    static const char *const FENS[BASE_GAMES] = {
        FEN_START, "bnrbkrqn/pppppppp/8/8/8/8/PPPPPPPP/BNRBKRQN w KQkq - 0 1",
        "4k3/1P6/8/3pP3/8/8/1p6/R3K2R w KQ d6 0 1"};
    FenError error;
    MUST(fen_parse(FENS[number], &game->start, &error));
    game->result = (GameResult)number;
    game->ply_count = 0;
    Position position = game->start;
    for (int ply = 0; ply < 12 + 9 * number; ply++) {
        MoveList moves = {0};
        movegen_all(&position, &moves);
        if (moves.count == 0)
            break;
        const Move move = moves.moves[(ply * 7 + number) % moves.count];
        game->moves[ply] = move;
        game->scores[ply] = (int16_t)(ply * 31 % 200 - 100);
        game->ply_count++;
        Position next;
        position_make(&position, &next, move);
        position = next;
    }
}

/* The columns of all games one behind the other; their sizes. */
static size_t good_columns(uint8_t *bytes, size_t sizes[COLUMNS]) {
    static EncodedGame encoded[BASE_GAMES];
    static ChainGame game;
    size_t size = 0;
    for (int i = 0; i < BASE_GAMES; i++) {
        make_game(i, &game);
        MUST(game_encode(&game, &encoded[i]));
    }
    for (int column = 0; column < COLUMNS; column++) {
        sizes[column] = 0;
        for (int i = 0; i < BASE_GAMES; i++) {
            memcpy(bytes + size, encoded[i].bytes[column], encoded[i].sizes[column]);
            sizes[column] += encoded[i].sizes[column];
            size += encoded[i].sizes[column];
        }
    }
    return size;
}

/* A file of one block of these columns; its size. */
static size_t pack(uint8_t *file, const uint8_t *bytes, size_t size, size_t sizes[COLUMNS],
                   uint32_t games) {
    static BlockColumns columns;
    static uint8_t payload[BLOCK_PAYLOAD_MAX];
    for (int i = 0; i < COLUMNS; i++) { /* the last one has what the others leave */
        const size_t part = i == COLUMNS - 1 || sizes[i] > size ? size : sizes[i];
        columns.sizes[i] = part < BLOCK_COLUMN_MAX ? part : BLOCK_COLUMN_MAX;
        memcpy(columns.bytes[i], bytes, columns.sizes[i]);
        bytes += part;
        size -= part;
    }
    const FileHeader head = {.version = FILE_VERSION, .description = "made by fuzz_chain"};
    BlockHeader block = {.origin = ORIGIN, .games = games, .plies = 30, .kept = 20};
    MUST(block_compress(&columns, &block, payload));
    MUST(FILE_HEADER_SIZE + BLOCK_HEADER_SIZE + (size_t)block.payload_size <= FILE_MAX);
    file_header_write(&head, file);
    block_header_write(&block, file + FILE_HEADER_SIZE);
    memcpy(file + FILE_HEADER_SIZE + BLOCK_HEADER_SIZE, payload, block.payload_size);
    return FILE_HEADER_SIZE + BLOCK_HEADER_SIZE + block.payload_size;
}

static void put_hash(uint8_t *at, const uint8_t *bytes, size_t size) {
    bytes_put(at, XXH64(bytes, size, 0), 8);
}

/* Corrects them where the bytes that they belong to are there. */
static void correct_checksums(uint8_t *bytes, size_t size) {
    if (size >= FILE_HEADER_SIZE)
        put_hash(bytes + FILE_HEADER_SIZE - 8, bytes, FILE_HEADER_SIZE - 8);
    for (size_t at = FILE_HEADER_SIZE; at + BLOCK_HEADER_SIZE <= size; at++) {
        if (memcmp(bytes + at, BLOCK_MAGIC, BLOCK_MAGIC_SIZE) != 0)
            continue;
        uint8_t *block = bytes + at;
        const size_t payload = (uint32_t)bytes_get(block + 44, 4);
        if (payload <= size - at - BLOCK_HEADER_SIZE)
            put_hash(block + 48, block + BLOCK_HEADER_SIZE, payload);
        put_hash(block + BLOCK_HEADER_SIZE - 8, block, BLOCK_HEADER_SIZE - 8);
    }
}

static void check_game(const ChainGame *game) {
    static EncodedGame encoded;
    static ChainGame again;
    MUST(position_is_consistent(&game->start));
    MUST(game->ply_count >= 0 && game->ply_count <= CHAIN_MAX_PLIES);
    MUST(game_encode(game, &encoded));
    ByteCursor cursors[COLUMNS];
    for (int i = 0; i < COLUMNS; i++)
        cursors[i] = (ByteCursor){encoded.bytes[i], encoded.bytes[i] + encoded.sizes[i]};
    const char *why;
    MUST(game_decode(cursors, &again, &why));
    const size_t plies = (size_t)game->ply_count;
    MUST(again.ply_count == game->ply_count && again.result == game->result);
    MUST(again.start.key == game->start.key);
    MUST(memcmp(again.moves, game->moves, plies * sizeof(Move)) == 0);
    MUST(memcmp(again.scores, game->scores, plies * sizeof(int16_t)) == 0);
}

/* The number of games that can be read, -1 for no chain file. */
static int64_t read_games(const char *path) {
    static ChainGame game;
    Reason reason = {""};
    ChainReader *reader = chain_reader_open(path, &reason);
    if (!reader) {
        MUST(reason.text[0] != '\0');
        return -1;
    }
    int64_t games = 0;
    ChainStatus status;
    while ((status = chain_reader_next(reader, &game)) != CHAIN_END) {
        if (status == CHAIN_DAMAGED) {
            MUST(chain_reader_message(reader)[0] != '\0');
        } else {
            check_game(&game);
            games++;
        }
    }
    chain_reader_close(reader);
    return games;
}

static void go_on(const char *path, int64_t games) {
    static ChainGame game;
    Reason reason = {""};
    ChainSurvey held;
    ChainWriter *writer = chain_writer_open(path, &ORIGIN, &held, &reason);
    if (!writer) {
        MUST(reason.text[0] != '\0');
        return;
    }
    make_game(0, &game);
    MUST(chain_writer_add(writer, &game));
    MUST(chain_writer_close(writer));
    MUST(read_games(path) == (games < 0 ? 0 : games) + 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static uint8_t bytes[FILE_MAX], raw[FILE_MAX], good[FILE_MAX];
    static size_t good_size;
    chess_init();
    size_t sizes[COLUMNS], length = 0;
    if (good_size == 0) {
        length = good_columns(raw, sizes);
        good_size = pack(good, raw, length, sizes, BASE_GAMES);
    }
    if (size >= 2 && data[0] == 'c') {
        length = good_columns(raw, sizes);
        edits_apply(raw, &length, FILE_MAX / 2, data + 2, size - 2);
        length = pack(bytes, raw, length, sizes, data[1]);
    } else if (size >= 1 && data[0] == 'f') {
        length = good_size;
        memcpy(bytes, good, good_size);
        edits_apply(bytes, &length, sizeof bytes, data + 1, size - 1);
        correct_checksums(bytes, length);
    } else {
        length = size < sizeof bytes ? size : sizeof bytes;
        memcpy(bytes, data, length);
    }
    char path[TARGET_PATH];
    const int file = target_file(bytes, length, path);
    const int64_t games = read_games(path);
    if (size == 1 && data[0] == 'f') /* without a change */
        MUST(games == BASE_GAMES);
    ChainSurvey survey;
    Reason reason;
    MUST(chain_survey(path, &survey, &reason) == (games >= 0));
    if (games < 0 || size % 8 == 1) /* which takes long */
        go_on(path, games);
    close(file);
    return 0;
}
