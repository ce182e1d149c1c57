/* Fuzz target: a Polyglot book, as it is or as changes to a good one. What is found in it are legal
 * moves with weights, each once, of which one is chosen. */

#include "chess/fen.h"
#include "chess/movegen.h"
#include "edits.h"
#include "tables/book.h"
#include "tables/polyglot_key.h"

#define ENTRY_BYTES 16
#define BOOK_MAX    4096

static const char *const FENS[] = {
    FEN_START,
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "8/P6k/8/8/8/8/p6K/8 w - - 0 1",
    "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
};
#define FEN_COUNT ((int)(sizeof FENS / sizeof FENS[0]))

static Position position_of(const char *fen) {
    Position position;
    FenError error;
    MUST(fen_parse(fen, &position, &error));
    return position;
}

static void write_number(uint8_t *bytes, int size, uint64_t value) {
    for (int i = 0; i < size; i++)
        bytes[i] = (uint8_t)(value >> 8 * (size - 1 - i));
}

static int compare_entries(const void *a, const void *b) {
    return memcmp(a, b, 8);
}

/* Three moves of each position. */
static size_t good_book(uint8_t *bytes) {
    size_t count = 0;
    for (int i = 0; i < FEN_COUNT; i++) {
        const Position position = position_of(FENS[i]);
        MoveList moves = {0};
        movegen_all(&position, &moves);
        for (int j = 0; j < 3; j++, count++) {
            const Move move = moves.moves[moves.count - 1 - j];
            uint8_t *entry = bytes + count * ENTRY_BYTES;
            const bool promotes = move_kind(move) == MOVE_PROMOTION;
            const unsigned piece = promotes ? (unsigned)(move_promotion(move) - KNIGHT) + 1 : 0;
            write_number(entry, 8, polyglot_key(&position));
            write_number(entry + 8, 2,
                         (unsigned)move_to(move) | (unsigned)move_from(move) << 6 | piece << 12);
            write_number(entry + 10, 2, (unsigned)j + 1);
            write_number(entry + 12, 4, 0);
        }
    }
    qsort(bytes, count, ENTRY_BYTES, compare_entries);
    return count * ENTRY_BYTES;
}

/* How many moves it has. */
static int check_position(const Book *book, const Position *position) {
    BookMove moves[MAX_MOVES];
    const int count = book_find(book, position, moves);
    MUST(count >= 0 && count <= movegen_count(position));
    for (int i = 0; i < count; i++) {
        MUST(movegen_is_legal(position, moves[i].move));
        MUST(moves[i].weight > 0 && moves[i].weight <= UINT16_MAX);
        for (int j = 0; j < i; j++)
            MUST(moves[j].move != moves[i].move);
    }
    if (count == 0)
        return 0;
    MUST(book_choose(moves, count, 0) == 0);
    MUST(book_choose(moves, count, UINT64_MAX) == count - 1);
    const int chosen = book_choose(moves, count, position->key);
    MUST(chosen >= 0 && chosen < count);
    return count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    chess_init();
    uint8_t bytes[BOOK_MAX];
    size_t length = 0;
    if (size > 0 && data[0] == 'e') { /* edits of a good one */
        length = good_book(bytes);
        edits_apply(bytes, &length, sizeof bytes, data + 1, size - 1);
    } else {
        length = size < sizeof bytes ? size : sizeof bytes;
        memcpy(bytes, data, length);
    }
    char path[TARGET_PATH];
    const int file = target_file(bytes, length, path);
    Reason reason = {""};
    Book *book = book_open(path, &reason);
    MUST(book ? length / ENTRY_BYTES == book_size(book) : reason.text[0] != '\0');
    for (int i = 0; book && i < FEN_COUNT; i++) {
        const Position position = position_of(FENS[i]);
        if (i == FEN_COUNT - 1) /* as when another program shortens it meanwhile */
            MUST(ftruncate(file, (off_t)(length / 2)) == 0);
        const int count = check_position(book, &position);
        if (size == 1 && data[0] == 'e' && i == 0) /* without a change */
            MUST(count == 3);
    }
    book_close(book);
    close(file);
    return 0;
}
