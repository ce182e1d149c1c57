#include "tables/book.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/random.h"
#include "chess/movegen.h"
#include "tables/polyglot_key.h"

#define ENTRY_BYTES 16

struct Book {
    int file;
    uint64_t entries;
};

typedef struct BookEntry {
    uint64_t key;
    unsigned move;
    int weight;
} BookEntry;

/* Why an open file is no book, NULL if it may be one. */
static const char *fault_of(int file, uint64_t *entries) {
    struct stat status;
    if (fstat(file, &status) != 0)
        return strerror(errno);
    if (!S_ISREG(status.st_mode))
        return "not a file";
    if (status.st_size == 0 || status.st_size % ENTRY_BYTES != 0)
        return "not a Polyglot book: its size is not that of whole entries";
    *entries = (uint64_t)status.st_size / ENTRY_BYTES;
    return NULL;
}

Book *book_open(const char *path, Reason *reason) {
    uint64_t entries = 0;
    const char *fault = NULL;
    /* Without waiting: the path may be that of a pipe. */
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0)
        fault = strerror(errno);
    else
        fault = fault_of(file, &entries);
    Book *book = fault ? NULL : malloc(sizeof *book);
    if (book) {
        *book = (Book){file, entries};
        return book;
    }
    reason_set(reason, "%s", fault ? fault : "not enough memory");
    if (file >= 0)
        close(file);
    return NULL;
}

void book_close(Book *book) {
    if (!book)
        return;
    close(book->file);
    free(book);
}

uint64_t book_size(const Book *book) {
    return book->entries;
}

static uint64_t big_endian(const unsigned char *bytes, int count) {
    uint64_t value = 0;
    for (int i = 0; i < count; i++)
        value = value << 8 | bytes[i];
    return value;
}

/* False when the file has become shorter or cannot be read. */
static bool read_entry(const Book *book, uint64_t index, BookEntry *entry) {
    unsigned char bytes[ENTRY_BYTES];
    off_t offset = (off_t)(index * ENTRY_BYTES);
    if (index >= book->entries ||
        pread(book->file, bytes, sizeof bytes, offset) != (ssize_t)sizeof bytes)
        return false;
    *entry = (BookEntry){.key = big_endian(bytes, 8),
                         .move = (unsigned)big_endian(bytes + 8, 2),
                         .weight = (int)big_endian(bytes + 10, 2)};
    return true;
}

/* Index of the first entry whose key is not below this one. */
static uint64_t find_first(const Book *book, uint64_t key) {
    uint64_t low = 0, high = book->entries;
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        BookEntry entry;
        if (!read_entry(book, middle, &entry))
            return book->entries;
        if (entry.key < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Six bits for either square, then the promotion: 1 for a knight to 4 for a queen. Castling is
 * written as the king taking its own rook, as in Move. */
static bool is_written_as(Move move, unsigned text) {
    if ((unsigned)move_to(move) != (text & 63) || (unsigned)move_from(move) != (text >> 6 & 63))
        return false;
    unsigned promotion = text >> 12 & 7;
    if (move_kind(move) != MOVE_PROMOTION)
        return promotion == 0;
    return promotion == (unsigned)(move_promotion(move) - KNIGHT) + 1;
}

static Move legal_move_of(const MoveList *legal, unsigned text) {
    for (int i = 0; i < legal->count; i++) {
        if (is_written_as(legal->moves[i], text))
            return legal->moves[i];
    }
    return MOVE_NONE;
}

static bool is_listed(const BookMove *moves, int count, Move move) {
    for (int i = 0; i < count; i++) {
        if (moves[i].move == move)
            return true;
    }
    return false;
}

int book_find(const Book *book, const Position *position, BookMove moves[MAX_MOVES]) {
    const MoveList legal = movegen_list(position);
    uint64_t key = polyglot_key(position);
    int count = 0;
    BookEntry entry;
    for (uint64_t i = find_first(book, key);
         count < MAX_MOVES && read_entry(book, i, &entry) && entry.key == key; i++) {
        Move move = legal_move_of(&legal, entry.move);
        if (move != MOVE_NONE && entry.weight > 0 && !is_listed(moves, count, move))
            moves[count++] = (BookMove){move, entry.weight};
    }
    return count;
}

int book_choose(const BookMove *moves, int count, uint64_t random) {
    uint64_t sum = 0;
    for (int i = 0; i < count; i++)
        sum += (uint64_t)moves[i].weight;
    uint64_t drawn = random_scale(random, sum);
    int chosen = 0;
    while (drawn >= (uint64_t)moves[chosen].weight)
        drawn -= (uint64_t)moves[chosen++].weight;
    return chosen;
}
