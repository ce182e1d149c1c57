#include "base/memory.h"

#include <malloc.h>
#include <windows.h>

/* Committed, so that it cannot run out later; it comes into being at first touch. There are no
 * transparent huge pages. */
void *memory_map(size_t bytes) {
    return VirtualAlloc(NULL, bytes, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
}

void memory_unmap(void *block, size_t bytes) {
    (void)bytes;
    if (block)
        VirtualFree(block, 0, MEM_RELEASE);
}

void *memory_huge_page(void *room) {
    return room;
}

void *memory_allocate(size_t alignment, size_t bytes) {
    return _aligned_malloc(bytes, alignment);
}

void memory_free(void *block) {
    _aligned_free(block);
}

bool memory_can_map(int file, size_t bytes) {
    if (file < 0) {
        void *address = VirtualAlloc(NULL, bytes, MEM_RESERVE, PAGE_NOACCESS);
        errno = ENOMEM;
        return address && VirtualFree(address, 0, MEM_RELEASE);
    }
    HANDLE mapping =
        CreateFileMappingA((HANDLE)_get_osfhandle(file), NULL, PAGE_READONLY, 0, 0, NULL);
    void *view = mapping ? MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, bytes) : NULL;
    errno = mapping ? ENOMEM : EACCES;
    if (mapping)
        CloseHandle(mapping);
    return view && UnmapViewOfFile(view);
}

size_t memory_available(void) {
    MEMORYSTATUSEX status = {.dwLength = sizeof status};
    if (!GlobalMemoryStatusEx(&status))
        return SIZE_MAX;
    return status.ullAvailPhys < status.ullAvailPageFile ? status.ullAvailPhys
                                                         : status.ullAvailPageFile;
}
