#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support.h"

/* What is copied out of descriptions of machines, and of this one. */

static void reads_a_synthetic_machine(void **state) {
    (void)state;
    Machine *machine = load("package:2 [numa(memory=8GiB)] l3:2 core:3 pu:2");
    assert_int_equal(machine->package_count, 2);
    assert_int_equal(machine->node_count, 2);
    assert_int_equal(machine->l3_count, 4);
    assert_int_equal(machine->core_count, 12);
    assert_int_equal(machine->pu_count, 24);
    assert_int_equal(machine->kind_count, 1);
    assert_true(machine->memory_known && machine->is_complete && !machine->is_this_system);
    assert_true(machine->nodes[1].memory_bytes == (uint64_t)8 << 30);
    const MachinePu *pu = &machine->pus[machine_find_pu(machine, 17)];
    assert_int_equal(pu->core, 8);
    assert_int_equal(pu->l3, 2);
    assert_int_equal(pu->node, 1);
    assert_int_equal(pu->package, 1);
    assert_int_equal(machine_find_pu(machine, 24), -1);
    machine_destroy(machine);
}

static void knows_kinds_of_cores(void **state) {
    (void)state;
    Machine *machine = load_xml("hybrid");
    assert_int_equal(machine->kind_count, 2);
    assert_int_equal(machine->pu_count, 12);
    for (int i = 0; i < machine->pu_count; i++)
        assert_int_equal(machine->pus[i].efficiency, machine->pus[i].os_index >= 8);
    machine_destroy(machine);
}

static void leaves_out_what_is_not_allowed(void **state) {
    (void)state;
    Machine *machine = load_xml("disallowed");
    assert_int_equal(machine->pu_count, 13);
    for (int i = 0; i < machine->pu_count; i++)
        assert_true(machine->pus[i].allowed);
    static const int ABSENT[] = {2, 3, 9};
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(machine_find_pu(machine, ABSENT[i]), -1);
    /* Node 0's memory may not be used, so its PUs are served by node 1. */
    assert_int_equal(machine->node_count, 1);
    assert_int_equal(machine->nodes[0].os_index, 1);
    for (int i = 0; i < machine->pu_count; i++)
        assert_int_equal(machine->pus[i].adopted, machine->pus[i].package == 0);
    assert_int_equal(machine->nodes[0].pu_count, 7);
    assert_int_equal(machine->nodes[0].adopted_count, 6);
    machine_destroy(machine);
}

/* The number of PUs at home with each node, as text. */
static void expect_homes(const char *name, const char *expected) {
    Machine *machine = load_xml(name);
    char text[64] = "";
    size_t length = 0;
    for (int i = 0; i < machine->node_count; i++)
        length += (size_t)snprintf(text + length, sizeof text - length, "%d ",
                                   machine->nodes[i].pu_count);
    assert_string_equal(text, expected);
    machine_destroy(machine);
}

static void finds_the_home_of_every_pu(void **state) {
    (void)state;
    expect_homes("memory_only", "4 4 0 0 ");
    expect_homes("memoryless", "2 2 2 ");
    expect_homes("twins", "2 2 2 2 ");
    expect_homes("fast_memory", "4 0 4 0 ");
}

static void knows_the_nearest_memory(void **state) {
    (void)state;
    Machine *machine = load_xml("memoryless");
    assert_int_equal(machine->nodes[0].memory_node, 0);
    assert_int_equal(machine->nodes[1].memory_node, 2);
    assert_true(machine->nodes[1].memory_bytes == 0);
    machine_destroy(machine);
}

static void expect_error(const char *source, const char *part) {
    Reason error = {""};
    Machine *machine = machine_load_from(source, &error);
    assert_null(machine);
    if (!strstr(error.text, part))
        fail_msg("\"%s\" does not say \"%s\"", error.text, part);
    assert_null(strchr(error.text, '\n'));
}

static void explains_what_it_cannot_load(void **state) {
    (void)state;
    expect_error("", "neither a file nor a description");
    expect_error("nonsense", "neither a file nor a description");
    expect_error("core:4", "ends with pu");
    expect_error("core:0 pu:1", "neither a file nor a description");
    expect_error("core:65 pu:64", "more than 4096");
    expect_error("pu:99999999999999999999", "more than 4096");
    expect_error("/nonexistent/machine.xml", "No such file");
    expect_error("machine.xml", "No such file");
    expect_error("/", "not a file");
    expect_error(TEST_FOLDER "/test_topology.c", "not a topology");
}

/* Damages a good file in many ways: it is refused or read, and nothing else happens. hwloc alone
 * crashes on some of these. */
static void survives_damaged_files(void **state) {
    (void)state;
    FILE *file = fopen(TEST_FOLDER "/machines/hybrid.xml", "rb");
    assert_non_null(file);
    static char content[65536];
    size_t length = fread(content, 1, sizeof content, file);
    fclose(file);
    char name[] = "quorum-topology-XXXXXX";
    int descriptor = mkstemp(name);
    assert_true(descriptor >= 0);
    close(descriptor);
    int refused = 0, rounds = 0;
    for (size_t at = 200; at + 150 < length; at += 61, rounds++) {
        size_t hole = rounds % 3 == 0 ? length - at : (size_t)(7 * (rounds % 20) + 1);
        file = fopen(name, "wb");
        assert_non_null(file);
        assert_int_equal(fwrite(content, 1, at, file), at);
        fwrite(content + at + hole, 1, length - at - hole, file);
        fclose(file);
        Reason error;
        Machine *machine = machine_load_from(name, &error);
        refused += machine == NULL;
        machine_destroy(machine);
    }
    remove(name);
    assert_true(refused > rounds / 2);
}

static void reads_this_machine(void **state) {
    (void)state;
    Reason error;
    cpu_set_t before;
    assert_int_equal(sched_getaffinity(0, sizeof before, &before), 0);
    Machine *machine = machine_load(&error);
    assert_non_null(machine);
    assert_true(machine->is_this_system);
    for (int i = 0; i < machine->pu_count; i++)
        assert_int_equal(machine->pus[i].allowed,
                         CPU_ISSET((size_t)machine->pus[i].os_index, &before) != 0);
    int pus = machine->pu_count;
    machine_destroy(machine);

    /* Bound to one processor it still knows the others, which `hardware` may use. */
    int first = 0;
    while (!CPU_ISSET((size_t)first, &before))
        first++;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET((size_t)first, &one);
    assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0);
    machine = machine_load(&error);
    assert_non_null(machine);
    cpu_set_t after;
    sched_getaffinity(0, sizeof after, &after);
    assert_true(CPU_EQUAL(&one, &after));
    assert_int_equal(machine->pu_count, pus);
    for (int i = 0; i < machine->pu_count; i++)
        assert_int_equal(machine->pus[i].allowed, machine->pus[i].os_index == first);
    machine_destroy(machine);
    sched_setaffinity(0, sizeof before, &before);
}

/* Reads this machine as a group of processes that takes no notice of SIGALRM. Whether whoever asked
 * hwloc was ended by one. */
static _Noreturn void read_deaf(const char *description, bool blocks) {
    sigset_t all;
    Reason reason;
    setpgid(0, 0);
    sigfillset(&all);
    if (blocks)
        sigprocmask(SIG_SETMASK, &all, NULL);
    else
        signal(SIGALRM, SIG_IGN);
    setenv("HWLOC_XMLFILE", description, 1);
    _exit(!machine_load(&reason) && strstr(reason.text, "crashed") ? 0 : 1);
}

/* hwloc waits for a description that does not come; the alarm that ends it comes early here. */
static void an_alarm_ends_hwloc_whoever_is_deaf_to_it(void **state) {
    (void)state;
    char folder[] = "/tmp/quorum-topology-XXXXXX", pipe[64];
    assert_non_null(mkdtemp(folder));
    snprintf(pipe, sizeof pipe, "%s/pipe.xml", folder);
    assert_int_equal(mkfifo(pipe, 0600), 0);
    for (int blocks = 0; blocks < 2; blocks++) {
        int status, writer = -1;
        const pid_t deaf = fork();
        if (deaf == 0)
            read_deaf(pipe, blocks);
        for (int ms = 0; writer < 0 && ms < 60000; ms++) { /* until hwloc reads */
            usleep(1000);
            writer = open(pipe, O_WRONLY | O_NONBLOCK | O_CLOEXEC);
        }
        assert_true(writer >= 0);
        assert_int_equal(kill(-deaf, SIGALRM), 0);
        close(writer);
        assert_int_equal(waitpid(deaf, &status, 0), deaf);
        assert_true(WIFEXITED(status));
        assert_int_equal(WEXITSTATUS(status), 0);
    }
    unlink(pipe);
    rmdir(folder);
}

int main(void) {
    if (!can_load()) {
        printf("skipped: built without hwloc\n");
        return SKIPPED;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_a_synthetic_machine),
        cmocka_unit_test(knows_kinds_of_cores),
        cmocka_unit_test(leaves_out_what_is_not_allowed),
        cmocka_unit_test(finds_the_home_of_every_pu),
        cmocka_unit_test(knows_the_nearest_memory),
        cmocka_unit_test(explains_what_it_cannot_load),
        cmocka_unit_test(survives_damaged_files),
        cmocka_unit_test(reads_this_machine),
        cmocka_unit_test(an_alarm_ends_hwloc_whoever_is_deaf_to_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
