#include "base/system.h"

#include <windows.h>

/* A text of the registry, "" where it is missing. */
static void read_registry(const char *key, const char *name, char *text, size_t size) {
    DWORD length = (DWORD)size;
    text[0] = '\0';
    RegGetValueA(HKEY_LOCAL_MACHINE, key, name, RRF_RT_REG_SZ, NULL, text, &length);
}

/* GetVersionEx() tells what the program asks for, not what it has. */
void system_name(char *text, size_t size) {
    char build[32];
    read_registry("SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion", "CurrentBuild", build,
                  sizeof build);
    snprintf(text, size, "Windows%s%s", build[0] != '\0' ? " build " : "", build);
}

void system_processor(char *text, size_t size) {
    read_registry("HARDWARE\\DESCRIPTION\\System\\CentralProcessor\\0", "ProcessorNameString", text,
                  size);
    if (text[0] == '\0')
        snprintf(text, size, "x86_64");
}

uint64_t system_memory(void) {
    MEMORYSTATUSEX status = {.dwLength = sizeof status};
    return GlobalMemoryStatusEx(&status) ? status.ullTotalPhys : 0;
}

/* The program is linked with what it needs. */
size_t system_stack_bytes(void) {
    return SIZE_MAX;
}

bool system_random(void *bytes, size_t size) {
    unsigned drawn;
    for (size_t done = 0; done < size; done += sizeof drawn) {
        if (rand_s(&drawn) != 0)
            return false;
        const size_t left = size - done;
        memcpy((char *)bytes + done, &drawn, left < sizeof drawn ? left : sizeof drawn);
    }
    return true;
}

const char *system_list_separator(void) {
    return ";";
}

void system_run_muted(void (*call)(void *argument), void *argument) {
    call(argument);
}

int system_terminal_columns(void) {
    CONSOLE_SCREEN_BUFFER_INFO console;
    return GetConsoleScreenBufferInfo(GetStdHandle(STD_ERROR_HANDLE), &console)
               ? console.srWindow.Right - console.srWindow.Left + 1
               : 80;
}

FILE *system_open_program(void) {
    char path[4 * MAX_PATH]; /* in UTF-8 */
    const DWORD length = GetModuleFileNameA(NULL, path, sizeof path);
    return length > 0 && length < sizeof path ? fopen(path, "re") : NULL;
}
