#include <unistd.h>

#include "../nnue/support.h"
#include "../rounds.h"
#include "nnue/network_file.h"
#include "nnue/reference.h"
#include "support.h"

/* A file of the test's own, gone with delete_file(). */
typedef struct NetworkFile {
    char path[40];
    size_t size;
    uint8_t *bytes;
} NetworkFile;

static void write_bytes(const NetworkFile *file, size_t size) {
    FILE *stream = fopen(file->path, "wb");
    assert_non_null(stream);
    assert_int_equal(fwrite(file->bytes, 1, size, stream), size);
    assert_int_equal(fclose(stream), 0);
}

static NetworkFile make_file(int width, uint64_t seed) {
    NetworkFile file = {.path = "engine-network-XXXXXX",
                        .size = network_file_size(width, ALL_SETS[3])};
    const int descriptor = mkstemp(file.path);
    assert_true(descriptor >= 0);
    close(descriptor);
    Network *network = random_network(width, ALL_SETS[3], seed);
    file.bytes = malloc(file.size);
    assert_non_null(file.bytes);
    network_encode(network, file.bytes);
    network_destroy(network);
    write_bytes(&file, file.size);
    return file;
}

static void delete_file(NetworkFile *file) {
    unlink(file->path);
    free(file->bytes);
}

static void load(Recorder *recorder, const NetworkFile *file) {
    Reason reason;
    if (!engine_load_network(recorder->engine, file->path, &reason))
        fail_msg("%s", reason.text);
    assert_true(engine_network_id(recorder->engine) != 0);
}

/* Nodes of a search that remembers nothing, which tell evaluations apart. */
static uint64_t fingerprint(Recorder *recorder) {
    engine_new_game(recorder->engine);
    set_position(recorder, SHARP_FENS[0]);
    think(recorder, to_depth(7));
    return recorder->best.figures.nodes;
}

static void plays_by_the_network(void **state) {
    (void)state;
    Recorder *recorder = new_engine(1, 4);
    NetworkFile one = make_file(64, 1), two = make_file(128, 2);
    const uint64_t initially = engine_network_id(recorder->engine);
    const uint64_t before = fingerprint(recorder);
    load(recorder, &one);
    const uint64_t id = engine_network_id(recorder->engine);
    const uint64_t with_one = fingerprint(recorder);
    load(recorder, &two);
    const uint64_t with_two = fingerprint(recorder);
    assert_true(with_one != before && with_two != before && with_one != with_two);
    load(recorder, &one);
    assert_true(engine_network_id(recorder->engine) == id);
    assert_int_equal(fingerprint(recorder), with_one);
    engine_reset_network(recorder->engine);
    assert_true(engine_network_id(recorder->engine) == initially);
    assert_int_equal(fingerprint(recorder), before);
    end_engine(recorder);
    delete_file(&one);
    delete_file(&two);
}

/* What was learned by one evaluation is of no use to another. */
static void forgets_when_the_network_changes(void **state) {
    (void)state;
    Recorder *recorder = new_engine(1, 4);
    NetworkFile file = make_file(64, 3);
    load(recorder, &file);
    const uint64_t fresh = fingerprint(recorder);
    engine_reset_network(recorder->engine);
    set_position(recorder, SHARP_FENS[0]);
    think(recorder, to_depth(8));
    load(recorder, &file);
    think(recorder, to_depth(7));
    assert_int_equal(recorder->best.figures.nodes, fresh);
    end_engine(recorder);
    delete_file(&file);
}

static void expect_refusal(Recorder *recorder, const char *path, const char *reason_part) {
    Reason reason = {""};
    const uint64_t id = engine_network_id(recorder->engine);
    if (engine_load_network(recorder->engine, path, &reason))
        fail_msg("accepted what should be refused for: %s", reason_part);
    if (!strstr(reason.text, reason_part))
        fail_msg("refused because \"%s\" instead of \"%s\"", reason.text, reason_part);
    assert_true(engine_network_id(recorder->engine) == id);
}

static void goes_on_after_a_bad_file(void **state) {
    (void)state;
    Recorder *recorder = new_engine(1, 4);
    NetworkFile good = make_file(64, 4), bad = make_file(64, 5);
    for (int with_another = 0; with_another < 2; with_another++) {
        if (with_another)
            load(recorder, &good);
        const uint64_t nodes = fingerprint(recorder);
        write_bytes(&bad, 0);
        expect_refusal(recorder, bad.path, "empty");
        write_bytes(&bad, bad.size / 2);
        expect_refusal(recorder, bad.path, "cut");
        bad.bytes[bad.size / 3] ^= 4;
        write_bytes(&bad, bad.size);
        expect_refusal(recorder, bad.path, "damaged");
        bad.bytes[bad.size / 3] ^= 4;
        bad.bytes[24] ^= 4;
        write_bytes(&bad, bad.size);
        expect_refusal(recorder, bad.path, "another architecture");
        bad.bytes[24] ^= 4;
        expect_refusal(recorder, "no-such-file", "No such file");
        expect_refusal(recorder, "", "No such file");
        assert_int_equal(fingerprint(recorder), nodes);
    }
    end_engine(recorder);
    delete_file(&good);
    delete_file(&bad);
}

/* Two engines with one network; the first may go. */
static void shares_a_network(void **state) {
    (void)state;
    Recorder *first = new_engine(1, 4), *second = new_engine(1, 4);
    NetworkFile file = make_file(192, 6);
    load(first, &file);
    engine_share_network(second->engine, first->engine);
    assert_true(engine_network_id(second->engine) == engine_network_id(first->engine));
    const uint64_t nodes = fingerprint(first);
    end_engine(first);
    assert_int_equal(fingerprint(second), nodes);
    engine_share_network(second->engine, second->engine);
    assert_int_equal(fingerprint(second), nodes);
    end_engine(second);
    delete_file(&file);
}

static void shows_the_view_of_the_network(void **state) {
    (void)state;
    Recorder *recorder = new_engine(1, 4);
    NetworkFile file = make_file(64, 7);
    NetworkView view;
    load(recorder, &file);
    set_position(recorder, SHARP_FENS[1]);
    engine_network_view(recorder->engine, &view);
    Network *network = random_network(64, ALL_SETS[3], 7);
    const Position position = position_of(SHARP_FENS[1]);
    assert_int_equal(view.score, reference_evaluate(network, &position));
    network_destroy(network);
    end_engine(recorder);
    delete_file(&file);
}

/* Many workers read one network, and each writes accumulators of its own; the sanitizers watch. */
/* What depth costs with a random network, and threads that meet by chance, has no bound: a search
 * ends by nodes as well. */
static void searches_with_threads(void **state) {
    (void)state;
    const SearchLimits limits = {.depth = 6, .nodes = ROUNDS(200000)};
    NetworkFile files[] = {make_file(256, 8), make_file(64, 9)};
    Recorder *recorder = new_engine(4, 4);
    for (int i = 0; i < 4; i++) {
        load(recorder, &files[i % 2]);
        for (int k = 0; SHARP_FENS[k]; k++) {
            set_position(recorder, SHARP_FENS[k]);
            search(recorder, limits);
        }
    }
    end_engine(recorder);
    delete_file(&files[0]);
    delete_file(&files[1]);
}

int main(void) {
    chess_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plays_by_the_network),
        cmocka_unit_test(forgets_when_the_network_changes),
        cmocka_unit_test(goes_on_after_a_bad_file),
        cmocka_unit_test(shares_a_network),
        cmocka_unit_test(shows_the_view_of_the_network),
        cmocka_unit_test(searches_with_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
