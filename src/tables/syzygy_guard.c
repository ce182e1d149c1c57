#include "tables/syzygy_guard.h"

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stddef.h>

/* Where this thread goes on after a fault; NULL outside a guarded call. */
static _Thread_local sigjmp_buf *landing;

/* What the signals did before. */
static struct sigaction previous_bus, previous_segv;

static void on_fault(int signal_number, siginfo_t *info, void *context) {
    (void)context;
    const bool is_sent = info->si_code <= 0; /* by a process: no fault of this thread */
    if (landing && !is_sent)
        siglongjmp(*landing, 1);
    /* The instruction is tried again, and fails as it would have without this handler. */
    sigaction(signal_number, signal_number == SIGBUS ? &previous_bus : &previous_segv, NULL);
    if (is_sent)
        raise(signal_number);
}

static void take_over(void) {
    /* The signal is not blocked meanwhile, so that there is no mask to be kept for each call. */
    struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_NODEFER};
    sigemptyset(&action.sa_mask);
    sigaction(SIGBUS, &action, &previous_bus);
    sigaction(SIGSEGV, &action, &previous_segv);
}

bool syzygy_guard_run(void (*call)(void *argument), void *argument) {
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
