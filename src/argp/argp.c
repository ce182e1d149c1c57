#include <argp.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define MOST_OPTIONS 80
#define LINE_WIDTH   79
#define TEXT_COLUMN  29
#define FIRST_LONG   256 /* keys below it are letters */
#define KEY_USAGE    (1 << 20)

const char *argp_program_version;
error_t argp_err_exit_status = 64;

static const struct argp_option STANDARD[] = {
    {"help", '?', NULL, 0, "Give this help list", -1},
    {"usage", KEY_USAGE, NULL, 0, "Give a short usage message", -1},
    {"version", 'V', NULL, 0, "Print program version", -1},
    {0}};

static bool is_option(const struct argp_option *option) {
    return option->name || option->key || option->doc;
}

/* Prints a text, words and lines of which begin at the column once there is one too many. */
static void print_wrapped(FILE *stream, const char *text, size_t length, int at, int column) {
    const char *end = text + length;
    while (text < end) {
        size_t word = strcspn(text, " \n");
        word = word < (size_t)(end - text) ? word : (size_t)(end - text);
        if (at > column && at + (int)word >= LINE_WIDTH)
            at = fprintf(stream, "\n%*s", column, "") - 1;
        else if (at > column)
            at += fprintf(stream, " ");
        at += fprintf(stream, "%.*s", (int)word, text);
        text += word + 1;
        if (text < end && text[-1] == '\n')
            at = fprintf(stream, "\n%*s", column, "") - 1;
    }
    putc('\n', stream);
}

static void print_option(FILE *stream, const struct argp_option *option) {
    char names[128];
    const bool has_letter = option->key > 0 && option->key < FIRST_LONG;
    int length = snprintf(names, sizeof names, "  %c%c%s", has_letter ? '-' : ' ',
                          has_letter ? option->key : ' ', has_letter && option->name ? "," : " ");
    if (option->name)
        length += snprintf(names + length, sizeof names - (size_t)length, " --%s%s%s", option->name,
                           option->arg ? "=" : "", option->arg ? option->arg : "");
    fprintf(stream, "%-*s", TEXT_COLUMN, names);
    if (length >= TEXT_COLUMN)
        fprintf(stream, "\n%*s", TEXT_COLUMN, "");
    print_wrapped(stream, option->doc, strlen(option->doc), TEXT_COLUMN, TEXT_COLUMN);
}

static void print_usage(FILE *stream, const struct argp_state *state, bool short_form) {
    const char *words = state->root_argp->args_doc;
    fprintf(stream, "Usage: %s [OPTION...]%s%s\n", state->name, words ? " " : "",
            words ? words : "");
    if (short_form)
        fprintf(stream, "Try `%s --help' for more information.\n", state->name);
}

static void print_help(FILE *stream, const struct argp_state *state) {
    const struct argp *argp = state->root_argp;
    const char *doc = argp->doc ? argp->doc : "";
    const size_t before = strcspn(doc, "\v");
    print_usage(stream, state, false);
    if (before > 0)
        print_wrapped(stream, doc, before, 0, 0);
    putc('\n', stream);
    for (const struct argp_option *row = argp->options; row && is_option(row); row++) {
        if (!row->name && row->key == 0)
            fprintf(stream, "%s %s\n", row == argp->options ? "" : "\n", row->doc);
        else if (!(row->flags & OPTION_HIDDEN))
            print_option(stream, row);
    }
    if (argp->options && is_option(argp->options))
        putc('\n', stream);
    for (const struct argp_option *row = STANDARD; is_option(row); row++)
        print_option(stream, row);
    if (doc[before] != '\0') {
        putc('\n', stream);
        print_wrapped(stream, doc + before + 1, strlen(doc + before + 1), 0, 0);
    }
    char *extra =
        argp->help_filter ? argp->help_filter(ARGP_KEY_HELP_EXTRA, NULL, state->input) : NULL;
    if (extra)
        fprintf(stream, "\n%s", extra);
    free(extra);
}

void argp_state_help(const struct argp_state *state, FILE *stream, unsigned flags) {
    print_help(stream, state);
    exit(flags & ARGP_HELP_EXIT_ERR ? argp_err_exit_status : EXIT_SUCCESS);
}

void argp_error(const struct argp_state *state, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "%s: ", state->name);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fprintf(stderr, "\nTry `%s --help' or `%s --usage' for more information.\n", state->name,
            state->name);
    exit(argp_err_exit_status);
}

void argp_failure(const struct argp_state *state, int status, int number, const char *format, ...) {
    (void)number;
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "%s: ", state->name);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    putc('\n', stderr);
    exit(status);
}

/* What getopt_long() reads by. */
typedef struct Rows {
    struct option names[MOST_OPTIONS + 1];
    char letters[3 * MOST_OPTIONS + 3];
    int count;
} Rows;

static void add_rows(Rows *rows, const struct argp_option *options) {
    char *letter = rows->letters + strlen(rows->letters);
    for (const struct argp_option *row = options;
         row && is_option(row) && rows->count < MOST_OPTIONS; row++) {
        if (row->name)
            rows->names[rows->count++] = (struct option){
                row->name, row->arg ? required_argument : no_argument, NULL, row->key};
        if (row->key > 0 && row->key < FIRST_LONG) {
            *letter++ = (char)row->key;
            if (row->arg)
                *letter++ = ':';
        }
    }
}

/* Those that every program has. False for another key. */
static bool take_standard(const struct argp_state *state, int key, bool is_fault) {
    if (key == '?' && !is_fault)
        argp_state_help(state, stdout, ARGP_HELP_STD_HELP);
    if (key == 'V')
        printf("%s\n", argp_program_version);
    else if (key == KEY_USAGE)
        print_usage(stdout, state, true);
    else
        return false;
    exit(EXIT_SUCCESS);
}

static error_t take_option(struct argp_state *state, int key) {
    /* getopt_long() says '?' for what it does not know, too. */
    const char *word = state->argv[optind > 1 ? optind - 1 : 1];
    const bool is_help =
        strcmp(word, "-?") == 0 || (strlen(word) > 2 && strncmp(word, "--help", strlen(word)) == 0);
    if (key == ':')
        argp_error(state, "option '%s' requires an argument", word);
    if (take_standard(state, key, !is_help))
        return 0;
    if (key == '?')
        argp_error(state, "unrecognized option '%s'", word);
    return state->root_argp->parser(key, optarg, state);
}

static error_t take_words(const struct argp *argp, struct argp_state *state, bool in_order) {
    error_t failure;
    if (state->next >= state->argc)
        failure = argp->parser(ARGP_KEY_NO_ARGS, NULL, state);
    else if (in_order)
        failure = argp->parser(ARGP_KEY_ARG, state->argv[state->next++], state);
    else
        failure = argp->parser(ARGP_KEY_ARGS, NULL, state);
    if (failure == 0 || failure == ARGP_ERR_UNKNOWN)
        failure = argp->parser(ARGP_KEY_END, NULL, state);
    return failure == ARGP_ERR_UNKNOWN ? 0 : failure;
}

error_t argp_parse(const struct argp *argp, int argc, char **argv, unsigned flags, int *index,
                   void *input) {
    (void)index;
    struct argp_state state = {argp, argc, argv, 1, input, argv[0]};
    Rows rows = {.letters = "+:"};
    if (!(flags & ARGP_IN_ORDER))
        memmove(rows.letters, rows.letters + 1, 2);
    add_rows(&rows, argp->options);
    add_rows(&rows, STANDARD);
    opterr = optind = 0;
    error_t failure = 0;
    for (int key;
         failure == 0 && (key = getopt_long(argc, argv, rows.letters, rows.names, NULL)) != -1;)
        failure = take_option(&state, key);
    state.next = optind;
    return failure ? failure : take_words(argp, &state, flags & ARGP_IN_ORDER);
}
