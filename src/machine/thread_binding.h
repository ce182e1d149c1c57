#pragma once

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* Threads on chosen processors, given by the operating system's indices, of which there may be any
 * number. A bind that is refused leaves the thread free to run anywhere it could before. */

typedef enum BindingResult {
    BINDING_NO_THREAD, /* the system starts no thread */
    BINDING_UNBOUND,   /* started, but not bound: the kernel refused */
    BINDING_DONE       /* started bound, or nothing to bind to */
} BindingResult;

/* Where a thread is to live. */
typedef struct ThreadPlace {
    const int *processors;
    int count;          /* 0: those of the thread that starts it */
    void *stack;        /* NULL: the C library's own, which may have served another node before */
    size_t stack_bytes; /* 0, without stack: the C library's choice */
} ThreadPlace;

/* Starts a thread that runs on its processors from the first instruction. A stack that is given
 * must stay until the thread is joined. Its first page is touched by the caller, since the C
 * library keeps the thread's description there: a MemoryBlock for a stack wants NODES_PREFERRED.
 * Any thread. */
BindingResult binding_create_thread(pthread_t *thread, const ThreadPlace *place,
                                    void *(*start)(void *), void *argument);

/* The processors that a thread of this process may run on (thread 0: the caller), in ascending
 * order. Returns how many there are, of which the first `capacity` are written; 0 when the kernel
 * does not tell. Any thread. */
int binding_read(pid_t thread, int *processors, int capacity);

/* The processor that the caller is running on, and its node; -1 each where the kernel does not
 * tell. Unless the thread is bound, both may be different a moment later. */
void binding_where(int *processor, int *node);
