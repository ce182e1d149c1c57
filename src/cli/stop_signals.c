#include "cli/stop_signals.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <time.h>

#define SIGNAL_CODE 128

static const int NUMBERS[] = {SIGINT, SIGTERM, SIGHUP};

void stop_signals_block(StopSignals *signals) {
    sigemptyset(&signals->held);
    atomic_init(&signals->number, 0);
    for (size_t i = 0; i < sizeof NUMBERS / sizeof NUMBERS[0]; i++) {
        struct sigaction action;
        if (sigaction(NUMBERS[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN)
            sigaddset(&signals->held, NUMBERS[i]);
    }
    pthread_sigmask(SIG_BLOCK, &signals->held, NULL);
}

bool stop_signals_arrived(void *context) {
    StopSignals *signals = context;
    if (!signals)
        return false;
    if (atomic_load(&signals->number) == 0) {
        struct timespec now = {0};
        const int number = sigtimedwait(&signals->held, NULL, &now);
        if (number <= 0)
            return false;
        atomic_store(&signals->number, number);
    }
    pthread_sigmask(SIG_UNBLOCK, &signals->held, NULL);
    return true;
}

static void pass_once(int number) {
    signal(number, SIG_DFL);
}

bool stop_signals_release(StopSignals *signals) {
    const bool arrived = stop_signals_arrived(signals);
    for (size_t i = 0; !arrived && i < sizeof NUMBERS / sizeof NUMBERS[0]; i++) {
        if (signal(NUMBERS[i], pass_once) == SIG_IGN)
            signal(NUMBERS[i], SIG_IGN);
    }
    pthread_sigmask(SIG_UNBLOCK, &signals->held, NULL);
    return arrived;
}

int stop_signals_code(const StopSignals *signals, int code) {
    const int number = atomic_load(&signals->number);
    return number == 0 ? code : SIGNAL_CODE + number;
}
