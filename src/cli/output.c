#include "cli/output.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file_identity.h"

#define OUTPUTS_MAX 8
#define NEW_MODE    0666
#define FRESH_MOST  100

bool output_is_stdout(const char *path) {
    return path && strcmp(path, "-") == 0;
}

bool outputs_take_stdout(const char *const *outputs, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (output_is_stdout(outputs[i]))
            return true;
    }
    return false;
}

void output_print_line(void *unused, const char *line) {
    (void)unused;
    puts(line);
    fflush(stdout);
}

/* What a file is, whatever its names; mode 0 for none. It stays open while files are compared:
 * else another program could replace it, and the next that is made would get its number. */
typedef struct Probe {
    struct stat status;
    int file;  /* -1: not open */
    bool made; /* it was not there */
} Probe;

/* Makes a file. What another program makes meanwhile is opened, but is none of ours; a link that
 * leads nowhere is there, too. */
static void make_probe(const char *path, Probe *probe) {
    probe->file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, NEW_MODE);
    probe->made = probe->file >= 0;
    if (probe->file < 0 && errno == EEXIST)
        probe->file = open(path, O_WRONLY | O_CLOEXEC);
    if (probe->file >= 0 || errno != ENOENT)
        return;
    probe->file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, NEW_MODE);
    probe->made = probe->file >= 0;
}

/* Makes a file that is not there yet. On false errno says why it cannot be written. */
static bool probe_output(const char *path, Probe *probe) {
    if (output_is_stdout(path))
        return fstat(STDOUT_FILENO, &probe->status) == 0;
    const bool is_new = stat(path, &probe->status) != 0;
    if (is_new && errno != ENOENT)
        return false;
    if (!is_new && S_ISDIR(probe->status.st_mode)) {
        errno = EISDIR;
        return false;
    }
    if (!is_new && !S_ISREG(probe->status.st_mode)) /* whoever reads a pipe would see its end */
        return access(path, W_OK) == 0;
    if (is_new)
        make_probe(path, probe);
    else
        probe->file = open(path, O_WRONLY | O_CLOEXEC);
    return probe->file >= 0 && fstat(probe->file, &probe->status) == 0;
}

static bool is_same_file(const struct stat *a, const struct stat *b) {
    return S_ISREG(a->st_mode) && S_ISREG(b->st_mode) && file_identity_equal(a, b);
}

/* A file that was made through a symbolic link is not the link, nor what another program has put in
 * its place. */
static void remove_probe(const char *path, const Probe *probe) {
    struct stat status;
    char file[PATH_MAX]; /* memory may have ended meanwhile */
    const bool is_ours = probe->made && realpath(path, file) && stat(file, &status) == 0 &&
                         is_same_file(&status, &probe->status);
    if (probe->file >= 0)
        close(probe->file); /* Windows removes no open file */
    if (is_ours)
        unlink(file);
}

/* Whether an output is none of those before it, of which there are `count`. */
static bool is_other_output(const char *const *outputs, const Probe *probes, size_t count,
                            Reason *error) {
    const char *path = outputs[count];
    for (size_t i = 0; i < count; i++) {
        if (!outputs[i])
            continue;
        if (output_is_stdout(path) && output_is_stdout(outputs[i]))
            return reason_set(error, "only one report can go to stdout");
        if (is_same_file(&probes[i].status, &probes[count].status))
            return reason_set(error, "%s and %s are the same file", outputs[i], path);
    }
    return true;
}

static bool is_no_input(const char *path, const Probe *probe, const char *const *inputs,
                        size_t count, Reason *error) {
    for (size_t i = 0; i < count; i++) {
        struct stat status;
        if (!inputs[i] || (strcmp(inputs[i], "-") == 0 ? fstat(STDIN_FILENO, &status)
                                                       : stat(inputs[i], &status)) != 0)
            continue;
        if (is_same_file(&status, &probe->status))
            return reason_set(error, "%s is also a file to be read", path);
    }
    return true;
}

static bool check_outputs(const char *const *outputs, size_t output_count,
                          const char *const *inputs, size_t input_count, Reason *error) {
    Probe probes[OUTPUTS_MAX];
    bool usable = true;
    for (size_t i = 0; i < output_count; i++)
        probes[i] = (Probe){.file = -1};
    for (size_t i = 0; usable && i < output_count; i++) {
        if (!outputs[i])
            continue;
        usable = probe_output(outputs[i], &probes[i]);
        if (!usable)
            reason_set(error, "%s: %s", outputs[i], strerror(errno));
        usable = usable && is_other_output(outputs, probes, i, error) &&
                 is_no_input(outputs[i], &probes[i], inputs, input_count, error);
    }
    for (size_t i = 0; i < output_count; i++)
        remove_probe(outputs[i], &probes[i]);
    return usable;
}

bool outputs_check(const char *const *outputs, size_t output_count, const char *const *inputs,
                   size_t input_count, Reason *error) {
    /* A signal that ended the program in between would leave what the check has made. */
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    const bool usable = check_outputs(outputs, output_count, inputs, input_count, error);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return usable;
}

/* Whether a new file may take the place of what has that name; *mode is of that, or 0. Links keep
 * leading where they lead, a device stays one, and a file keeps its owner. */
static bool is_replaceable(const char *path, mode_t *mode) {
    struct stat status;
    *mode = 0;
    if (lstat(path, &status) != 0)
        return errno == ENOENT;
    *mode = status.st_mode;
    return S_ISREG(status.st_mode) && status.st_nlink == 1 && status.st_uid == geteuid() &&
           access(path, W_OK) == 0;
}

/* Makes a file beside the other; -1 where that cannot be. A process of the same number, as each has
 * in a container, may have left one when it was killed. */
static int make_fresh(Output *output) {
    for (int i = 0; i < FRESH_MOST; i++) {
        if (asprintf(&output->fresh, "%s.%ld-%d.new", output->path, (long)getpid(), i) < 0)
            break;
        int file = open(output->fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, NEW_MODE);
        if (file >= 0)
            return file;
        const bool is_taken = errno == EEXIST;
        free(output->fresh);
        if (!is_taken)
            break;
    }
    output->fresh = NULL;
    return -1;
}

/* Opens a new file beside the other; NULL where that cannot be. */
static FILE *open_fresh(Output *output) {
    mode_t mode;
    int file = is_replaceable(output->path, &mode) ? make_fresh(output) : -1;
    FILE *stream = file >= 0 ? fdopen(file, "w") : NULL;
    if (stream && mode != 0)
        fchmod(file, mode & ~(mode_t)S_IFMT);
    if (stream || file < 0)
        return stream;
    close(file);
    unlink(output->fresh);
    free(output->fresh);
    output->fresh = NULL;
    return NULL;
}

bool output_open(Output *output, const char *path, Reason *error) {
    *output = (Output){.path = path, .stream = stdout};
    if (output_is_stdout(path))
        return true;
    output->stream = open_fresh(output);
    if (!output->stream)
        output->stream = fopen(path, "we");
    if (!output->stream)
        reason_set(error, "%s: %s", path, strerror(errno));
    return output->stream;
}

bool output_open_fresh(Output *output, const char *path, Reason *error) {
    *output = (Output){.path = path};
    output->stream = open_fresh(output);
    return output->stream || reason_set(error, "%s: %s", path, strerror(errno));
}

bool output_close(Output *output, Reason *error) {
    if (output->stream == stdout)
        return true;
    bool written = fflush(output->stream) == 0 && !ferror(output->stream) &&
                   (!output->fresh || fsync(fileno(output->stream)) == 0);
    int reason = errno;
    if (fclose(output->stream) != 0 && written) {
        written = false;
        reason = errno;
    }
    if (written && output->fresh && rename(output->fresh, output->path) != 0) {
        written = false;
        reason = errno;
    }
    if (!written && output->fresh)
        unlink(output->fresh);
    if (!written)
        reason_set(error, "%s: %s", output->path, strerror(reason));
    free(output->fresh);
    return written;
}

void output_discard(Output *output) {
    if (output->stream == stdout)
        return;
    fclose(output->stream);
    if (output->fresh)
        unlink(output->fresh);
    free(output->fresh);
}

bool output_save(const char *path, const void *bytes, size_t size, Reason *error) {
    Output output;
    if (!output_open(&output, path, error))
        return false;
    fwrite(bytes, 1, size, output.stream);
    return output_close(&output, error);
}
