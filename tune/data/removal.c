#include "data/removal.h"

#include <signal.h>
#include <unistd.h>

/* Sent to the thread alone, to end it: pthread_cancel() loads a library, and ends the program where
 * there is no memory for that. */
#define WAKE SIGUSR1

static sigset_t wake_alone(void) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, WAKE);
    return set;
}

static void *watch(void *argument) {
    const Removal *removal = argument;
    sigset_t awaited = removal->signals.held;
    sigaddset(&awaited, WAKE);
    int number;
    if (sigwait(&awaited, &number) != 0 || number == WAKE)
        return NULL;
    unlink(removal->path);
    pthread_sigmask(SIG_UNBLOCK, &removal->signals.held, NULL);
    raise(number);
    return NULL;
}

void removal_prepare(Removal *removal) {
    *removal = (Removal){.watches = false};
    stop_signals_block(&removal->signals);
}

void removal_begin(Removal *removal, const char *path) {
    removal->path = path;
    const sigset_t wake = wake_alone();
    sigset_t before;
    pthread_sigmask(SIG_BLOCK, &wake, &before);
    removal->watches = pthread_create(&removal->thread, NULL, watch, removal) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (!removal->watches)
        removal_release(removal);
}

void removal_end(Removal *removal) {
    if (removal->watches) {
        pthread_kill(removal->thread, WAKE);
        pthread_join(removal->thread, NULL);
        removal->watches = false;
    } else {
        pthread_sigmask(SIG_BLOCK, &removal->signals.held, NULL);
    }
}

void removal_release(Removal *removal) {
    pthread_sigmask(SIG_UNBLOCK, &removal->signals.held, NULL);
}
