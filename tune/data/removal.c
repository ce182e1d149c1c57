#include "data/removal.h"

#include <signal.h>
#include <unistd.h>

static void *watch(void *argument) {
    const Removal *removal = argument;
    int number;
    if (sigwait(&removal->signals.held, &number) != 0)
        return NULL;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
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
    removal->watches = pthread_create(&removal->thread, NULL, watch, removal) == 0;
    if (!removal->watches)
        removal_release(removal);
}

void removal_end(Removal *removal) {
    if (removal->watches) {
        pthread_cancel(removal->thread);
        pthread_join(removal->thread, NULL);
        removal->watches = false;
    } else {
        pthread_sigmask(SIG_BLOCK, &removal->signals.held, NULL);
    }
}

void removal_release(Removal *removal) {
    pthread_sigmask(SIG_UNBLOCK, &removal->signals.held, NULL);
}
