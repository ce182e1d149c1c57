#include "base/guard.h"

#include <malloc.h>
#include <pthread.h>
#include <windows.h>

#undef signal

/* What is kept for a handler where the stack has ended. */
#define HANDLER_STACK (64 << 10)

/* Of the system's own places for each thread, which can be read wherever a thread has failed: the
 * buffer that it goes on from, NULL outside a guarded call. */
static DWORD landing;

/* What an assertion did before. */
static void (*previous)(int number);

/* Runs on the thread that has failed, in the place of what it did. */
__attribute__((noreturn)) static void land(void) {
    __builtin_longjmp(TlsGetValue(landing), 1);
}

/* The thread is sent on as if it had called land(), with an aligned stack and room for arguments
 * above the address to return to. */
static LONG CALLBACK on_exception(EXCEPTION_POINTERS *exception) {
    const DWORD code = exception->ExceptionRecord->ExceptionCode;
    const bool is_fault = code == EXCEPTION_ACCESS_VIOLATION || code == EXCEPTION_IN_PAGE_ERROR ||
                          code == EXCEPTION_STACK_OVERFLOW;
    if (!is_fault || !TlsGetValue(landing))
        return EXCEPTION_CONTINUE_SEARCH;
    exception->ContextRecord->Rip = (DWORD64)(uintptr_t)land;
    exception->ContextRecord->Rsp = (exception->ContextRecord->Rsp & ~(DWORD64)15) - 40;
    return EXCEPTION_CONTINUE_EXECUTION;
}

/* The library has forgotten the handler when it calls it. */
static void on_abort(int number) {
    if (TlsGetValue(landing)) {
        signal(SIGABRT, on_abort);
        land();
    }
    signal(SIGABRT, previous);
    raise(number);
}

static void take_over(void) {
    landing = TlsAlloc();
    AddVectoredExceptionHandler(TRUE, on_exception);
    previous = signal(SIGABRT, on_abort);
}

/* No file that is mapped can be cut here. */
void guard_break(void) {
}

bool guard_run(void (*call)(void *argument), void *argument) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, take_over);
    void *here[5];
    const bool returned = __builtin_setjmp(here) == 0;
    if (returned) {
        TlsSetValue(landing, here);
        call(argument);
    }
    TlsSetValue(landing, NULL);
    return returned;
}

bool guard_run_deep(void (*call)(void *argument), void *argument) {
    ULONG room = HANDLER_STACK;
    SetThreadStackGuarantee(&room);
    const bool returned = guard_run(call, argument);
    if (!returned)
        _resetstkoflw();
    return returned;
}

/* The system's exceptions cannot be blocked. */
unsigned guard_admit(void) {
    return 0;
}

void guard_restore(unsigned blocked) {
    (void)blocked;
}
