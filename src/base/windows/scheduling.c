#include "base/scheduling.h"

#include <windows.h>

/* The system has no length of turns, but a thread that mostly sleeps may be called before others.
 */
void scheduling_prefer(Turns turns) {
    SetThreadPriority(GetCurrentThread(),
                      turns == TURNS_SHORT ? THREAD_PRIORITY_ABOVE_NORMAL : THREAD_PRIORITY_NORMAL);
}
