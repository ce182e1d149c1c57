/* The network that the program carries, whichever it is: the file that the build was told to embed,
 * and one that the engine can use. */

#include "nnue/embedded_network.h"
#include "nnue/network_file.h"
#include "nnue/reference.h"
#include "support.h"

static Network *load_file(void) {
    Reason reason = {""};
    Network *network = network_load(QUORUM_NETWORK_FILE, &reason);
    if (!network)
        fail_msg("%s: %s", QUORUM_NETWORK_FILE, reason.text);
    return network;
}

static void is_the_file_of_the_build(void **state) {
    (void)state;
    Network *network = load_file();
    const PackedNetwork *embedded = embedded_network();
    assert_non_null(embedded);
    assert_true(embedded->id == network->id);
    assert_int_equal(embedded->width, network->width);
    for (int i = 0; SHARP_FENS[i]; i++) {
        const Position position = position_of(SHARP_FENS[i]);
        assert_int_equal(packed_network_evaluate(embedded, &position),
                         reference_evaluate(network, &position));
    }
    network_destroy(network);
    network = embedded_network_decode();
    assert_non_null(network);
    assert_true(network->id == embedded->id);
    network_destroy(network);
}

static void says_where_it_comes_from(void **state) {
    (void)state;
    Network *network = load_file();
    assert_true(strlen(network->provenance) > 0);
    network_destroy(network);
}

static void is_made_once(void **state) {
    (void)state;
    assert_ptr_equal(embedded_network(), embedded_network());
}

/* No network of zeros. */
static void knows_the_queen(void **state) {
    (void)state;
    const char *const ahead = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const char *const behind = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1";
    const Position white = position_of(ahead), black = position_of(behind);
    assert_true(packed_network_evaluate(embedded_network(), &white) > 0);
    assert_true(packed_network_evaluate(embedded_network(), &black) < 0);
}

int main(void) {
    chess_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_the_file_of_the_build),
        cmocka_unit_test(says_where_it_comes_from),
        cmocka_unit_test(is_made_once),
        cmocka_unit_test(knows_the_queen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
