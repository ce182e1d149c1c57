#include <direct.h>
#include <stdbool.h>
#include <windows.h>

#undef fopen

/* Before main(): files are what is written. */
__attribute__((constructor)) static void begin(void) {
    _fmode = _O_BINARY;
    for (int file = 0; file <= 2; file++)
        _setmode(file, _O_BINARY);
}

/* -1, with errno for what the system has refused. */
static int fail(void) {
    const DWORD error = GetLastError();
    const bool missing = error == ERROR_FILE_NOT_FOUND || error == ERROR_PATH_NOT_FOUND ||
                         error == ERROR_INVALID_NAME;
    errno = missing                         ? ENOENT
            : error == ERROR_LOCK_VIOLATION ? EWOULDBLOCK
            : error == ERROR_ALREADY_EXISTS ? EEXIST
                                            : EACCES;
    return -1;
}

/* In units of 100 ns since 1601, which serves for comparing. */
static struct timespec time_of(const FILETIME *time) {
    const uint64_t units = (uint64_t)time->dwHighDateTime << 32 | time->dwLowDateTime;
    return (struct timespec){.tv_sec = (time_t)(units / 10000000),
                             .tv_nsec = (long)(units % 10000000 * 100)};
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
            .st_size = (int64_t)((uint64_t)found.nFileSizeHigh << 32 | found.nFileSizeLow),
            .st_mtim = time_of(&found.ftLastWriteTime)};
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

char *posix_mkdtemp(char *path) {
    return _mktemp(path) && _mkdir(path) == 0 ? path : NULL;
}

/* Wine 8 says of a link that it makes it, and does not. */
int posix_symlink(const char *path, const char *link) {
    const bool made =
        CreateSymbolicLinkA(link, path, SYMBOLIC_LINK_FLAG_ALLOW_UNPRIVILEGED_CREATE) &&
        GetFileAttributesA(link) != INVALID_FILE_ATTRIBUTES;
    return made || CreateHardLinkA(link, path, NULL) ? 0 : fail();
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
