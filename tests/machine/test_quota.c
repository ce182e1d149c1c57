#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "machine/quota.h"

/* Each test builds the files of a system below a folder of its own. */

static char root[] = "quorum-quota-XXXXXX";

static void write_file(const char *path, const char *content) {
    char full[4096];
    snprintf(full, sizeof full, "%s%s", root, path);
    for (char *slash = strchr(full + sizeof root, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(full, 0777);
        *slash = '/';
    }
    FILE *file = fopen(full, "w");
    assert_non_null(file);
    assert_true(fputs(content, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static int make_root(void **state) {
    (void)state;
    strcpy(root + sizeof root - 7, "XXXXXX");
    return mkdtemp(root) ? 0 : -1;
}

static int remove_root(void **state) {
    (void)state;
    char command[128];
    snprintf(command, sizeof command, "rm -r '%s'", root);
    return system(command);
}

static void no_files_mean_no_limit(void **state) {
    (void)state;
    assert_int_equal(quota_read_milli(root), 0);
}

static void reads_version_two(void **state) {
    (void)state;
    write_file("/proc/self/cgroup", "0::/user/engine\n");
    write_file("/proc/self/mountinfo",
               "24 30 0:22 / /sys rw,relatime - sysfs sysfs rw\n"
               "35 24 0:29 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw\n");
    write_file("/sys/fs/cgroup/user/engine/cpu.max", "max 100000\n");
    assert_int_equal(quota_read_milli(root), 0);
    write_file("/sys/fs/cgroup/user/engine/cpu.max", "250000 100000\n");
    assert_int_equal(quota_read_milli(root), 2500);
    write_file("/sys/fs/cgroup/user/cpu.max", "150000 100000\n"); /* the group above is tighter */
    assert_int_equal(quota_read_milli(root), 1500);
    write_file("/sys/fs/cgroup/user/engine/cpu.max", "100 30000\n"); /* rounded up */
    assert_int_equal(quota_read_milli(root), 4);
    write_file("/sys/fs/cgroup/user/cpu.max", "nonsense\n");
    write_file("/sys/fs/cgroup/user/engine/cpu.max", "5 0\n");
    assert_int_equal(quota_read_milli(root), 0);
}

/* In a container the hierarchy's folder is a group below the top, or the group is out of sight. */
static void reads_version_two_in_a_container(void **state) {
    (void)state;
    write_file("/proc/self/cgroup", "0::/pod/box/inner\n");
    write_file("/proc/self/mountinfo",
               "35 24 0:29 /pod/box /my\\040groups rw - cgroup2 cgroup2 rw\n");
    write_file("/my groups/inner/cpu.max", "400000 100000\n");
    assert_int_equal(quota_read_milli(root), 4000);
    write_file("/my groups/cpu.max", "300000 100000\n");
    assert_int_equal(quota_read_milli(root), 3000);
    write_file("/proc/self/cgroup", "0::/elsewhere\n");
    assert_int_equal(quota_read_milli(root), 3000);
    write_file("/proc/self/cgroup", "0::/pod/boxes\n"); /* another one with a longer name */
    write_file("/my groupses/cpu.max", "100000 100000\n");
    assert_int_equal(quota_read_milli(root), 3000);
    /* Where the hierarchy shows twice, the first is the one. */
    write_file("/proc/self/cgroup", "0::/pod/box\n");
    write_file("/proc/self/mountinfo",
               "35 24 0:29 /pod/box /my\\040groups rw - cgroup2 cgroup2 rw\n"
               "36 24 0:29 /pod/box /again rw - cgroup2 cgroup2 rw\n");
    assert_int_equal(quota_read_milli(root), 3000);
}

static void reads_version_one(void **state) {
    (void)state;
    write_file("/proc/self/cgroup", "12:cpuset:/other\n4:cpu,cpuacct:/jobs/7\n0::/\n");
    write_file("/proc/self/mountinfo",
               "31 24 0:27 / /sys/fs/cgroup/cpuset rw - cgroup cgroup rw,cpuset\n"
               "36 24 0:30 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct\n"
               "37 24 0:31 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n");
    write_file("/sys/fs/cgroup/cpu,cpuacct/jobs/7/cpu.cfs_quota_us", "-1\n");
    write_file("/sys/fs/cgroup/cpu,cpuacct/jobs/7/cpu.cfs_period_us", "100000\n");
    assert_int_equal(quota_read_milli(root), 0);
    write_file("/sys/fs/cgroup/cpu,cpuacct/jobs/7/cpu.cfs_quota_us", "50000\n");
    assert_int_equal(quota_read_milli(root), 500);
    write_file("/sys/fs/cgroup/cpuset/other/cpu.cfs_quota_us", "10\n"); /* not this hierarchy */
    assert_int_equal(quota_read_milli(root), 500);
}

static void survives_nonsense(void **state) {
    (void)state;
    write_file("/proc/self/cgroup", "\n:\n::\n0::\n1:cpu\nx\n");
    write_file("/proc/self/mountinfo", " - \n - cgroup2\na - cgroup2 b c\n\n- - - -\n");
    assert_int_equal(quota_read_milli(root), 0);
}

static void memory_of_version_two(void **state) {
    (void)state;
    assert_true(quota_memory_left(root) == SIZE_MAX);
    /* A unit of systemd, seen from outside its namespace. */
    write_file("/proc/self/cgroup", "0::/system.slice/engine.service\n");
    write_file("/proc/self/mountinfo",
               "35 24 0:29 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw\n");
    write_file("/sys/fs/cgroup/system.slice/engine.service/memory.max", "max\n");
    write_file("/sys/fs/cgroup/system.slice/engine.service/memory.current", "50000000\n");
    assert_true(quota_memory_left(root) == SIZE_MAX);
    write_file("/sys/fs/cgroup/system.slice/engine.service/memory.max", "200000000\n");
    assert_int_equal(quota_memory_left(root), 150000000);
    write_file("/sys/fs/cgroup/system.slice/engine.service/memory.stat",
               "anon 20000000\nfile 30000000\ninactive_file 25000000\nactive_file 5000000\n");
    assert_int_equal(quota_memory_left(root), 175000000);
    write_file("/sys/fs/cgroup/system.slice/engine.service/memory.high", "100000000\n");
    assert_int_equal(quota_memory_left(root), 75000000);
    write_file("/sys/fs/cgroup/system.slice/memory.max", "1000000\n"); /* the group above */
    write_file("/sys/fs/cgroup/system.slice/memory.current", "900000\n");
    assert_int_equal(quota_memory_left(root), 100000);
    write_file("/sys/fs/cgroup/system.slice/memory.current", "1100000\n");
    assert_int_equal(quota_memory_left(root), 0);
}

static void memory_of_version_one(void **state) {
    (void)state;
    write_file("/proc/self/cgroup", "5:cpuset:/\n4:memory:/jobs/7\n0::/\n");
    write_file("/proc/self/mountinfo",
               "31 23 0:28 / /sys/fs/cgroup rw,relatime - tmpfs tmpfs rw\n"
               "36 31 0:33 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory\n");
    write_file("/sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
    write_file("/sys/fs/cgroup/memory/jobs/7/memory.limit_in_bytes", "209715200\n");
    write_file("/sys/fs/cgroup/memory/jobs/7/memory.usage_in_bytes", "9715200\n");
    assert_int_equal(quota_memory_left(root), 200000000);
    write_file("/sys/fs/cgroup/memory/jobs/7/memory.stat",
               "inactive_file 1\ntotal_inactive_file 715200\n");
    assert_int_equal(quota_memory_left(root), 200715200);
    assert_true(quota_memory_available() > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(memory_of_version_two, make_root, remove_root),
        cmocka_unit_test_setup_teardown(memory_of_version_one, make_root, remove_root),
        cmocka_unit_test_setup_teardown(no_files_mean_no_limit, make_root, remove_root),
        cmocka_unit_test_setup_teardown(reads_version_two, make_root, remove_root),
        cmocka_unit_test_setup_teardown(reads_version_two_in_a_container, make_root, remove_root),
        cmocka_unit_test_setup_teardown(reads_version_one, make_root, remove_root),
        cmocka_unit_test_setup_teardown(survives_nonsense, make_root, remove_root),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
