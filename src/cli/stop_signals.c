#include "cli/stop_signals.h"

#include <pthread.h>
#include <stddef.h>
#include <time.h>

void stop_signals_block(sigset_t *signals) {
    static const int NUMBERS[] = {SIGINT, SIGTERM, SIGHUP};
    sigemptyset(signals);
    for (size_t i = 0; i < sizeof NUMBERS / sizeof NUMBERS[0]; i++) {
        struct sigaction action;
        if (sigaction(NUMBERS[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN)
            sigaddset(signals, NUMBERS[i]);
    }
    pthread_sigmask(SIG_BLOCK, signals, NULL);
}

bool stop_signals_arrived(const sigset_t *signals) {
    struct timespec now = {0};
    if (sigtimedwait(signals, NULL, &now) < 0)
        return false;
    pthread_sigmask(SIG_UNBLOCK, signals, NULL);
    return true;
}
