#include "base/child.h"

#include <stdlib.h>
#include <string.h>
#include <windows.h>

#include "base/clock.h"

#define PIPE_BYTES 65536

/* Milliseconds between two looks at a pipe, which cannot be waited for with a deadline. */
#define PAUSE_MS 1

struct Child {
    HANDLE process;
    HANDLE input;  /* it reads what is written here, */
    HANDLE output; /* and what it writes is read here */
};

/* The ends of two pipes: the child's can be inherited, ours cannot. */
typedef struct Ends {
    HANDLE its[3]; /* input, output, errors */
    HANDLE to;
    HANDLE from;
} Ends;

static bool open_ends(Ends *ends) {
    SECURITY_ATTRIBUTES inherited = {.nLength = sizeof inherited, .bInheritHandle = TRUE};
    *ends = (Ends){.to = NULL};
    if (!CreatePipe(&ends->its[0], &ends->to, &inherited, PIPE_BYTES) ||
        !CreatePipe(&ends->from, &ends->its[1], &inherited, PIPE_BYTES))
        return false;
    SetHandleInformation(ends->to, HANDLE_FLAG_INHERIT, 0);
    SetHandleInformation(ends->from, HANDLE_FLAG_INHERIT, 0);
    DWORD mode = PIPE_NOWAIT;
    SetNamedPipeHandleState(ends->to, &mode, NULL, NULL);
    return DuplicateHandle(GetCurrentProcess(), GetStdHandle(STD_ERROR_HANDLE), GetCurrentProcess(),
                           &ends->its[2], 0, TRUE, DUPLICATE_SAME_ACCESS);
}

static void close_handle(HANDLE handle) {
    if (handle)
        CloseHandle(handle);
}

/* Only these handles are inherited: another thread may be starting another child. */
static bool create(char *command, Ends *ends, HANDLE *process) {
    SIZE_T size = 0;
    InitializeProcThreadAttributeList(NULL, 1, 0, &size);
    STARTUPINFOEXA start = {.StartupInfo = {.cb = sizeof start,
                                            .dwFlags = STARTF_USESTDHANDLES,
                                            .hStdInput = ends->its[0],
                                            .hStdOutput = ends->its[1],
                                            .hStdError = ends->its[2]},
                            .lpAttributeList = malloc(size)};
    PROCESS_INFORMATION made;
    bool done = start.lpAttributeList &&
                InitializeProcThreadAttributeList(start.lpAttributeList, 1, 0, &size);
    if (done) {
        done =
            UpdateProcThreadAttribute(start.lpAttributeList, 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST,
                                      ends->its, sizeof ends->its, NULL, NULL) &&
            CreateProcessA(NULL, command, NULL, NULL, TRUE,
                           EXTENDED_STARTUPINFO_PRESENT | CREATE_NEW_PROCESS_GROUP, NULL, NULL,
                           &start.StartupInfo, &made);
        DeleteProcThreadAttributeList(start.lpAttributeList);
    }
    free(start.lpAttributeList);
    if (done) {
        CloseHandle(made.hThread);
        *process = made.hProcess;
    }
    return done;
}

Child *child_start(const char *command, Reason *error) {
    Child *child = malloc(sizeof *child);
    char *copy = strdup(command); /* which the system may write to */
    Ends ends = {.to = NULL};
    const bool started = child && copy && open_ends(&ends) && create(copy, &ends, &child->process);
    const DWORD fault = GetLastError();
    for (size_t i = 0; i < 3; i++)
        close_handle(ends.its[i]);
    free(copy);
    if (started) {
        child->input = ends.to;
        child->output = ends.from;
        return child;
    }
    reason_set(error, "%s (error %lu)",
               fault == ERROR_FILE_NOT_FOUND || fault == ERROR_PATH_NOT_FOUND
                   ? "there is no such program"
                   : "it cannot be started",
               (unsigned long)fault);
    close_handle(ends.to);
    close_handle(ends.from);
    free(child);
    return NULL;
}

bool child_write(Child *child, const char *bytes, size_t size) {
    while (size > 0) {
        DWORD done = 0;
        if (!WriteFile(child->input, bytes, (DWORD)size, &done, NULL) || done == 0)
            return false;
        bytes += done;
        size -= done;
    }
    return true;
}

ChildRead child_read(Child *child, char *bytes, size_t *size, int64_t deadline_us) {
    for (;;) {
        DWORD there = 0;
        if (!PeekNamedPipe(child->output, NULL, 0, NULL, &there, NULL))
            return CHILD_ENDED;
        if (there > 0) {
            const DWORD wanted = there < *size ? there : (DWORD)*size;
            if (!ReadFile(child->output, bytes, wanted, &there, NULL))
                return CHILD_ENDED;
            *size = there;
            return CHILD_BYTES;
        }
        if (clock_now_us() >= deadline_us)
            return CHILD_LATE;
        Sleep(PAUSE_MS);
    }
}

/* In tenths of a microsecond. */
static int64_t file_time(FILETIME time) {
    return (int64_t)((uint64_t)time.dwHighDateTime << 32 | time.dwLowDateTime);
}

int64_t child_processor_us(const Child *child) {
    FILETIME began, ended, kernel, user;
    if (!GetProcessTimes(child->process, &began, &ended, &kernel, &user))
        return -1;
    return (file_time(kernel) + file_time(user)) / 10;
}

bool child_end(Child *child, int64_t deadline_us, Reason *how) {
    CloseHandle(child->input);
    const int64_t left_us = deadline_us - clock_now_us();
    const DWORD left_ms = left_us > 0 ? (DWORD)(left_us / 1000) : 0;
    const bool ended = WaitForSingleObject(child->process, left_ms) == WAIT_OBJECT_0;
    if (!ended) {
        TerminateProcess(child->process, 1);
        WaitForSingleObject(child->process, INFINITE);
    }
    DWORD code = 0;
    GetExitCodeProcess(child->process, &code);
    if (ended)
        reason_set(how, "ended with code %lu", (unsigned long)code);
    CloseHandle(child->output);
    CloseHandle(child->process);
    free(child);
    return ended;
}
