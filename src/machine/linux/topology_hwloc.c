#include <ctype.h>
#include <errno.h>
#include <hwloc.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/compiler.h"
#include "machine/topology.h"

/* Without these files hwloc knows no more than the affinity mask, and complains on stderr. */
#define SYSTEM_DESCRIPTION "/sys/devices/system/cpu"

/* The highest number of a processor or node. */
#define MOST_OS_INDEX 65535

/* Most processors that a description may ask for; hwloc takes seconds to make so many. */
#define MAX_PUS 4096

#define NO_MEMORY "no memory for the machine's description%s"
#define DAMAGED   "%s is not a topology in hwloc's XML (versions 1 and 2), or damaged"

/* What copying out of hwloc needs beside the machine. */
typedef struct Copy {
    hwloc_topology_t topology;
    Machine *machine;
    hwloc_obj_t *pus;                    /* hwloc's object of each PU */
    hwloc_obj_t *nodes;                  /* and of each node */
    struct hwloc_distances_s *latencies; /* between nodes; NULL where the machine tells none */
} Copy;

static void *fail(Reason *error, const char *format, const char *detail) {
    reason_set(error, format, detail);
    return NULL;
}

/* Number of objects of the last level that a synthetic description asks for, as the product of its
 * levels' numbers, which stand outside parentheses and brackets; stops counting above MAX_PUS. */
static long synthetic_size(const char *text) {
    long size = 1;
    int depth = 0;
    for (const char *at = text; *at != '\0' && size <= MAX_PUS; at++) {
        if (*at == '(' || *at == '[')
            depth++;
        else if (*at == ')' || *at == ']')
            depth--;
        bool starts = at == text || isspace((unsigned char)at[-1]) || at[-1] == ':';
        if (depth == 0 && starts && isdigit((unsigned char)*at)) {
            char *end;
            long number = strtol(at, &end, 10);
            if (number > MAX_PUS)
                return number;
            size *= number > 0 ? number : 1;
            at = end - 1;
        }
    }
    return size;
}

static bool looks_like_a_file(const char *source) {
    size_t length = strlen(source);
    return strchr(source, '/') || (length > 4 && strcmp(source + length - 4, ".xml") == 0);
}

static bool set_source(hwloc_topology_t topology, const char *source, Reason *error) {
    struct stat status;
    bool exists = stat(source, &status) == 0;
    if (exists && !S_ISREG(status.st_mode))
        return fail(error, "%s is not a file", source);
    if (exists)
        return hwloc_topology_set_xml(topology, source) == 0 || fail(error, DAMAGED, source);
    if (looks_like_a_file(source)) {
        reason_set(error, "%s: %s", source, strerror(errno));
        return false;
    }
    if (synthetic_size(source) > MAX_PUS)
        return fail(error, "\"%s\" describes more than 4096 processors", source);
    if (hwloc_topology_set_synthetic(topology, source) != 0)
        return fail(error,
                    "\"%s\" is neither a file nor a description such as \"package:2 core:4 pu:2\" "
                    "(which ends with pu)",
                    source);
    return true;
}

/* hwloc's topology of the source, NULL for this system. */
static hwloc_topology_t load_topology(const char *source, Reason *error) {
    hwloc_topology_t topology;
    if (hwloc_topology_init(&topology) != 0)
        return fail(error, "hwloc cannot start%s", "");
    if (source && !set_source(topology, source, error)) {
        hwloc_topology_destroy(topology);
        return NULL;
    }
    /* Asking each processor for itself would bind this thread to one after the other. */
    unsigned long flags = !source ? HWLOC_TOPOLOGY_FLAG_DONT_CHANGE_BINDING : 0;
    if (hwloc_topology_set_flags(topology, flags) != 0 || hwloc_topology_load(topology) != 0) {
        hwloc_topology_destroy(topology);
        return fail(error, source ? DAMAGED : "hwloc cannot read this machine%s",
                    source ? source : "");
    }
    return topology;
}

static bool allocate(Copy *copy, int pu_count, int node_count, Reason *error) {
    copy->machine = machine_create(pu_count, node_count, error);
    copy->pus = calloc((size_t)pu_count, sizeof(hwloc_obj_t));
    copy->nodes = calloc((size_t)node_count, sizeof(hwloc_obj_t));
    return (copy->machine && copy->pus && copy->nodes) || fail(error, NO_MEMORY, "");
}

static int compare_os_indices(const void *a, const void *b) {
    unsigned left = (*(const hwloc_obj_t *)a)->os_index;
    unsigned right = (*(const hwloc_obj_t *)b)->os_index;
    return left < right ? -1 : left > right;
}

static void copy_nodes(Copy *copy) {
    Machine *machine = copy->machine;
    hwloc_obj_t node = NULL;
    for (int i = 0; i < machine->node_count; i++) {
        node = hwloc_get_next_obj_by_type(copy->topology, HWLOC_OBJ_NUMANODE, node);
        copy->nodes[i] = node;
    }
    qsort(copy->nodes, (size_t)machine->node_count, sizeof(hwloc_obj_t), compare_os_indices);
    for (int i = 0; i < machine->node_count; i++) {
        uint64_t bytes = copy->nodes[i]->attr->numanode.local_memory;
        machine->nodes[i].os_index = (int)copy->nodes[i]->os_index;
        machine->nodes[i].memory_bytes = bytes;
        machine->memory_known = machine->memory_known || bytes > 0;
    }
}

static int logical_index_above(Copy *copy, hwloc_obj_t pu, hwloc_obj_type_t type) {
    hwloc_obj_t above = hwloc_get_ancestor_obj_by_type(copy->topology, type, pu);
    return above ? (int)above->logical_index : -1;
}

static void copy_pus(Copy *copy) {
    Machine *machine = copy->machine;
    hwloc_obj_t pu = NULL, last_core = NULL;
    for (int i = 0; i < machine->pu_count; i++) {
        pu = hwloc_get_next_obj_by_type(copy->topology, HWLOC_OBJ_PU, pu);
        copy->pus[i] = pu;
        hwloc_obj_t core = hwloc_get_ancestor_obj_by_type(copy->topology, HWLOC_OBJ_CORE, pu);
        if (!core)
            core = pu;
        machine->core_count += core != last_core;
        last_core = core;
        machine->pus[i] = (MachinePu){
            .os_index = (int)pu->os_index,
            .core = machine->core_count - 1,
            .l3 = logical_index_above(copy, pu, HWLOC_OBJ_L3CACHE),
            .package = logical_index_above(copy, pu, HWLOC_OBJ_PACKAGE),
            .node = -1,
            .allowed = true,
        };
        if (machine->pus[i].l3 >= machine->l3_count)
            machine->l3_count = machine->pus[i].l3 + 1;
        if (machine->pus[i].package >= machine->package_count)
            machine->package_count = machine->pus[i].package + 1;
    }
}

/* hwloc ranks kinds from the one that saves most power; here 0 is the fastest that is present. */
static void copy_kinds(Copy *copy) {
    Machine *machine = copy->machine;
    int kinds = hwloc_cpukinds_get_nr(copy->topology, 0);
    int *faster = kinds < 2 ? NULL : calloc((size_t)kinds + 1, sizeof *faster);
    bool known = faster;
    machine->kind_count = 1;
    for (int i = 0; known && i < machine->pu_count; i++) {
        int rank = -1;
        int kind = hwloc_cpukinds_get_by_cpuset(copy->topology, copy->pus[i]->cpuset, 0);
        if (kind >= 0)
            hwloc_cpukinds_get_info(copy->topology, (unsigned)kind, NULL, &rank, NULL, NULL, 0);
        known = rank >= 0 && rank < kinds;
        if (known)
            faster[rank] = 1;
        machine->pus[i].efficiency = rank;
    }
    /* From marks of the kinds that are there to how many are faster than each. */
    for (int rank = kinds - 1, sum = 0; known && rank >= 0; rank--) {
        int present = faster[rank];
        faster[rank] = sum;
        sum += present;
        machine->kind_count = sum;
    }
    for (int i = 0; i < machine->pu_count; i++)
        machine->pus[i].efficiency = known ? faster[machine->pus[i].efficiency] : 0;
    free(faster);
}

static void swap_pus(Copy *copy, int a, int b) {
    const MachinePu pu = copy->machine->pus[a];
    const hwloc_obj_t object = copy->pus[a];
    copy->machine->pus[a] = copy->machine->pus[b];
    copy->machine->pus[b] = pu;
    copy->pus[a] = copy->pus[b];
    copy->pus[b] = object;
}

/* The fastest PU of each core comes first, should they differ. */
static void sort_cores(Copy *copy) {
    const MachinePu *pus = copy->machine->pus;
    for (int i = 1; i < copy->machine->pu_count; i++)
        for (int j = i;
             j > 0 && pus[j].core == pus[j - 1].core && pus[j].efficiency < pus[j - 1].efficiency;
             j--)
            swap_pus(copy, j, j - 1);
}

/* Whether the system could number its processors and nodes like this: each otherwise, none beyond
 * what a set of them can hold. What hwloc loads may have been damaged. */
static bool has_sound_numbers(const Copy *copy) {
    const Machine *machine = copy->machine;
    hwloc_bitmap_t seen = hwloc_bitmap_alloc();
    bool sound = seen;
    for (int i = 0; sound && i < machine->pu_count; i++) {
        const int number = machine->pus[i].os_index;
        sound = number >= 0 && number <= MOST_OS_INDEX &&
                !hwloc_bitmap_isset(seen, (unsigned)number) &&
                hwloc_bitmap_set(seen, (unsigned)number) == 0;
    }
    hwloc_bitmap_free(seen);
    for (int i = 0; i < machine->node_count; i++) {
        const int previous = i > 0 ? machine->nodes[i - 1].os_index : -1;
        sound = sound && machine->nodes[i].os_index > previous &&
                machine->nodes[i].os_index <= MOST_OS_INDEX;
    }
    return sound;
}

static bool same_text(const char *a, const char *b) {
    return strcmp(a ? a : "", b ? b : "") == 0;
}

/* Whether two nodes of the same processors are two halves of one memory and not, say, a large
 * ordinary memory beside a small fast one. */
static bool are_twins(hwloc_obj_t a, hwloc_obj_t b) {
    uint64_t left = a->attr->numanode.local_memory, right = b->attr->numanode.local_memory;
    uint64_t difference = left > right ? left - right : right - left;
    return same_text(a->subtype, b->subtype) && difference <= (left > right ? left : right) / 10;
}

/* The nodes that are closest around a PU, those with memory rather than others, as a list of
 * indices; the first is the node of ordinary memory, as systems number that before any other. The
 * list holds its twins too. */
static int local_nodes(const Copy *copy, int pu, int *list) {
    const Machine *machine = copy->machine;
    int best_weight = 0, count = 0;
    bool best_has_memory = false;
    for (int i = 0; i < machine->node_count; i++) {
        hwloc_obj_t node = copy->nodes[i];
        if (!hwloc_bitmap_isset(node->cpuset, copy->pus[pu]->os_index))
            continue;
        int weight = hwloc_bitmap_weight(node->cpuset);
        bool has_memory = machine->nodes[i].memory_bytes > 0;
        if (count > 0 &&
            (weight > best_weight || (weight == best_weight && best_has_memory && !has_memory)))
            continue;
        if (count == 0 || weight < best_weight || (has_memory && !best_has_memory)) {
            count = 0;
            best_weight = weight;
            best_has_memory = has_memory;
        } else if (!are_twins(copy->nodes[list[0]], node)) {
            continue;
        }
        list[count++] = i;
    }
    return count;
}

/* Cores of the first `end` PUs that lie in a set of PUs, but for one core. */
static int count_cores(const Copy *copy, int end, hwloc_const_bitmap_t set, int except) {
    int count = 0, last = -1;
    for (int i = 0; i < end; i++) {
        int core = copy->machine->pus[i].core;
        if (core != last && core != except && hwloc_bitmap_isset(set, copy->pus[i]->os_index)) {
            count++;
            last = core;
        }
    }
    return count;
}

static hwloc_obj_t first_normal(hwloc_obj_t object) {
    while (object->parent && !hwloc_obj_type_is_normal(object->type))
        object = object->parent;
    return object;
}

/* How far a node is from an object: latency where the machine tells, and otherwise less the deeper
 * down they have a common ancestor. */
static int64_t distance_to_node(const Copy *copy, hwloc_obj_t from, int to) {
    struct hwloc_distances_s *latencies = copy->latencies;
    if (latencies && from->type == HWLOC_OBJ_NUMANODE) {
        int row = hwloc_distances_obj_index(latencies, from);
        int column = hwloc_distances_obj_index(latencies, copy->nodes[to]);
        if (row >= 0 && column >= 0)
            return (int64_t)latencies->values[(unsigned)row * latencies->nbobjs + (unsigned)column];
    }
    hwloc_obj_t common = hwloc_get_common_ancestor_obj(copy->topology, first_normal(from),
                                                       first_normal(copy->nodes[to]));
    return INT32_MAX - common->depth;
}

static int served_by(const MachineNode *node) {
    return node->pu_count + node->adopted_count;
}

/* The node with memory nearest to an object; of several, the one that serves the fewest PUs. */
static int nearest_memory(const Copy *copy, hwloc_obj_t from) {
    const Machine *machine = copy->machine;
    int nearest = -1;
    int64_t nearest_distance = 0;
    for (int i = 0; i < machine->node_count; i++) {
        if (machine->memory_known && machine->nodes[i].memory_bytes == 0)
            continue;
        int64_t distance = distance_to_node(copy, from, i);
        if (nearest < 0 || distance < nearest_distance ||
            (distance == nearest_distance &&
             served_by(&machine->nodes[i]) < served_by(&machine->nodes[nearest]))) {
            nearest = i;
            nearest_distance = distance;
        }
    }
    return nearest;
}

/* PUs whose own node's memory may not be used are served by the nearest one, those of one node
 * together. */
static void adopt_orphans(Copy *copy) {
    Machine *machine = copy->machine;
    for (int i = 0; i < machine->pu_count; i++) {
        if (machine->pus[i].node >= 0)
            continue;
        int node = nearest_memory(copy, copy->pus[i]);
        hwloc_const_bitmap_t own = copy->pus[i]->complete_nodeset;
        for (int j = i; j < machine->pu_count; j++) {
            if (machine->pus[j].node < 0 &&
                hwloc_bitmap_isequal(own, copy->pus[j]->complete_nodeset)) {
                machine->pus[j].node = node;
                machine->pus[j].adopted = true;
                machine->nodes[node].adopted_count++;
            }
        }
    }
}

/* Gives every PU its home. Descriptions that name several like nodes for the same cores are those
 * of chips whose halves have a node each, without telling which; the cores are then divided. */
static bool find_homes(Copy *copy) {
    Machine *machine = copy->machine;
    int *list = malloc((size_t)machine->node_count * sizeof *list);
    if (!list)
        return false;
    for (int i = 0; i < machine->pu_count; i++) {
        int count = local_nodes(copy, i, list);
        if (count == 0)
            continue;
        int home = list[0];
        /* The running system itself knows of one home only, and numbers it first. */
        if (count > 1 && !machine->is_this_system) {
            hwloc_const_bitmap_t set = copy->nodes[home]->cpuset;
            int before = count_cores(copy, i, set, machine->pus[i].core);
            home = list[before * count / count_cores(copy, machine->pu_count, set, -1)];
        }
        machine->pus[i].node = home;
        machine->nodes[home].pu_count++;
    }
    free(list);
    adopt_orphans(copy);
    for (int i = 0; i < machine->node_count; i++) {
        bool has_memory = !machine->memory_known || machine->nodes[i].memory_bytes > 0;
        machine->nodes[i].memory_node = has_memory ? i : nearest_memory(copy, copy->nodes[i]);
    }
    return true;
}

static bool copy_all(Copy *copy, const char *source, Reason *error) {
    int pu_count = hwloc_get_nbobjs_by_type(copy->topology, HWLOC_OBJ_PU);
    int node_count = hwloc_get_nbobjs_by_type(copy->topology, HWLOC_OBJ_NUMANODE);
    if (pu_count < 1 || node_count < 1)
        return fail(error, "%s: there is no processor that may be used",
                    source ? source : "this machine");
    if (!allocate(copy, pu_count, node_count, error))
        return false;
    Machine *machine = copy->machine;
    machine->is_complete = true;
    machine->is_this_system = !source && hwloc_topology_is_thissystem(copy->topology);
    copy_nodes(copy);
    copy_pus(copy);
    if (!has_sound_numbers(copy))
        return fail(error, "%s: the numbers of its processors or nodes make no sense",
                    source ? source : "this machine");
    unsigned matrices = 1;
    if (hwloc_distances_get_by_type(copy->topology, HWLOC_OBJ_NUMANODE, &matrices, &copy->latencies,
                                    HWLOC_DISTANCES_KIND_MEANS_LATENCY, 0) != 0 ||
        matrices == 0)
        copy->latencies = NULL;
    copy_kinds(copy);
    sort_cores(copy);
    bool good = find_homes(copy);
    if (copy->latencies)
        hwloc_distances_release(copy->topology, copy->latencies);
    return good || fail(error, NO_MEMORY, "");
}

/* `source` as machine_load_from() takes it, NULL for this system. */
static Machine *copy_from_hwloc(const char *source, Reason *error) {
    Copy copy = {.topology = load_topology(source, error)};
    if (!copy.topology)
        return NULL;
    if (!copy_all(&copy, source, error)) {
        machine_destroy(copy.machine);
        copy.machine = NULL;
    }
    free(copy.pus);
    free(copy.nodes);
    hwloc_topology_destroy(copy.topology);
    return copy.machine;
}

/* hwloc (2.9) crashes on descriptions that are damaged, and where memory ends. So a process of its
 * own calls it, and hands over what was found. */

/* Seconds after which a description that still loads counts as damaged. */
#define PATIENCE_SECONDS 60

/* What the child leaves in memory that both see. */
typedef struct Answer {
    bool given;
    Machine machine; /* without a PU if there is none */
    Reason error;
    MachinePu pus[MOST_OS_INDEX + 1];
    MachineNode nodes[MOST_OS_INDEX + 1];
} Answer;

static void copy_machine(const Machine *machine, MachinePu *pus, MachineNode *nodes,
                         Machine *copy) {
    memcpy(pus, machine->pus, (size_t)machine->pu_count * sizeof *pus);
    memcpy(nodes, machine->nodes, (size_t)machine->node_count * sizeof *nodes);
    *copy = *machine;
    copy->pus = pus;
    copy->nodes = nodes;
}

/* The child's half; it says nothing. */
static _Noreturn void read_in_child(const char *source, Answer *answer) {
    static const int FATAL[] = {SIGABRT, SIGALRM, SIGBUS, SIGFPE, SIGILL, SIGSEGV};
    sigset_t fatal;
    sigemptyset(&fatal);
    for (size_t i = 0; i < ARRAY_LENGTH(FATAL); i++) {
        signal(FATAL[i], SIG_DFL); /* a handler of the parent's must not go on from here */
        sigaddset(&fatal, FATAL[i]);
    }
    sigprocmask(SIG_UNBLOCK, &fatal, NULL);
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    alarm(PATIENCE_SECONDS);
    const Machine *machine = NULL;
    if (freopen("/dev/null", "w", stderr))
        machine = copy_from_hwloc(source, &answer->error);
    else
        fail(&answer->error, "%s: cannot be opened", "/dev/null");
    if (machine)
        copy_machine(machine, answer->pus, answer->nodes, &answer->machine);
    answer->given = true;
    _exit(0);
}

/* The parent's half. Without an answer it is the description that was too much for hwloc. */
static Machine *take_answer(const char *source, const Answer *answer, Reason *error) {
    if (!answer->given)
        return fail(error, source ? DAMAGED : "hwloc crashed, or had no memory%s",
                    source ? source : "");
    if (answer->machine.pu_count == 0) {
        *error = answer->error;
        return NULL;
    }
    Machine *machine = machine_create(answer->machine.pu_count, answer->machine.node_count, error);
    if (machine)
        copy_machine(&answer->machine, machine->pus, machine->nodes, machine);
    return machine;
}

static Machine *read_apart(const char *source, Reason *error) {
    Answer *answer = mmap(NULL, sizeof *answer, PROT_READ | PROT_WRITE,
                          MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (answer == MAP_FAILED)
        return fail(error, NO_MEMORY, "");
    const pid_t child = fork();
    if (child == 0)
        read_in_child(source, answer);
    const int why = errno;
    while (child > 0 && waitpid(child, NULL, 0) < 0 && errno == EINTR)
        continue;
    Machine *machine = NULL;
    if (child > 0)
        machine = take_answer(source, answer, error);
    else if (!source && why != ENOMEM) /* a limit of processes, not of memory */
        machine = copy_from_hwloc(NULL, error);
    else
        reason_set(error, "%s: no process can be had to read it: %s",
                   source ? source : "this machine", strerror(why));
    munmap(answer, sizeof *answer);
    return machine;
}

Machine *topology_read_this_system(const int *affinity, int count, Reason *error) {
    if (access(SYSTEM_DESCRIPTION, R_OK) != 0)
        return machine_create_flat(affinity, count, error);
    return read_apart(NULL, error);
}

Machine *machine_load_from(const char *source, Reason *error) {
    return read_apart(source, error);
}
