#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "completion.h"
#include "man_page.h"
#include "program.h"

/* quorum-manual DOCS OUT: writes into the folder OUT, for each program, a manual page (from the
 * prose DOCS/PROGRAM.6.in), and completions for bash (PROGRAM.bash) and zsh (_PROGRAM). It runs
 * while Quorum is built and is not installed. */

#define PATH_SIZE 4096

static void complain(const char *path) {
    fprintf(stderr, "quorum-manual: %s: %s\n", path, strerror(errno));
}

/* The text of a file, to be freed; NULL, with a message, when it cannot be read. */
static char *read_file(const char *folder, const char *name, const char *suffix) {
    char path[PATH_SIZE];
    snprintf(path, sizeof path, "%s/%s%s", folder, name, suffix);
    char *text = NULL;
    size_t size = 0;
    FILE *file = fopen(path, "r");
    if (!file || getdelim(&text, &size, '\0', file) < 0) {
        complain(path);
        free(text);
        text = NULL;
    }
    if (file)
        fclose(file);
    return text;
}

static FILE *create_file(const char *folder, const char *prefix, const char *name,
                         const char *suffix) {
    char path[PATH_SIZE];
    snprintf(path, sizeof path, "%s/%s%s%s", folder, prefix, name, suffix);
    FILE *file = fopen(path, "w");
    if (!file)
        complain(path);
    return file;
}

static bool close_file(FILE *file, const char *name) {
    const bool complete = ferror(file) == 0;
    if (fclose(file) == 0 && complete)
        return true;
    complain(name);
    return false;
}

static bool write_page(const char *docs, const char *folder, const Program *program,
                       const char *uci_page) {
    char *prose = read_file(docs, program->name, ".6.in");
    FILE *file = prose ? create_file(folder, "", program->name, ".6") : NULL;
    bool done = file && man_page_write(file, program, prose, uci_page);
    if (file && !close_file(file, program->name))
        done = false;
    free(prose);
    return done;
}

static bool write_completion(const char *folder, const Program *program) {
    FILE *bash = create_file(folder, "", program->name, ".bash");
    FILE *zsh = create_file(folder, "_", program->name, "");
    if (bash)
        completion_write_bash(bash, program);
    if (zsh)
        completion_write_zsh(zsh, program);
    bool done = bash && close_file(bash, program->name);
    done &= zsh && close_file(zsh, program->name);
    return done;
}

int main(int argc, char **argv) {
    if (argc != 3) {
        fputs("Usage: quorum-manual DOCS OUT\n", stderr);
        return EXIT_FAILURE;
    }
    char *uci_page = read_file(argv[1], "uci", ".md");
    if (!uci_page)
        return EXIT_FAILURE;
    Program programs[PROGRAM_LIMIT];
    const size_t count = program_list(programs);
    int code = EXIT_SUCCESS;
    for (size_t i = 0; i < count; i++) {
        if (!write_page(argv[1], argv[2], &programs[i], uci_page) ||
            !write_completion(argv[2], &programs[i]))
            code = EXIT_FAILURE;
    }
    free(uci_page);
    return code;
}
