#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <spawn.h>
#include <stddef.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/output.h"
#include "tools/scale/report.h"

#define PANEL_WIDTH  560
#define PANEL_HEIGHT 400

/* Each place is drawn this much to the right of the one before, so that bars do not hide others. */
#define ASIDE 1.012

/* A diagram of the plot: one estimate of each case against its threads. */
typedef struct Panel {
    const char *title;
    const char *range; /* of the vertical axis */
    const char *ideal; /* function of x to draw beside it, NULL without */
    double factor;
    size_t offset; /* of the estimate in a ScaleCase */
    bool of_depth; /* measured with a depth, the others with a time */
} Panel;

static const Panel PANELS[] = {
    {"nodes per second, in millions", "[0:0.001<*]", NULL, 1e-6, offsetof(ScaleCase, speed), false},
    {"efficiency: speedup of nodes per second, for each thread", "[0:1<*]", NULL, 1,
     offsetof(ScaleCase, efficiency), false},
    {"speedup of the time to depth", "[0:1<*]", "x", 1, offsetof(ScaleCase, depth_speedup), true},
    {"overhead: nodes to depth more than one thread's, in percent", "[*<0:1<*]", NULL, 100,
     offsetof(ScaleCase, overhead), true},
};

static bool is_measured(const Panel *panel, const ScaleSettings *settings) {
    return panel->of_depth ? settings->depth > 0 : settings->movetime_ms > 0;
}

/* The series of all places, as named data; a place's number is that of its first case. */
static void write_data(const ScaleReport *report, size_t panel, FILE *script) {
    for (size_t i = 0; i < report->case_count; i++) {
        const ScaleCase *scale_case = &report->cases[i];
        const ScaleEstimate *estimate =
            (const ScaleEstimate *)((const char *)scale_case + PANELS[panel].offset);
        double factor = PANELS[panel].factor;
        if (scale_case->base == i)
            fprintf(script, "$p%zu_%zu << END\n", panel, i);
        fprintf(script, "%d %.9g %.9g %.9g\n", scale_case->threads, factor * estimate->median,
                factor * estimate->low, factor * estimate->high);
        if (i + 1 == report->case_count || report->cases[i + 1].base == i + 1)
            fprintf(script, "END\n");
    }
}

static void write_panel(const ScaleReport *report, size_t panel, FILE *script) {
    const char *separator = "plot ";
    int place = 0;
    fprintf(script, "set title \"%s\"\nset yrange %s\n", PANELS[panel].title, PANELS[panel].range);
    if (PANELS[panel].ideal != NULL) {
        fprintf(script, "%s%s title \"ideal\" lc rgb \"gray\" dt 2", separator,
                PANELS[panel].ideal);
        separator = ", ";
    }
    for (size_t i = 0; i < report->case_count; i++) {
        if (report->cases[i].base != i)
            continue;
        fprintf(script, "%s$p%zu_%zu using ($1*%g**%d):2:3:4 with yerrorlines lt %d title \"%s\"",
                separator, panel, i, ASIDE, place, place + 1, report->cases[i].place);
        separator = ", ";
        place++;
    }
    fprintf(script, "\n");
}

static void write_style(FILE *script) {
    /* Colours of M. Okabe and K. Ito (2008) that stand out from white; the signs differ too. */
    static const char *const COLOURS[] = {"#0072B2", "#D55E00", "#009E73",
                                          "#CC79A7", "#56B4E9", "#E69F00"};
    static const int SIGNS[] = {7, 5, 9, 13, 11, 15, 6}; /* one more, so that pairs are not alike */
    for (int i = 0; i < (int)(ARRAY_LENGTH(COLOURS) * ARRAY_LENGTH(SIGNS)); i++)
        fprintf(script, "set linetype %d lc rgb \"%s\" pt %d ps 0.7 lw 1.5\n", i + 1,
                COLOURS[(size_t)i % ARRAY_LENGTH(COLOURS)], SIGNS[(size_t)i % ARRAY_LENGTH(SIGNS)]);
    fprintf(script, "set logscale x 2\nset xlabel \"threads\" offset 0,0.6\nset grid\n"
                    "set key outside below horizontal\n");
}

static void write_script(const ScaleReport *report, int panels, FILE *script) {
    const ScaleSettings *settings = report->settings;
    int rows = (panels + 1) / 2;
    fprintf(script,
            "set terminal svg size %d,%d dynamic font \"sans-serif,12\" noenhanced background "
            "rgb \"white\"\n",
            2 * PANEL_WIDTH, rows * PANEL_HEIGHT);
    for (size_t i = 0; i < ARRAY_LENGTH(PANELS); i++)
        write_data(report, i, script);
    write_style(script);
    fprintf(script, "set xrange [0.9:%g]\nset xtics (",
            1.2 * settings->threads[settings->thread_counts - 1]);
    for (int i = 0; i < settings->thread_counts; i++)
        fprintf(script, "%s%d", i > 0 ? ", " : "", settings->threads[i]);
    fprintf(script, ")\nset multiplot layout %d,2\n", rows);
    for (size_t i = 0; i < ARRAY_LENGTH(PANELS); i++) {
        if (is_measured(&PANELS[i], settings))
            write_panel(report, i, script);
    }
    fprintf(script, "unset multiplot\n");
}

/* Runs gnuplot from input to output and returns its exit code, or -1 with errno. */
static int run_gnuplot(int input, int output, char *argument) {
    char name[] = "gnuplot";
    char *arguments[] = {name, argument, NULL};
    posix_spawn_file_actions_t actions;
    pid_t child;
    int status;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    errno = posix_spawnp(&child, name, &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (errno != 0 || waitpid(child, &status, 0) != child)
        return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

bool scale_plot_is_possible(char *error, size_t error_size) {
    char version[] = "--version";
    int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    int code = nothing >= 0 ? run_gnuplot(nothing, nothing, version) : -1;
    if (code < 0)
        snprintf(error, error_size, "--svg needs gnuplot (Debian: gnuplot-nox): %s",
                 strerror(errno));
    else if (code > 0)
        snprintf(error, error_size, "--svg needs gnuplot, which ends with code %d here", code);
    if (nothing >= 0)
        close(nothing);
    return code == 0;
}

static bool draw(FILE *script, const char *path, char *error, size_t error_size) {
    char default_settings[] = "-d";
    Output output;
    if (!output_open(&output, path, error, error_size))
        return false;
    rewind(script);
    int code = run_gnuplot(fileno(script), fileno(output.stream), default_settings);
    if (code < 0)
        snprintf(error, error_size, "gnuplot cannot be started: %s", strerror(errno));
    else if (code > 0)
        snprintf(error, error_size, "%s: gnuplot ended with code %d", path, code);
    if (code == 0)
        return output_close(&output, error, error_size);
    output_discard(&output);
    return false;
}

bool scale_save_plot(const ScaleReport *report, const char *path, char *error, size_t error_size) {
    int panels = 0;
    for (size_t i = 0; i < ARRAY_LENGTH(PANELS); i++)
        panels += is_measured(&PANELS[i], report->settings);
    if (panels == 0) {
        snprintf(error, error_size, "%s: nothing has been measured that could be drawn", path);
        return false;
    }
    FILE *script = tmpfile();
    bool saved = script != NULL;
    if (saved)
        write_script(report, panels, script);
    if (!saved || fflush(script) != 0) {
        snprintf(error, error_size, "no temporary file for gnuplot: %s", strerror(errno));
        saved = false;
    }
    saved = saved && draw(script, path, error, error_size);
    if (script != NULL)
        fclose(script);
    return saved;
}
