#include <share.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <windows.h>

#include <timeapi.h>

#undef fopen
#undef fclose
#undef signal

#define STREAMS 8

/* Streams of open_memstream(). */
static struct {
    FILE *stream;
    char **text;
    size_t *size;
} streams[STREAMS];

static atomic_bool holds_signals, was_signalled;

/* Before main(): files are what is written, and sleepers wake up to the millisecond. */
__attribute__((constructor)) static void begin(void) {
    _fmode = _O_BINARY;
    for (int file = 0; file <= 2; file++)
        _setmode(file, _O_BINARY);
    timeBeginPeriod(1);
}

/* -1, with errno for what the system has refused. */
static int fail(void) {
    const DWORD error = GetLastError();
    const bool missing = error == ERROR_FILE_NOT_FOUND || error == ERROR_PATH_NOT_FOUND ||
                         error == ERROR_INVALID_NAME;
    errno = missing ? ENOENT : error == ERROR_LOCK_VIOLATION ? EWOULDBLOCK : EACCES;
    return -1;
}

static int stat_handle(HANDLE handle, struct posix_stat *status) {
    BY_HANDLE_FILE_INFORMATION found;
    *status = (struct posix_stat){.st_nlink = 1};
    const DWORD type = GetFileType(handle);
    if (type == FILE_TYPE_CHAR || type == FILE_TYPE_PIPE)
        status->st_mode = type == FILE_TYPE_CHAR ? S_IFCHR : S_IFIFO;
    else if (!GetFileInformationByHandle(handle, &found))
        return fail();
    else
        *status = (struct posix_stat){
            .st_mode = found.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY ? S_IFDIR : S_IFREG,
            .st_dev = found.dwVolumeSerialNumber,
            .st_ino = (uint64_t)found.nFileIndexHigh << 32 | found.nFileIndexLow,
            .st_nlink = found.nNumberOfLinks,
            .st_size = (int64_t)((uint64_t)found.nFileSizeHigh << 32 | found.nFileSizeLow)};
    return 0;
}

int posix_fstat(int file, struct posix_stat *status) {
    return stat_handle((HANDLE)_get_osfhandle(file), status);
}

int posix_stat(const char *path, struct posix_stat *status) {
    HANDLE handle = CreateFileA(path, 0, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                                NULL, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
    if (handle == INVALID_HANDLE_VALUE)
        return fail();
    const int result = stat_handle(handle, status);
    CloseHandle(handle);
    return result;
}

FILE *posix_fopen(const char *path, const char *mode) {
    char known[8] = "";
    for (size_t i = 0, used = 0; mode[i] != '\0' && used < sizeof known - 1; i++) {
        if (mode[i] != 'e')
            known[used++] = mode[i];
    }
    return fopen(path, known);
}

int posix_rename(const char *from, const char *to) {
    return MoveFileExA(from, to, MOVEFILE_REPLACE_EXISTING) ? 0 : fail();
}

char *posix_realpath(const char *path, char *resolved) {
    return _access(path, F_OK) == 0 ? _fullpath(resolved, path, PATH_MAX) : NULL;
}

int posix_fcntl(int file, int command) {
    return command == F_GETFD && GetFileType((HANDLE)_get_osfhandle(file)) != FILE_TYPE_UNKNOWN
               ? 0
               : -1;
}

int posix_flock(int file, int how) {
    OVERLAPPED at = {.OffsetHigh = 0x7FFFFFFF}; /* beyond what is read or written */
    return LockFileEx((HANDLE)_get_osfhandle(file),
                      how & LOCK_NB ? LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY
                                    : LOCKFILE_EXCLUSIVE_LOCK,
                      0, 1, 0, &at)
               ? 0
               : fail();
}

ssize_t posix_pread(int file, void *bytes, size_t size, int64_t offset) {
    OVERLAPPED at = {.Offset = (DWORD)offset, .OffsetHigh = (DWORD)(offset >> 32)};
    DWORD got = 0;
    return ReadFile((HANDLE)_get_osfhandle(file), bytes, (DWORD)size, &got, &at) ? (ssize_t)got
                                                                                 : fail();
}

ssize_t posix_writev(int file, const struct iovec *parts, int count) {
    ssize_t sum = 0;
    for (int i = 0; i < count; i++) {
        const int done = write(file, parts[i].iov_base, (unsigned)parts[i].iov_len);
        if (done < 0)
            return sum > 0 ? sum : -1;
        sum += done;
        if ((size_t)done < parts[i].iov_len)
            break;
    }
    return sum;
}

FILE *posix_open_memstream(char **text, size_t *size) {
    size_t slot = 0;
    while (slot < STREAMS && streams[slot].stream)
        slot++;
    char *name = slot < STREAMS ? _tempnam(NULL, "quorum") : NULL;
    FILE *stream =
        name ? fopen(name, "w+bTD") : NULL; /* in memory if need be, and gone when closed */
    free(name);
    if (stream) {
        streams[slot].stream = stream;
        streams[slot].text = text;
        streams[slot].size = size;
    }
    return stream;
}

/* Takes the text out of a stream of open_memstream(). */
static bool take_text(FILE *stream, char **text, size_t *size) {
    const long length = ftell(stream);
    *text = length >= 0 ? malloc((size_t)length + 1) : NULL;
    if (!*text)
        return false;
    rewind(stream);
    *size = fread(*text, 1, (size_t)length, stream);
    (*text)[*size] = '\0';
    return *size == (size_t)length;
}

int posix_fclose(FILE *stream) {
    bool good = true;
    for (size_t i = 0; i < STREAMS; i++) {
        if (streams[i].stream == stream) {
            streams[i].stream = NULL;
            good = !ferror(stream) && take_text(stream, streams[i].text, streams[i].size);
        }
    }
    return fclose(stream) == 0 && good ? 0 : EOF;
}

ssize_t posix_getline(char **line, size_t *size, FILE *stream) {
    size_t used = 0;
    for (int character = '\0'; character != '\n' && (character = getc(stream)) != EOF;) {
        if (used + 2 > *size) {
            char *larger = realloc(*line, 2 * *size + 128);
            if (!larger)
                return -1;
            *line = larger;
            *size = 2 * *size + 128;
        }
        (*line)[used++] = (char)character;
        (*line)[used] = '\0';
    }
    return used > 0 ? (ssize_t)used : -1;
}

int posix_dprintf(int file, const char *format, ...) {
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return write(file, text, (unsigned)strlen(text));
}

char *posix_strndup(const char *text, size_t size) {
    const size_t length = strnlen(text, size);
    char *copy = malloc(length + 1);
    if (copy) {
        memcpy(copy, text, length);
        copy[length] = '\0';
    }
    return copy;
}

void *posix_memrchr(const void *bytes, int byte, size_t size) {
    const unsigned char *at = bytes;
    while (size > 0 && at[size - 1] != (unsigned char)byte)
        size--;
    return size > 0 ? (void *)(uintptr_t)(at + size - 1) : NULL;
}

/* Whether something can be read at once, or the end is there. A pipe that cannot be asked (Wine has
 * such, of the system below it) is not known to hold anything, and reading it could wait. */
static bool is_readable(int file) {
    HANDLE handle = (HANDLE)_get_osfhandle(file);
    const DWORD type = GetFileType(handle);
    DWORD there = 0;
    if (type == FILE_TYPE_PIPE)
        return PeekNamedPipe(handle, NULL, 0, NULL, &there, NULL)
                   ? there > 0
                   : GetLastError() == ERROR_BROKEN_PIPE;
    return type == FILE_TYPE_DISK;
}

int posix_poll(struct pollfd *files, int count, int timeout_ms) {
    int ready = 0;
    for (int i = 0; i < count; i++) {
        const bool is_there = files[i].fd >= 0 && (timeout_ms < 0 || is_readable(files[i].fd));
        files[i].revents = is_there ? files[i].events : 0;
        ready += is_there;
    }
    return ready;
}

unsigned posix_thread_number(void) {
    return GetCurrentThreadId();
}

/* On a thread that the system makes. False: the system does what it would do, and ends the process.
 */
static BOOL WINAPI on_event(DWORD event) {
    (void)event;
    atomic_store(&was_signalled, true);
    return atomic_load(&holds_signals);
}

int posix_sigmask(int how, const PosixSignals *signals, PosixSignals *before) {
    (void)before;
    if (!atomic_exchange(&holds_signals, how == SIG_BLOCK && *signals != 0) && how == SIG_BLOCK)
        SetConsoleCtrlHandler(on_event, TRUE);
    return 0;
}

void (*posix_signal(int number, void (*handler)(int number)))(int number) {
    return number > 0 ? signal(number, handler) : SIG_DFL;
}

int posix_signal_wait(const PosixSignals *signals, void *info, const struct timespec *most) {
    (void)info;
    (void)most;
    return *signals != 0 && atomic_exchange(&was_signalled, false) ? SIGINT : -1;
}
