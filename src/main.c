#include <unistd.h>

#include "chess/position.h"
#include "tools/commands.h"
#include "uci/uci.h"

static int speak_uci(int count, char **words) {
    return count > 0 ? uci_obey(count, words, STDOUT_FILENO)
                     : uci_loop(STDIN_FILENO, STDOUT_FILENO);
}

int main(int argc, char **argv) {
    chess_init();
    CommandProgram program = {
        .name = "quorum",
        .doc = "Without a command Quorum speaks the Universal Chess Interface on stdin and stdout. "
               "Commands of the protocol may be given as arguments, too: go depth 10.",
        .without = speak_uci,
        .accepts = uci_accepts,
    };
    program.commands = command_list(&program.count);
    return command_main(&program, argc, argv);
}
