#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/options.h"
#include "cli/output_file.h"
#include "suite/commands.h"
#include "suite/selection.h"

#define MAX_COUNT 100000

typedef struct SelectSettings {
    const char *out_path;
    size_t count;
    char *const *files;
    int file_count;
} SelectSettings;

static const struct argp_option OPTIONS[] = {
    {"out", 'o', "FOLDER", 0, "Write the suites into this folder", 0},
    {"count", 'c', "N", 0, "Take up to N positions for each suite (100)", 0},
    {0},
};

static error_t parse_option(int key, char *value, struct argp_state *state) {
    SelectSettings *settings = state->input;
    switch (key) {
    case 'o':
        settings->out_path = value;
        break;
    case 'c':
        settings->count = (size_t)options_require_integer(state, "--count", value, 1, MAX_COUNT);
        break;
    case ARGP_KEY_ARGS:
        settings->files = state->argv + state->next;
        settings->file_count = state->argc - state->next;
        break;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "a FILE of positions is needed");
        break;
    case ARGP_KEY_END:
        if (!settings->out_path)
            argp_error(state, "--out is needed");
        break;
    default:
        return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

const struct argp SELECT_PARSER = {
    .options = OPTIONS,
    .parser = parse_option,
    .args_doc = "FILE...",
    .doc = "Chooses positions from what `quorum-suite find` has collected and writes a file of EPD "
           "for each suite that has any, sorted by theme and difficulty. Every theme gets the same "
           "number as far as there are as many; of a theme with more, easy and hard ones are "
           "taken. No two positions of a suite come from one game."
           "\vPrints how many positions of each theme were chosen.",
};

/* Lines that are named by theme and number. */
static void write_entries(FILE *stream, const Selection *selection) {
    int number = 0;
    for (size_t i = 0; i < selection->count; i++) {
        SuiteEntry entry = selection->items[i]->entry;
        bool begins = i == 0 || selection->items[i - 1]->entry.theme != entry.theme;
        number = begins ? 1 : number + 1;
        snprintf(entry.id, sizeof entry.id, "%s.%03d", theme_name(entry.theme), number);
        entry_write(stream, &entry);
    }
}

static void print_themes(const Selection *selection, Kind kind) {
    printf("%s: %zu of %zu positions\n", kind_name(kind), selection->count, selection->available);
    size_t counts[THEMES] = {0};
    for (size_t i = 0; i < selection->count; i++)
        counts[selection->items[i]->entry.theme]++;
    for (Theme theme = 0; theme < THEMES; theme++) {
        if (counts[theme] > 0)
            printf("  %-18s %zu\n", theme_name(theme), counts[theme]);
    }
}

/* Writes one suite; false, with a message, when that fails. */
static bool write_suite(const SelectSettings *settings, const Selection *selection, Kind kind) {
    char error[512] = "not enough memory";
    char *path = NULL;
    OutputText output;
    bool good = asprintf(&path, "%s/%s.epd", settings->out_path, kind_name(kind)) >= 0 &&
                output_text_begin(&output, error, sizeof error);
    if (good) {
        write_entries(output.stream, selection);
        good = output_text_end(&output, path, error, sizeof error);
    }
    if (!good)
        fprintf(stderr, "quorum-suite: %s\n", error);
    free(path);
    return good;
}

static int select_suites(const SelectSettings *settings, const Collection *collection) {
    if (mkdir(settings->out_path, 0777) != 0 && errno != EEXIST) {
        fprintf(stderr, "quorum-suite: %s: %s\n", settings->out_path, strerror(errno));
        return EXIT_MISUSED;
    }
    int code = EXIT_DONE;
    for (Kind kind = 0; kind < KINDS && code == EXIT_DONE; kind++) {
        Selection selection;
        if (!selection_make(collection, kind, settings->count, &selection)) {
            fprintf(stderr, "quorum-suite: not enough memory\n");
            return EXIT_FAULT;
        }
        if (selection.count > 0) {
            print_themes(&selection, kind);
            code = write_suite(settings, &selection, kind) ? EXIT_DONE : EXIT_FAULT;
        }
        selection_free(&selection);
    }
    return code;
}

int select_command(int argc, char **argv) {
    SelectSettings settings = {.count = 100};
    options_parse(&SELECT_PARSER, "quorum-suite select", argc, argv, &settings);
    Collection collection = {0};
    char error[1024];
    int code = EXIT_DONE;
    for (int i = 0; i < settings.file_count && code == EXIT_DONE; i++) {
        if (!collection_read(&collection, settings.files[i], error, sizeof error)) {
            fprintf(stderr, "quorum-suite: %s\n", error);
            code = EXIT_MISUSED;
        }
    }
    if (code == EXIT_DONE)
        code = select_suites(&settings, &collection);
    collection_free(&collection);
    return code;
}
