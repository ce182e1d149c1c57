#pragma once

/* How long the calling thread's turns are on a processor that others want too, without a larger or
 * smaller share of it. Threads that it creates inherit the length. Kernels before Linux 6.12 ignore
 * it. */
typedef enum Turns {
    TURNS_SHORT, /* for threads that mostly sleep and must answer at once, even when there are far
                    more busy threads than processors */
    TURNS_LONG,  /* for threads that compute; those with short turns may interrupt them */
    TURNS_USUAL  /* of the system's usual length */
} Turns;

void scheduling_prefer(Turns turns);
