#include "machine/thread_binding.h"
#include "base/integers.h"

#include <errno.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/linux/affinity.h"

/* A set of the kernel's layout, as large as its greatest member needs; to be given to CPU_FREE().
 * NULL without memory or for an index that no kernel has. */
static cpu_set_t *set_of(const int *processors, int count, size_t *bytes) {
    int greatest = 0;
    for (int i = 0; i < count; i++) {
        if (processors[i] < 0 || processors[i] >= AFFINITY_MOST_PROCESSORS)
            return NULL;
        greatest = int_max(greatest, processors[i]);
    }
    cpu_set_t *set = CPU_ALLOC(greatest + 1);
    if (!set)
        return NULL;
    *bytes = CPU_ALLOC_SIZE(greatest + 1);
    CPU_ZERO_S(*bytes, set);
    for (int i = 0; i < count; i++)
        CPU_SET_S(processors[i], *bytes, set);
    return set;
}

#ifdef __GLIBC__

static int create(pthread_t *thread, pthread_attr_t *attributes, const cpu_set_t *set, size_t bytes,
                  void *(*start)(void *), void *argument) {
    const int error = set ? pthread_attr_setaffinity_np(attributes, bytes, set) : 0;
    return error != 0 ? error : pthread_create(thread, attributes, start, argument);
}

#else

/* Attributes have no processors here: the thread inherits those that its creator has meanwhile. */
static int create(pthread_t *thread, pthread_attr_t *attributes, const cpu_set_t *set, size_t bytes,
                  void *(*start)(void *), void *argument) {
    const size_t own_bytes = CPU_ALLOC_SIZE(AFFINITY_MOST_PROCESSORS);
    cpu_set_t *own = set ? CPU_ALLOC(AFFINITY_MOST_PROCESSORS) : NULL;
    int error = 0;
    if (own)
        CPU_ZERO_S(own_bytes, own);
    if (set && (!own || sched_getaffinity(0, own_bytes, own) != 0 ||
                sched_setaffinity(0, bytes, set) != 0))
        error = EINVAL;
    if (error == 0)
        error = pthread_create(thread, attributes, start, argument);
    if (own)
        sched_setaffinity(0, own_bytes, own);
    CPU_FREE(own);
    return error;
}

#endif

/* Starts a thread on a set of processors, or NULL for those of the caller. */
static bool start_on(pthread_t *thread, const ThreadPlace *place, const cpu_set_t *set,
                     size_t bytes, void *(*start)(void *), void *argument) {
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0)
        return false;
    int error = 0;
    if (place->stack)
        error = pthread_attr_setstack(&attributes, place->stack, place->stack_bytes);
    else if (place->stack_bytes > 0)
        error = pthread_attr_setstacksize(&attributes, place->stack_bytes);
    if (error == 0)
        error = create(thread, &attributes, set, bytes, start, argument);
    pthread_attr_destroy(&attributes);
    return error == 0;
}

BindingResult binding_create_thread(pthread_t *thread, const ThreadPlace *place,
                                    void *(*start)(void *), void *argument) {
    size_t bytes = 0;
    cpu_set_t *set = place->count > 0 ? set_of(place->processors, place->count, &bytes) : NULL;
    bool bound = set && start_on(thread, place, set, bytes, start, argument);
    if (set)
        CPU_FREE(set);
    if (bound)
        return BINDING_DONE;
    if (!start_on(thread, place, NULL, 0, start, argument))
        return BINDING_NO_THREAD;
    return place->count > 0 ? BINDING_UNBOUND : BINDING_DONE;
}

int binding_read(pid_t thread, int *processors, int capacity) {
    return affinity_read(thread, processors, capacity);
}

void binding_where(int *processor, int *node) {
    unsigned cpu_index, node_index;
    bool told = syscall(SYS_getcpu, &cpu_index, &node_index, NULL) == 0;
    *processor = told ? (int)cpu_index : -1;
    *node = told ? (int)node_index : -1;
}
