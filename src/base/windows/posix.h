#pragma once

/* What the code above takes from POSIX and Windows has otherwise. It is included before every file
 * (cmake/System.cmake, which also makes the headers that Windows has not), so that those need not
 * know. What is not told here is as in POSIX. Any thread, but for what says more. */

#define tell posix_tell /* the search has a function of that name */
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#undef tell

/* Files. All are binary. Names are in UTF-8, as program.manifest says. */

#define pipe(ends) _pipe(ends, 65536, _O_BINARY | _O_NOINHERIT)
#define O_CLOEXEC  O_NOINHERIT
#define O_NONBLOCK 0
#define O_NOCTTY   0
#define F_GETFD    1
#define LOCK_EX    2
#define LOCK_NB    4

#undef stat
#undef fstat
#define stat         posix_stat
#define fstat        posix_fstat
#define lstat        posix_stat
#define fopen        posix_fopen
#define rename       posix_rename
#define realpath     posix_realpath
#define mkdtemp      posix_mkdtemp
#define symlink      posix_symlink
#define fsync        _commit
#define geteuid()    0
#define fchmod(f, m) ((void)(f), (void)(m))

/* A file is known by device and number, as elsewhere. */
struct posix_stat {
    mode_t st_mode;
    uint64_t st_dev;
    uint64_t st_ino;
    unsigned st_nlink;
    int st_uid;
    int64_t st_size;
    struct timespec st_mtim;
};
int posix_stat(const char *path, struct posix_stat *status);
int posix_fstat(int file, struct posix_stat *status);

/* Knows the mode 'e'. */
FILE *posix_fopen(const char *path, const char *mode);
int posix_rename(const char *from, const char *to);
char *posix_realpath(const char *path, char *resolved);
char *posix_mkdtemp(char *path);

/* Also by a second name of a file, which has to be on the same drive, where the user may make no
 * links. */
int posix_symlink(const char *path, const char *link);

#define fcntl posix_fcntl
#define flock posix_flock
#define pread posix_pread

/* F_GETFD alone. */
int posix_fcntl(int file, int command);
int posix_flock(int file, int how);
ssize_t posix_pread(int file, void *bytes, size_t size, int64_t offset);

struct iovec {
    void *iov_base;
    size_t iov_len;
};
#define writev posix_writev
ssize_t posix_writev(int file, const struct iovec *parts, int count);

/* Streams and text. */

#define open_memstream        posix_open_memstream
#define fclose                posix_fclose
#define getline               posix_getline
#define dprintf               posix_dprintf
#define getc_unlocked         getc
#define strndup               posix_strndup
#define stpcpy(to, from)      (strcpy(to, from) + strlen(from))
#define memrchr               posix_memrchr
#define reallocarray(p, n, s) realloc(p, (n) * (s))
#define lgamma_r(x, sign)     (*(sign) = 1, lgamma(x))
#define be64toh               __builtin_bswap64

/* The text is there after fclose(), and lies in a file until then. Main thread only. */
FILE *posix_open_memstream(char **text, size_t *size);
int posix_fclose(FILE *stream);
ssize_t posix_getline(char **line, size_t *size, FILE *stream);
int posix_dprintf(int file, const char *format, ...);
char *posix_strndup(const char *text, size_t size);
void *posix_memrchr(const void *bytes, int byte, size_t size);

/* Waiting. A console and a pipe that is waited for without limit count as readable: read() waits.
 */

struct pollfd {
    int fd;
    short events;
    short revents;
};
#define POLLIN                1
#define POLLOUT               4
#define EFD_CLOEXEC           0
#define EFD_NONBLOCK          0
#define eventfd(count, flags) (-1)
#define poll                  posix_poll
#define gettid()              ((pid_t)posix_thread_number())
int posix_poll(struct pollfd *files, int count, int timeout_ms);
unsigned posix_thread_number(void);

/* Locks are the system's own: those of the library for threads go by whole milliseconds and ask the
 * kernel each time. They are not recursive. */

typedef struct PosixLock {
    void *state;
} PosixLock;
typedef struct PosixCondition {
    void *state;
} PosixCondition;
#undef PTHREAD_MUTEX_INITIALIZER
#define PTHREAD_MUTEX_INITIALIZER                                                                  \
    { NULL }
#define pthread_mutex_t                          PosixLock
#define pthread_mutex_init(lock, attributes)     ((lock)->state = NULL)
#define pthread_mutex_destroy(lock)              ((void)(lock))
#define pthread_mutex_lock                       posix_lock
#define pthread_mutex_trylock                    posix_try_lock
#define pthread_mutex_unlock                     posix_unlock
#define pthread_cond_t                           PosixCondition
#define pthread_cond_init(condition, attributes) ((condition)->state = NULL)
#define pthread_cond_destroy(condition)          ((void)(condition))
#define pthread_cond_wait(condition, lock)       posix_condition_wait(condition, lock, INFINITE_MS)
#define pthread_cond_signal                      posix_condition_signal
#define pthread_cond_broadcast                   posix_condition_broadcast
#define INFINITE_MS                              0xFFFFFFFF
void posix_lock(PosixLock *lock);
int posix_try_lock(PosixLock *lock);
void posix_unlock(PosixLock *lock);
void posix_condition_signal(PosixCondition *condition);
void posix_condition_broadcast(PosixCondition *condition);

/* 0, or ETIMEDOUT after that time, which may be a tick of the system's clock longer. */
int posix_condition_wait(PosixCondition *condition, PosixLock *lock, unsigned milliseconds);

/* Signals. Of those that can be held back there is SIGINT alone, for Ctrl-C and its like. */

#define SIGPIPE     (-1)
#define SIGXFSZ     (-1)
#define SIGHUP      (-1)
#define SIG_BLOCK   0
#define SIG_UNBLOCK 1
#define SIG_SETMASK 2
struct sigaction {
    void (*sa_handler)(int number);
};
typedef int PosixSignals;
#define sigset_t PosixSignals
#undef pthread_sigmask
#define pthread_sigmask        posix_sigmask
#define sigaction(n, new, old) ((old)->sa_handler = SIG_DFL, 0)
#define sigemptyset(signals)   (*(signals) = 0)
#define sigfillset(signals)    (*(signals) = 1)
#define sigaddset(signals, n)  (*(signals) |= (n) > 0)
#define sigtimedwait           posix_signal_wait
#define signal                 posix_signal
int posix_sigmask(int how, const PosixSignals *signals, PosixSignals *before);
int posix_signal_wait(const PosixSignals *signals, void *info, const struct timespec *most);
void (*posix_signal(int number, void (*handler)(int number)))(int number);
