#include <stdatomic.h>
#include <stdbool.h>
#include <windows.h>

#undef signal

static atomic_bool holds_signals, was_signalled;

/* Whether something can be read at once, or the end is there. A pipe that cannot be asked (Wine has
 * such, of the system below it) is not known to hold anything, and reading it could wait. */
static bool is_readable(int file) {
    HANDLE handle = (HANDLE)_get_osfhandle(file);
    const DWORD type = GetFileType(handle);
    DWORD there = 0;
    if (type == FILE_TYPE_PIPE)
        return PeekNamedPipe(handle, NULL, 0, NULL, &there, NULL)
                   ? there > 0
                   : GetLastError() == ERROR_BROKEN_PIPE;
    return type == FILE_TYPE_DISK;
}

int posix_poll(struct pollfd *files, int count, int timeout_ms) {
    int ready = 0;
    for (int i = 0; i < count; i++) {
        const bool is_there = files[i].fd >= 0 && (timeout_ms < 0 || is_readable(files[i].fd));
        files[i].revents = is_there ? files[i].events : 0;
        ready += is_there;
    }
    return ready;
}

unsigned posix_thread_number(void) {
    return GetCurrentThreadId();
}

/* On a thread that the system makes. False: the system does what it would do, and ends the process.
 */
static BOOL WINAPI on_event(DWORD event) {
    (void)event;
    atomic_store(&was_signalled, true);
    return atomic_load(&holds_signals);
}

int posix_sigmask(int how, const PosixSignals *signals, PosixSignals *before) {
    const bool holds = how != SIG_UNBLOCK && *signals != 0;
    const bool held = atomic_exchange(&holds_signals, holds);
    if (holds && !held)
        SetConsoleCtrlHandler(on_event, TRUE);
    if (before)
        *before = held;
    return 0;
}

void (*posix_signal(int number, void (*handler)(int number)))(int number) {
    return number > 0 ? signal(number, handler) : SIG_DFL;
}

int posix_signal_wait(const PosixSignals *signals, void *info, const struct timespec *most) {
    (void)info;
    (void)most;
    return *signals != 0 && atomic_exchange(&was_signalled, false) ? SIGINT : -1;
}
