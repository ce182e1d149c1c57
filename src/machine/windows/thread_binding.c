#include "machine/thread_binding.h"

#include <windows.h>

#include "machine/windows/groups.h"

/* The group and mask of a list; false where it is of several groups: a thread is bound within one.
 */
static bool affinity_of(const ThreadPlace *place, GROUP_AFFINITY *affinity) {
    *affinity = (GROUP_AFFINITY){.Group = (WORD)(place->processors[0] / GROUP_SIZE)};
    for (int i = 0; i < place->count; i++) {
        if (place->processors[i] / GROUP_SIZE != affinity->Group)
            return false;
        affinity->Mask |= (KAFFINITY)1 << place->processors[i] % GROUP_SIZE;
    }
    return true;
}

/* What a thread needs to bind itself before it does anything else. */
typedef struct Beginning {
    void *(*start)(void *);
    void *argument;
    GROUP_AFFINITY affinity;
    bool binds;
    bool is_bound;
    HANDLE begun;
} Beginning;

static void *begin(void *argument) {
    Beginning *beginning = argument;
    void *(*start)(void *) = beginning->start;
    void *own = beginning->argument;
    beginning->is_bound =
        beginning->binds && SetThreadGroupAffinity(GetCurrentThread(), &beginning->affinity, NULL);
    SetEvent(beginning->begun);
    return start(own);
}

/* The library takes no stack of ours. */
BindingResult binding_create_thread(pthread_t *thread, const ThreadPlace *place,
                                    void *(*start)(void *), void *argument) {
    Beginning beginning = {.start = start, .argument = argument};
    beginning.binds = place->count > 0 && affinity_of(place, &beginning.affinity);
    beginning.begun = CreateEventA(NULL, TRUE, FALSE, NULL);
    pthread_attr_t attributes;
    if (!beginning.begun || pthread_attr_init(&attributes) != 0)
        return BINDING_NO_THREAD;
    if (place->stack_bytes > 0)
        pthread_attr_setstacksize(&attributes, place->stack_bytes);
    const bool created = pthread_create(thread, &attributes, begin, &beginning) == 0;
    pthread_attr_destroy(&attributes);
    if (created)
        WaitForSingleObject(beginning.begun, INFINITE);
    CloseHandle(beginning.begun);
    if (!created)
        return BINDING_NO_THREAD;
    return place->count > 0 && !beginning.is_bound ? BINDING_UNBOUND : BINDING_DONE;
}

/* Writes the members of a mask behind those that were found before. */
static int add_mask(int group, KAFFINITY mask, int *processors, int capacity, int found) {
    for (int i = 0; i < GROUP_SIZE; i++) {
        if (!(mask >> i & 1))
            continue;
        if (found < capacity)
            processors[found] = GROUP_SIZE * group + i;
        found++;
    }
    return found;
}

/* A process that nobody has bound may run on all groups. */
static int read_process(int *processors, int capacity) {
    DWORD_PTR own = 0, all = 0;
    USHORT groups[1] = {0}, count = 1;
    GetProcessAffinityMask(GetCurrentProcess(), &own, &all);
    if (own != 0 && own != all && GetProcessGroupAffinity(GetCurrentProcess(), &count, groups))
        return add_mask(groups[0], own, processors, capacity, 0);
    int found = 0;
    for (int group = 0; group < GetActiveProcessorGroupCount(); group++) {
        const DWORD size = GetActiveProcessorCount((WORD)group);
        const KAFFINITY mask = size < GROUP_SIZE ? ((KAFFINITY)1 << size) - 1 : ~(KAFFINITY)0;
        found = add_mask(group, mask, processors, capacity, found);
    }
    return found;
}

int binding_read(pid_t thread, int *processors, int capacity) {
    if ((DWORD)thread == GetCurrentProcessId())
        return read_process(processors, capacity);
    GROUP_AFFINITY affinity;
    const DWORD number = thread != 0 ? (DWORD)thread : GetCurrentThreadId();
    HANDLE handle = OpenThread(THREAD_QUERY_INFORMATION, FALSE, number);
    const bool told = handle && GetThreadGroupAffinity(handle, &affinity);
    if (handle)
        CloseHandle(handle);
    return told ? add_mask(affinity.Group, affinity.Mask, processors, capacity, 0) : 0;
}

void binding_where(int *processor, int *node) {
    PROCESSOR_NUMBER number;
    USHORT found = 0;
    GetCurrentProcessorNumberEx(&number);
    *processor = GROUP_SIZE * number.Group + number.Number;
    *node = GetNumaProcessorNodeEx(&number, &found) ? found : -1;
}
