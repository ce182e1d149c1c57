#include "chess/position.h"
#include "suite/commands.h"

int main(int argc, char **argv) {
    chess_init();
    return subcommands_main(&SUITE_PROGRAM, argc, argv);
}
