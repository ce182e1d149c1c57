/* Runs a fuzz target over files and folders of them: `fuzz_fen corpus/fen crash-1234`. Exit code 2
 * when there is nothing to read. */

#include <dirent.h>
#include <string.h>
#include <sys/stat.h>

#include "target.h"

static int inputs;

static void run_file(const char *path) {
    FILE *file = fopen(path, "rb");
    struct stat status;
    if (!file || fstat(fileno(file), &status) != 0) {
        perror(path);
        exit(2);
    }
    size_t size = (size_t)status.st_size;
    uint8_t *data = malloc(size + 1);
    MUST(data);
    MUST(fread(data, 1, size, file) == size);
    fclose(file);
    LLVMFuzzerTestOneInput(data, size);
    free(data);
    inputs++;
}

static void run(const char *path) {
    DIR *folder = opendir(path);
    if (!folder) {
        run_file(path);
        return;
    }
    struct dirent *entry;
    while ((entry = readdir(folder))) {
        if (entry->d_name[0] == '.')
            continue;
        size_t size = strlen(path) + strlen(entry->d_name) + 2;
        char *name = malloc(size);
        MUST(name);
        snprintf(name, size, "%s/%s", path, entry->d_name);
        run_file(name);
        free(name);
    }
    closedir(folder);
}

int main(int count, char **arguments) {
    for (int i = 1; i < count; i++)
        run(arguments[i]);
    printf("%d inputs\n", inputs);
    return inputs > 0 ? 0 : 2;
}
