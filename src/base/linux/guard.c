#include "base/guard.h"

#include <dirent.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/compiler.h"

/* More than the state of any processor takes. */
#define HANDLER_STACK (64 << 10)

/* Where this thread goes on after a fault; NULL outside a guarded call. */
static _Thread_local sigjmp_buf *landing;

/* SIGABRT comes of the library's assertions. */
static const int SIGNALS[] = {SIGBUS, SIGSEGV, SIGABRT};

/* Sent by the process itself it ends a call. */
#define BREAK_SIGNAL SIGBUS

/* What they did before. */
static struct sigaction previous[ARRAY_LENGTH(SIGNALS)];

static void on_fault(int signal_number, siginfo_t *info, void *context) {
    (void)context;
    const bool is_sent = info->si_code <= 0;
    const bool is_ours = !is_sent || info->si_pid == getpid();
    if (landing && is_ours)
        siglongjmp(*landing, 1);
    if (is_sent && is_ours && signal_number == BREAK_SIGNAL)
        return; /* there was nothing to be ended */
    /* The instruction is tried again, and fails as it would have without this handler. */
    for (size_t i = 0; i < ARRAY_LENGTH(SIGNALS); i++)
        if (SIGNALS[i] == signal_number)
            sigaction(signal_number, &previous[i], NULL);
    if (info->si_code <= 0)
        raise(signal_number);
}

static void take_over(void) {
    /* The signal is not blocked meanwhile, so that there is no mask to be kept for each call. */
    struct sigaction action = {.sa_sigaction = on_fault,
                               .sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK | SA_RESTART};
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < ARRAY_LENGTH(SIGNALS); i++)
        sigaction(SIGNALS[i], &action, &previous[i]);
}

void guard_break(void) {
    DIR *threads = opendir("/proc/self/task");
    struct dirent *entry;
    while (threads && (entry = readdir(threads)))
        if (entry->d_name[0] != '.')
            tgkill(getpid(), (pid_t)atoi(entry->d_name), BREAK_SIGNAL);
    if (threads)
        closedir(threads);
}

bool guard_run(void (*call)(void *argument), void *argument) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, take_over);
    sigjmp_buf here;
    const bool returned = sigsetjmp(here, 0) == 0;
    if (returned) {
        landing = &here;
        call(argument);
    }
    landing = NULL;
    return returned;
}

/* Bit i stands for SIGNALS[i]. */
static sigset_t set_of(unsigned bits) {
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < ARRAY_LENGTH(SIGNALS); i++)
        if (bits & 1U << i)
            sigaddset(&set, SIGNALS[i]);
    return set;
}

unsigned guard_admit(void) {
    const sigset_t admitted = set_of(~0U);
    sigset_t before;
    unsigned blocked = 0;
    pthread_sigmask(SIG_UNBLOCK, &admitted, &before);
    for (size_t i = 0; i < ARRAY_LENGTH(SIGNALS); i++)
        if (sigismember(&before, SIGNALS[i]) == 1)
            blocked |= 1U << i;
    return blocked;
}

void guard_restore(unsigned blocked) {
    const sigset_t again = set_of(blocked);
    if (blocked)
        pthread_sigmask(SIG_BLOCK, &again, NULL);
}

bool guard_run_deep(void (*call)(void *argument), void *argument) {
    char room[HANDLER_STACK];
    const stack_t stack = {.ss_sp = room, .ss_size = sizeof room};
    stack_t before;
    const bool exchanged = sigaltstack(&stack, &before) == 0;
    const unsigned blocked = guard_admit();
    const bool returned = guard_run(call, argument);
    guard_restore(blocked);
    if (exchanged)
        sigaltstack(&before, NULL);
    return returned;
}
