#include <dirent.h>

#include "properties.h"

/* Descriptions of real machines, where there is external test data. */

#define TOPOLOGIES TEST_DATA("topologies")

static int is_machine(const struct dirent *entry) {
    size_t length = strlen(entry->d_name);
    return length > 4 && strcmp(entry->d_name + length - 4, ".xml") == 0;
}

static void plans_hold_on_every_machine(void **state) {
    (void)state;
    struct dirent **entries;
    int count = scandir(TOPOLOGIES, &entries, is_machine, alphasort);
    assert_true(count > 0);
    for (int i = 0; i < count; i++) {
        char path[8192];
        snprintf(path, sizeof path, "%s/%s", TOPOLOGIES, entries[i]->d_name);
        Machine *machine = load(path);
        check_machine(machine, entries[i]->d_name);
        machine_destroy(machine);
        free(entries[i]);
    }
    free(entries);
}

int main(void) {
    DIR *folder = opendir(TOPOLOGIES);
    if (!folder || !can_load()) {
        printf("skipped: no topologies/ in QUORUM_TEST_DATA, or built without hwloc\n");
        return SKIPPED;
    }
    closedir(folder);
    const struct CMUnitTest tests[] = {cmocka_unit_test(plans_hold_on_every_machine)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
