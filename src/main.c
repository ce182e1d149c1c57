#include <unistd.h>

#include "chess/position.h"
#include "tools/commands.h"
#include "uci/uci.h"

static int speak_uci(void) {
    return uci_loop(STDIN_FILENO, STDOUT_FILENO);
}

int main(int argc, char **argv) {
    chess_init();
    CommandProgram program = {
        .name = "quorum",
        .doc = "Without a command Quorum speaks the Universal Chess Interface on stdin and stdout.",
        .without = speak_uci,
    };
    program.commands = command_list(&program.count);
    return command_main(&program, argc, argv);
}
