#include "tools/scale/system.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/format.h"
#include "base/system.h"
#include "base/text.h"
#include "machine/memory_pages.h"

#define PROCESSORS "/sys/devices/system/cpu/"
#define PATH_SIZE  128

/* The first line of a file without white space around; false where it cannot be read. */
static bool read_line(const char *path, char *line, size_t size) {
    FILE *file = fopen(path, "re");
    bool good = file && fgets(line, (int)size, file);
    if (file)
        fclose(file);
    if (!good)
        return false;
    Text text = text_trim(text_of(line));
    memmove(line, text.data, text.length);
    line[text.length] = '\0';
    return true;
}

static int64_t read_number(const char *path) {
    char line[SCALE_WORD_SIZE];
    int64_t number = -1;
    if (read_line(path, line, sizeof line))
        text_parse_integer(text_of(line), &number);
    return number;
}

static int64_t read_processor_number(int processor, const char *name) {
    char path[PATH_SIZE];
    snprintf(path, sizeof path, PROCESSORS "cpu%d/%s", processor, name);
    return read_number(path);
}

int64_t scale_system_throttlings(const Machine *machine) {
    int64_t sum = -1;
    for (int i = 0; i < machine->pu_count; i++) {
        static const char *const NAMES[] = {"thermal_throttle/core_throttle_count",
                                            "thermal_throttle/package_throttle_count"};
        for (size_t j = 0; machine->pus[i].allowed && j < sizeof NAMES / sizeof NAMES[0]; j++) {
            int64_t count = read_processor_number(machine->pus[i].os_index, NAMES[j]);
            if (count >= 0)
                sum = (sum > 0 ? sum : 0) + count;
        }
    }
    return sum;
}

static void read_frequencies(const Machine *machine, ScaleSystem *system) {
    system->slowest_khz = system->fastest_khz = system->limit_khz = -1;
    for (int i = 0; i < machine->pu_count; i++) {
        if (!machine->pus[i].allowed)
            continue;
        int processor = machine->pus[i].os_index;
        int64_t now = read_processor_number(processor, "cpufreq/scaling_cur_freq");
        int64_t limit = read_processor_number(processor, "cpufreq/cpuinfo_max_freq");
        if (now >= 0 && (system->slowest_khz < 0 || now < system->slowest_khz))
            system->slowest_khz = now;
        if (now > system->fastest_khz)
            system->fastest_khz = now;
        if (limit >= 0 && (system->limit_khz < 0 || limit < system->limit_khz))
            system->limit_khz = limit;
    }
}

/* Each governor in use once. */
static void read_governors(const Machine *machine, char *governors, size_t size) {
    size_t length = 0;
    governors[0] = '\0';
    for (int i = 0; i < machine->pu_count; i++) {
        char path[PATH_SIZE], name[SCALE_WORD_SIZE];
        snprintf(path, sizeof path, PROCESSORS "cpu%d/cpufreq/scaling_governor",
                 machine->pus[i].os_index);
        if (!machine->pus[i].allowed || !read_line(path, name, sizeof name) ||
            strstr(governors, name))
            continue;
        format_append(governors, size, &length, "%s%s", length > 0 ? ", " : "", name);
    }
}

/* The chosen one of a list like "always [madvise] never". */
static void read_choice(const char *path, char *choice, size_t size) {
    char line[SCALE_WORD_SIZE];
    choice[0] = '\0';
    if (!read_line(path, line, sizeof line))
        return;
    const char *open = strchr(line, '[');
    const char *close = open ? strchr(open, ']') : NULL;
    if (close)
        snprintf(choice, size, "%.*s", (int)(close - open - 1), open + 1);
}

static int read_boost(void) {
    int64_t not_turbo = read_number(PROCESSORS "intel_pstate/no_turbo");
    return (int)(not_turbo >= 0 ? !not_turbo : read_number(PROCESSORS "cpufreq/boost"));
}

/* What /proc/stat counts of the usable processors, in its ticks. */
typedef struct Ticks {
    int64_t all;
    int64_t idle;
    int64_t stolen;
} Ticks;

/* Adds a line like "cpu3 1901983 459773 ...": user, nice, system, idle, waiting for input or
 * output, interrupts of two sorts, stolen; what follows is counted among the first. */
static void add_ticks(const char *line, const Machine *machine, Ticks *ticks) {
    enum { IDLE = 3, WAITING = 4, STOLEN = 7, FIELDS = 8 };
    int processor, offset;
    if (sscanf(line, "cpu%d%n", &processor, &offset) != 1)
        return;
    int pu = machine_find_pu(machine, processor);
    if (pu < 0 || !machine->pus[pu].allowed)
        return;
    Text rest = text_of(line + offset), field;
    for (int i = 0; i < FIELDS && text_next_token(&rest, &field); i++) {
        int64_t count = 0;
        text_parse_integer(field, &count);
        ticks->all += count;
        if (i == IDLE || i == WAITING)
            ticks->idle += count;
        if (i == STOLEN)
            ticks->stolen += count;
    }
}

static Ticks read_ticks(const Machine *machine) {
    Ticks ticks = {0};
    FILE *file = fopen("/proc/stat", "re");
    char *line = NULL;
    size_t size = 0;
    while (file && getline(&line, &size, file) > 0)
        add_ticks(line, machine, &ticks);
    free(line);
    if (file)
        fclose(file);
    return ticks;
}

static void watch(const Machine *machine, int watch_ms, ScaleSystem *system) {
    Ticks before = read_ticks(machine);
    usleep((useconds_t)watch_ms * 1000);
    Ticks after = read_ticks(machine);
    double all = (double)(after.all - before.all);
    system->busy = all > 0 ? 1 - (double)(after.idle - before.idle) / all : -1;
    system->stolen = all > 0 ? (double)(after.stolen - before.stolen) / all : -1;
}

void scale_system_read(const Machine *machine, int watch_ms, ScaleSystem *system) {
    *system = (ScaleSystem){.load = -1, .page_bytes = (int64_t)memory_pages_size(PAGES_PLAIN)};
    system_name(system->kernel, sizeof system->kernel);
    char line[SCALE_WORD_SIZE];
    if (read_line("/proc/loadavg", line, sizeof line))
        system->load = strtod(line, NULL);
    read_governors(machine, system->governor, sizeof system->governor);
    read_choice("/sys/kernel/mm/transparent_hugepage/enabled", system->transparent_pages,
                sizeof system->transparent_pages);
    PagePool huge = memory_pages_pool(PAGES_HUGE, WHOLE_MACHINE);
    PagePool gigantic = memory_pages_pool(PAGES_GIGANTIC, WHOLE_MACHINE);
    system->huge_pages = (int64_t)huge.total;
    system->huge_pages_free = (int64_t)huge.free;
    system->gigantic_pages = (int64_t)gigantic.total;
    system->gigantic_pages_free = (int64_t)gigantic.free;
    system->numa_balancing = (int)read_number("/proc/sys/kernel/numa_balancing");
    system->boost = read_boost();
    system->throttlings = scale_system_throttlings(machine);
    read_frequencies(machine, system);
    watch(machine, watch_ms, system);
}
