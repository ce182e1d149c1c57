#include "base/file_lock.h"

#include <errno.h>
#include <sys/file.h>

bool file_lock_take(int file) {
    return flock(file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
}
