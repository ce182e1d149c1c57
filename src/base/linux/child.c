#include "base/child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"

/* Between two looks at a child that is to end. */
#define PAUSE_US 2000

struct Child {
    pid_t process; /* which leads a group of its own */
    int input;     /* it reads what is written here, */
    int output;    /* and what it writes is read here */
};

/* Cuts the command into words, NULL behind the last, which lie in one block for the caller to free;
 * NULL without memory. *is_whole says whether each quotation mark has its second one. */
static char **split(const char *command, bool *is_whole) {
    const size_t size = strlen(command) + 1;
    const size_t most = size / 2 + 1;
    char **words = calloc(1, (most + 1) * sizeof *words + size);
    char *out = words ? (char *)&words[most + 1] : NULL;
    size_t count = 0;
    char quote = '\0';
    while (words && *(command += strspn(command, " \t")) != '\0') {
        words[count++] = out;
        for (; *command != '\0' && (quote || !strchr(" \t", *command)); command++) {
            if (quote ? *command == quote : *command == '"' || *command == '\'')
                quote = quote ? '\0' : *command;
            else
                *out++ = *command;
        }
        *out++ = '\0';
    }
    *is_whole = !quote;
    return words;
}

/* The child's two ends become its standard files. It gets signals as a program from the shell does,
 * and those of the terminal not at all. Returns 0 or an error number. */
static int spawn(pid_t *process, char **words, int input, int output) {
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    sigset_t none, ignored;
    sigemptyset(&none);
    sigemptyset(&ignored);
    sigaddset(&ignored, SIGPIPE);
    sigaddset(&ignored, SIGXFSZ);
    if (posix_spawn_file_actions_init(&files) != 0)
        return ENOMEM;
    if (posix_spawnattr_init(&attributes) != 0) {
        posix_spawn_file_actions_destroy(&files);
        return ENOMEM;
    }
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK |
                                              POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &ignored);
    int fault = posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO);
    fault = fault != 0 ? fault : posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO);
    fault =
        fault != 0 ? fault : posix_spawnp(process, words[0], &files, &attributes, words, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    return fault;
}

static void close_pair(const int pair[2]) {
    close(pair[0]);
    close(pair[1]);
}

/* Returns 0 or an error number. */
static int start(Child *child, char **words) {
    int to[2], from[2];
    if (pipe2(to, O_CLOEXEC) != 0)
        return errno;
    if (pipe2(from, O_CLOEXEC) != 0) {
        const int fault = errno;
        close_pair(to);
        return fault;
    }
    const int fault = spawn(&child->process, words, to[0], from[1]);
    close(to[0]);
    close(from[1]);
    child->input = to[1];
    child->output = from[0];
    if (fault == 0) {
        fcntl(child->input, F_SETFL, O_NONBLOCK);
        return 0;
    }
    close(child->input);
    close(child->output);
    return fault;
}

/* Of children whose ends are ignored, as whoever has started this program may have asked, the
 * system does not keep how they ended. */
static void have_ends_kept(void) {
    struct sigaction action;
    if (sigaction(SIGCHLD, NULL, &action) == 0 && action.sa_handler == SIG_IGN)
        signal(SIGCHLD, SIG_DFL);
}

Child *child_start(const char *command, Reason *error) {
    have_ends_kept();
    Child *child = malloc(sizeof *child);
    bool is_whole;
    char **words = split(command, &is_whole);
    int fault = child && words ? 0 : ENOMEM;
    if (fault == 0 && is_whole)
        fault = words[0] ? start(child, words) : ENOENT;
    free(words);
    if (fault == 0 && is_whole)
        return child;
    reason_set(error, "%s", fault == 0 ? "a quotation mark is not closed" : strerror(fault));
    free(child);
    return NULL;
}

/* Writing to what nobody reads raises a signal, which is for the thread alone and is taken back. */
bool child_write(Child *child, const char *bytes, size_t size) {
    sigset_t broken, before;
    sigemptyset(&broken);
    sigaddset(&broken, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &broken, &before);
    while (size > 0) {
        const ssize_t done = write(child->input, bytes, size);
        if (done < 0 && errno == EINTR)
            continue;
        if (done < 0)
            break;
        bytes += done;
        size -= (size_t)done;
    }
    if (size > 0 && errno == EPIPE && !sigismember(&before, SIGPIPE))
        sigtimedwait(&broken, NULL, &(struct timespec){0});
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return size == 0;
}

ChildRead child_read(Child *child, char *bytes, size_t *size, int64_t deadline_us) {
    struct pollfd file = {.fd = child->output, .events = POLLIN};
    for (;;) {
        const int64_t left_us = deadline_us - clock_now_us();
        const int64_t left_ms = left_us > 0 ? (left_us + 999) / 1000 : 0;
        const int ready = poll(&file, 1, left_ms < INT32_MAX ? (int)left_ms : INT32_MAX);
        if (ready == 0)
            return CHILD_LATE;
        const ssize_t done = ready > 0 ? read(child->output, bytes, *size) : -1;
        if (done > 0) {
            *size = (size_t)done;
            return CHILD_BYTES;
        }
        if (done == 0 || errno != EINTR)
            return CHILD_ENDED;
    }
}

int64_t child_processor_us(const Child *child) {
    clockid_t clock;
    struct timespec used;
    if (clock_getcpuclockid(child->process, &clock) != 0 || clock_gettime(clock, &used) != 0)
        return -1;
    return (int64_t)used.tv_sec * 1000000 + used.tv_nsec / 1000;
}

/* Kills the whole group: the child may be a script that has started the engine. */
bool child_end(Child *child, int64_t deadline_us, Reason *how) {
    int status = 0;
    pid_t ended; /* below 0: there is no such child any more, and how it ended is lost */
    close(child->input);
    while ((ended = waitpid(child->process, &status, WNOHANG)) == 0 && clock_now_us() < deadline_us)
        nanosleep(&(struct timespec){.tv_nsec = PAUSE_US * 1000}, NULL);
    if (ended == 0) {
        kill(-child->process, SIGKILL);
        waitpid(child->process, &status, 0);
    }
    close(child->output);
    if (ended < 0)
        reason_set(how, "has ended");
    else if (ended > 0 && WIFSIGNALED(status))
        reason_set(how, "was ended by signal %d (%s)", WTERMSIG(status),
                   strsignal(WTERMSIG(status)));
    else if (ended > 0)
        reason_set(how, "ended with code %d", WEXITSTATUS(status));
    free(child);
    return ended != 0;
}
