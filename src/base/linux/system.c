#include "base/system.h"

#include <fcntl.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>

void system_name(char *text, size_t size) {
    struct utsname system;
    if (uname(&system) == 0)
        snprintf(text, size, "%s %s", system.sysname, system.release);
    else
        text[0] = '\0';
}

void system_processor(char *text, size_t size) {
    struct utsname system = {0};
    uname(&system);
    snprintf(text, size, "%s", system.machine);
    FILE *file = fopen("/proc/cpuinfo", "re");
    char line[256];
    for (bool found = false; !found && file && fgets(line, sizeof line, file);) {
        const char *colon = strchr(line, ':');
        found = colon && strncmp(line, "model name", strlen("model name")) == 0;
        if (found)
            snprintf(text, size, "%s", colon + 1);
    }
    if (file)
        fclose(file);
}

uint64_t system_memory(void) {
    return (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
}

size_t system_stack_bytes(void) {
    struct rlimit limit;
    return getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur < SIZE_MAX
               ? (size_t)limit.rlim_cur
               : SIZE_MAX;
}

bool system_random(void *bytes, size_t size) {
    return getrandom(bytes, size, GRND_NONBLOCK) == (ssize_t)size;
}

const char *system_list_separator(void) {
    return ":";
}

void system_run_muted(void (*call)(void *argument), void *argument) {
    const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    const int errors = nowhere >= 0 ? fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0) : -1;
    if (errors >= 0)
        dup2(nowhere, STDERR_FILENO);
    call(argument);
    if (errors >= 0) {
        dup2(errors, STDERR_FILENO);
        close(errors);
    }
    if (nowhere >= 0)
        close(nowhere);
}

int system_terminal_columns(void) {
    struct winsize size;
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

FILE *system_open_program(void) {
    return fopen("/proc/self/exe", "re");
}
