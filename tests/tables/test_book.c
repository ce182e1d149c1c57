#include "support.h"
#include "tables/book.h"
#include "tables/polyglot_key.h"

typedef struct Entry {
    uint64_t key;
    unsigned move;
    unsigned weight;
} Entry;

/* As the format writes it: target, origin, promotion. */
static unsigned written(Square from, Square to, unsigned promotion) {
    return (unsigned)to | (unsigned)from << 6 | promotion << 12;
}

static void put(unsigned char *bytes, uint64_t value, int count) {
    for (int i = 0; i < count; i++)
        bytes[i] = (unsigned char)(value >> 8 * (count - 1 - i));
}

static int by_key(const void *a, const void *b) {
    const Entry *x = a, *y = b;
    return x->key < y->key ? -1 : x->key > y->key;
}

/* Opens a book of these entries. They are sorted; those of one key keep their order in pairs. */
static Book *book_of(Entry *entries, int count) {
    static unsigned char bytes[64 * 16];
    char folder[64], path[128];
    Reason reason;
    qsort(entries, (size_t)count, sizeof *entries, by_key);
    memset(bytes, 0, sizeof bytes);
    for (int i = 0; i < count; i++) {
        put(bytes + 16 * i, entries[i].key, 8);
        put(bytes + 16 * i + 8, entries[i].move, 2);
        put(bytes + 16 * i + 10, entries[i].weight, 2);
    }
    make_folder(folder);
    write_file(folder, "book.bin", bytes, (size_t)count * 16);
    snprintf(path, sizeof path, "%s/book.bin", folder);
    Book *book = book_open(path, &reason);
    if (!book)
        fail_msg("%s", reason.text);
    remove_file(folder, "book.bin"); /* the open book goes on with it */
    rmdir(folder);
    return book;
}

static void finds_legal_moves_with_weight(void **state) {
    (void)state;
    const Position start = position_of(FEN_START);
    const uint64_t key = polyglot_key(&start);
    Entry entries[] = {
        {key, written(E2, E4, 0), 30}, {key, written(D2, D4, 0), 10},
        {key, written(E2, E5, 0), 99}, {key, written(G1, F3, 0), 0},
        {0, written(A2, A3, 0), 5},    {UINT64_MAX, written(A2, A4, 0), 5},
    };
    Book *book = book_of(entries, 6);
    BookMove moves[MAX_MOVES];
    assert_int_equal(book_size(book), 6);
    assert_int_equal(book_find(book, &start, moves), 2);
    int sum = 0;
    for (int i = 0; i < 2; i++) {
        const bool pawn = moves[i].move == move_of(&start, "e2e4");
        assert_true(pawn || moves[i].move == move_of(&start, "d2d4"));
        assert_int_equal(moves[i].weight, pawn ? 30 : 10);
        sum += moves[i].weight;
    }
    assert_int_equal(sum, 40);
    const Position other = position_after(&start, "h2h3");
    assert_int_equal(book_find(book, &other, moves), 0);
    book_close(book);
}

/* Books that were put together from several may say a move twice. */
static void a_move_counts_once(void **state) {
    (void)state;
    const Position start = position_of(FEN_START);
    const uint64_t key = polyglot_key(&start);
    Entry entries[] = {{key, written(E2, E4, 0), 30}, {key, written(E2, E4, 0), 30}};
    Book *book = book_of(entries, 2);
    BookMove moves[MAX_MOVES];
    assert_int_equal(book_find(book, &start, moves), 1);
    assert_int_equal(moves[0].weight, 30);
    book_close(book);
}

static void expect_only(const char *fen, unsigned text, const char *move) {
    const Position position = position_of(fen);
    Entry entries[] = {{polyglot_key(&position), text, 1}};
    Book *book = book_of(entries, 1);
    BookMove moves[MAX_MOVES];
    const int count = book_find(book, &position, moves);
    assert_int_equal(count, move ? 1 : 0);
    if (move)
        assert_int_equal(moves[0].move, move_of(&position, move));
    book_close(book);
}

static void reads_special_moves(void **state) {
    (void)state;
    const char *castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    expect_only(castling, written(E1, H1, 0), "e1g1");
    expect_only(castling, written(E1, A1, 0), "e1c1");
    expect_only(castling, written(E1, E2, 0), "e1e2");
    expect_only("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", written(E1, H1, 0), NULL);
    const char *pawn = "7k/P7/8/8/8/8/8/K7 w - - 0 1";
    expect_only(pawn, written(A7, A8, 1), "a7a8n");
    expect_only(pawn, written(A7, A8, 2), "a7a8b");
    expect_only(pawn, written(A7, A8, 3), "a7a8r");
    expect_only(pawn, written(A7, A8, 4), "a7a8q");
    expect_only(pawn, written(A7, A8, 0), NULL);
    expect_only(pawn, written(A1, B1, 4), NULL);
    expect_only("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", written(E5, D6, 0), "e5d6");
}

/* From the page that describes the format: pieces, castling, en passant and the side to move. */
static void keys_are_those_of_the_format(void **state) {
    (void)state;
    static const struct {
        const char *fen;
        uint64_t key;
    } KNOWN[] = {
        {FEN_START, 0x463B96181691FC9C},
        {"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", 0x823C9B50FD114196},
        {"rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", 0x22A48B5A8E47FF78},
        {"rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4", 0x00FDD303C946BDD9},
        {"rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4", 0x5C3F9B829B279560},
    };
    for (size_t i = 0; i < ARRAY_LENGTH(KNOWN); i++) {
        const Position position = position_of(KNOWN[i].fen);
        assert_int_equal(polyglot_key(&position), KNOWN[i].key);
    }
}

static void keys_differ_by_what_the_format_counts(void **state) {
    (void)state;
    /* Counters do not count; side, rights and a pawn that can be taken in passing do. */
    const char *same[] = {"4k3/8/8/3pP3/8/8/8/4K2R w K - 0 1", "4k3/8/8/3pP3/8/8/8/4K2R w K - 7 9"};
    const char *others[] = {
        "4k3/8/8/3pP3/8/8/8/4K2R b K - 0 1", "4k3/8/8/3pP3/8/8/8/4K2R w - - 0 1",
        "4k3/8/8/3pP3/8/8/8/4K2R w K d6 0 1", "4k3/8/8/3pP3/8/8/8/4K1R1 w - - 0 1"};
    const Position first = position_of(same[0]), second = position_of(same[1]);
    assert_int_equal(polyglot_key(&first), polyglot_key(&second));
    for (int i = 0; i < (int)ARRAY_LENGTH(others); i++) {
        const Position other = position_of(others[i]);
        assert_int_not_equal(polyglot_key(&first), polyglot_key(&other));
    }
}

static void chooses_by_weight(void **state) {
    (void)state;
    const BookMove moves[] = {{move_make(E2, E4), 1}, {move_make(D2, D4), 65535}, {3, 14464}};
    int counts[3] = {0};
    uint64_t seed = 9;
    for (int i = 0; i < 80000; i++)
        counts[book_choose(moves, 3, random_next(&seed))]++;
    /* Expected 1, 65535 and 14464 of 80000; the standard deviation of the last two is 109. */
    assert_in_range(counts[0], 0, 10);
    assert_in_range(counts[1], 65535 - 600, 65535 + 600);
    assert_in_range(counts[2], 14464 - 600, 14464 + 600);
    assert_int_equal(book_choose(moves, 1, UINT64_MAX), 0);
    assert_int_equal(book_choose(moves, 3, UINT64_MAX), 2);
    const BookMove equals[] = {{move_make(E2, E4), 1}, {move_make(D2, D4), 1}};
    assert_int_equal(book_choose(equals, 2, 0), 0);
    assert_int_equal(book_choose(equals, 2, UINT64_MAX), 1);
}

static void refuses_what_is_no_book(void **state) {
    (void)state;
    char folder[64], path[128];
    Reason reason = {""};
    make_folder(folder);
    assert_null(book_open(folder, &reason));
    assert_string_not_equal(reason.text, "");
    snprintf(path, sizeof path, "%s/none.bin", folder);
    assert_null(book_open(path, &reason));
    assert_string_equal(reason.text, "No such file or directory");
    for (size_t size = 0; size < 32; size += 5) {
        write_file(folder, "none.bin", "0123456789abcdef0123456789abcdef", size);
        assert_null(book_open(path, &reason));
        assert_non_null(strstr(reason.text, "not a Polyglot book"));
    }
    /* Sixteen bytes of anything are a book without a move to find. */
    write_file(folder, "none.bin", "0123456789abcdef", 16);
    Book *book = book_open(path, &reason);
    assert_non_null(book);
    const Position start = position_of(FEN_START);
    BookMove moves[MAX_MOVES];
    assert_int_equal(book_find(book, &start, moves), 0);
    /* The file is cut off while the book is open. */
    assert_int_equal(truncate(path, 0), 0);
    assert_int_equal(book_find(book, &start, moves), 0);
    book_close(book);
    book_close(NULL);
    remove_file(folder, "none.bin");
    rmdir(folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_legal_moves_with_weight),
        cmocka_unit_test(a_move_counts_once),
        cmocka_unit_test(reads_special_moves),
        cmocka_unit_test(keys_are_those_of_the_format),
        cmocka_unit_test(keys_differ_by_what_the_format_counts),
        cmocka_unit_test(chooses_by_weight),
        cmocka_unit_test(refuses_what_is_no_book),
    };
    chess_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
