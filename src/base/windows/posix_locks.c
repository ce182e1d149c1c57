#include <windows.h>

#include <timeapi.h>

/* Before main(): sleepers wake up to the millisecond. */
__attribute__((constructor)) static void begin(void) {
    timeBeginPeriod(1);
}

/* What the header calls so without knowing that of the system. */
static PSRWLOCK lock_of(PosixLock *lock) {
    return (PSRWLOCK)&lock->state;
}

static PCONDITION_VARIABLE condition_of(PosixCondition *condition) {
    return (PCONDITION_VARIABLE)&condition->state;
}

void posix_lock(PosixLock *lock) {
    AcquireSRWLockExclusive(lock_of(lock));
}

int posix_try_lock(PosixLock *lock) {
    return TryAcquireSRWLockExclusive(lock_of(lock)) ? 0 : EBUSY;
}

void posix_unlock(PosixLock *lock) {
    ReleaseSRWLockExclusive(lock_of(lock));
}

void posix_condition_signal(PosixCondition *condition) {
    WakeConditionVariable(condition_of(condition));
}

void posix_condition_broadcast(PosixCondition *condition) {
    WakeAllConditionVariable(condition_of(condition));
}

int posix_condition_wait(PosixCondition *condition, PosixLock *lock, unsigned milliseconds) {
    return SleepConditionVariableSRW(condition_of(condition), lock_of(lock), milliseconds, 0)
               ? 0
               : ETIMEDOUT;
}
