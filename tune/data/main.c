#include "chess/position.h"
#include "data/commands.h"

int main(int argc, char **argv) {
    chess_init();
    return command_main(&DATA_PROGRAM, argc, argv);
}
