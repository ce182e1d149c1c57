#include "adapter.h"
#include "chess/position.h"
#include "suites.h"

int main(int argc, char **argv) {
    chess_init();
    moves_register();
    notation_register();
    table_register();
    ordering_register();
    network_register();
    return bench_run(argc, argv);
}
