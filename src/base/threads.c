#include "base/threads.h"

#include <pthread.h>
#include <stdlib.h>

static void *pass(void *gate) {
    pthread_mutex_lock(gate);
    pthread_mutex_unlock(gate);
    return NULL;
}

bool threads_are_allowed(int count) {
    if (count < 1)
        return true;
    pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
    pthread_t *threads = calloc((size_t)count, sizeof *threads);
    int started = 0;
    pthread_mutex_lock(&gate); /* until all are there at once */
    while (threads && started < count && pthread_create(&threads[started], NULL, pass, &gate) == 0)
        started++;
    pthread_mutex_unlock(&gate);
    for (int i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    pthread_mutex_destroy(&gate);
    const bool are_allowed = threads && started == count;
    free(threads);
    return are_allowed;
}
