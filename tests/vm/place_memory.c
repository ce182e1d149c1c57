/* place_memory PAGES POLICY NODES MIB [CPU NODE]: maps and populates one block, by a thread on that
 * CPU with its stack on that node if they are given, and prints as a line of JSON what the project
 * says about it beside what the kernel lists. PAGES are plain, transparent, huge or gigantic;
 * POLICY first-touch, preferred or interleaved; NODES as 0,2 or - for none.
 *
 * place_memory withheld GROUP: reserves 2 MiB pages in a control group whose nodes another process
 * empties before they are touched. */

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "machine/memory_block.h"
#include "machine/memory_residency.h"
#include "machine/thread_binding.h"

#define STACK_BYTES     ((size_t)1 << 20)
#define MOST_PROCESSORS 1024
#define WITHHELD_BYTES  ((size_t)32 << 20)

typedef struct Order {
    MemoryWish wish;
    size_t bytes;
    MemoryBlock block;
    MemoryBlock stack;
    bool populated;
    int processor;
    int node;
    int allowed; /* number of processors that the thread may use */
} Order;

static int fail(const char *why) {
    fprintf(stderr, "place_memory: %s\n", why);
    return 2;
}

static int index_of(const char *name, const char *const *names, int count) {
    int i = 0;
    while (i < count && strcmp(names[i], name) != 0)
        i++;
    return i;
}

static bool parse_order(char **words, Order *order) {
    static const char *const PAGES[] = {"plain", "transparent", "huge", "gigantic"};
    static const char *const POLICIES[] = {"first-touch", "preferred", "interleaved"};
    int pages = index_of(words[0], PAGES, 4);
    int policy = index_of(words[1], POLICIES, 3);
    order->wish.pages = (PageKind)pages;
    order->wish.policy = (MemoryPolicy)policy;
    for (char *node = strtok(words[2], ",-"); node; node = strtok(NULL, ","))
        node_set_add(&order->wish.nodes, atoi(node));
    order->bytes = (size_t)atoi(words[3]) << 20;
    return pages < 4 && policy < 3 && order->bytes > 0;
}

static void print_residency(const char *name, const MemoryBlock *block) {
    MemoryResidency residency;
    bool told = memory_residency_read(block->address, block->bytes, &residency);
    printf(", \"%s\": {\"told\": %s, \"kinds\": {", name,
           told && residency.pages_known && residency.nodes_known ? "true" : "false");
    const char *comma = "";
    for (int kind = 0; kind < PAGE_KINDS; kind++) {
        if (residency.by_kind[kind] > 0) {
            printf("%s\"%s\": %zu", comma, memory_pages_name((PageKind)kind),
                   residency.by_kind[kind]);
            comma = ", ";
        }
    }
    printf("}, \"nodes\": {");
    comma = "";
    for (int node = 0; node < NODE_SET_CAPACITY; node++) {
        if (residency.by_node[node] > 0) {
            printf("%s\"%d\": %zu", comma, node, residency.by_node[node]);
            comma = ", ";
        }
    }
    printf("}}");
}

/* The kernel's own list of the mappings that begin within a block. */
static void print_numa_maps(const MemoryBlock *block) {
    FILE *file = fopen("/proc/self/numa_maps", "r");
    char line[1024];
    const char *comma = "";
    printf(", \"numa_maps\": [");
    while (file && fgets(line, sizeof line, file)) {
        unsigned long start = strtoul(line, NULL, 16);
        if (start < (unsigned long)block->address ||
            start >= (unsigned long)block->address + block->bytes)
            continue;
        line[strcspn(line, "\n")] = '\0';
        for (char *escape = strchr(line, '\\'); escape; escape = strchr(escape, '\\'))
            *escape = '/'; /* of a blank in a file's name, where JSON means something else */
        printf("%s\"%s\"", comma, line);
        comma = ", ";
    }
    printf("]");
    if (file)
        fclose(file);
}

static void print_order(const Order *order) {
    const MemoryBlock *block = &order->block;
    printf("{\"address\": %zu, \"bytes\": %zu, \"mapped_as\": \"%s\", \"shortfalls\": %u, "
           "\"processor\": %d, \"node\": %d, \"allowed\": %d, \"populated\": %s",
           (size_t)block->address, block->bytes, memory_pages_name(block->pages), block->shortfalls,
           order->processor, order->node, order->allowed, order->populated ? "true" : "false");
    print_residency("block", block);
    if (order->stack.address)
        print_residency("stack", &order->stack);
    print_numa_maps(block);
    printf("}\n");
    fflush(stdout);
}

static void *fill(void *argument) {
    Order *order = argument;
    int processors[MOST_PROCESSORS];
    order->allowed = binding_read(0, processors, MOST_PROCESSORS);
    order->populated = true;
    for (int part = 0; part < 4; part++)
        order->populated &= memory_block_populate(&order->block, part, 4);
    if (order->populated)
        memset(order->block.address, 0x5A, order->block.bytes);
    binding_where(&order->processor, &order->node);
    return NULL;
}

/* Lets a thread that is created on a CPU, with a stack of its own, do the work. */
static bool fill_on(Order *order, int cpu, int node) {
    MemoryWish wish = {.pages = PAGES_TRANSPARENT, .policy = NODES_PREFERRED};
    node_set_add(&wish.nodes, node);
    if (!memory_block_map(&order->stack, STACK_BYTES, &wish))
        return false;
    ThreadPlace place = {.processors = &cpu,
                         .count = 1,
                         .stack = order->stack.address,
                         .stack_bytes = order->stack.bytes};
    pthread_t thread;
    if (binding_create_thread(&thread, &place, fill, order) != BINDING_DONE)
        return false;
    return pthread_join(thread, NULL) == 0;
}

static void pass_turn(int pipe_end) {
    if (write(pipe_end, "!", 1) != 1)
        _exit(fail("pipe"));
}

static void await_turn(int pipe_end) {
    char turn;
    if (read(pipe_end, &turn, 1) != 1)
        _exit(fail("pipe"));
}

static bool enter_group(const char *group) {
    char path[256];
    snprintf(path, sizeof path, "%s/cgroup.procs", group);
    int file = open(path, O_WRONLY);
    bool entered = file >= 0 && dprintf(file, "%d", (int)getpid()) > 0;
    if (file >= 0)
        close(file);
    return entered;
}

/* The child is promised pages, the parent takes all that the child may have, the child touches. */
static int withhold(const char *group) {
    int to_child[2], to_parent[2];
    if (pipe(to_child) != 0 || pipe(to_parent) != 0)
        return fail("pipe");
    Order order = {.wish.pages = PAGES_HUGE, .bytes = WITHHELD_BYTES, .processor = -1, .node = -1};
    pid_t child = fork();
    if (child == 0) {
        if (!enter_group(group) || !memory_block_map(&order.block, order.bytes, &order.wish))
            _exit(fail("the child cannot begin"));
        pass_turn(to_parent[1]);
        await_turn(to_child[0]);
        fill(&order);
        print_order(&order);
        _exit(0);
    }
    await_turn(to_parent[0]);
    PagePool pool = memory_pages_pool(PAGES_HUGE, WHOLE_MACHINE);
    order.bytes = (pool.free - pool.promised) * HUGE_PAGE_BYTES;
    if (!memory_block_map(&order.block, order.bytes, &order.wish) ||
        order.block.pages != PAGES_HUGE)
        return fail("the parent gets no pages");
    fill(&order);
    pass_turn(to_child[1]);
    int status;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int main(int count, char **words) {
    if (count == 3 && strcmp(words[1], "withheld") == 0)
        return withhold(words[2]);
    Order order = {.processor = -1};
    if ((count != 5 && count != 7) || !parse_order(words + 1, &order))
        return fail("PAGES POLICY NODES MIB [CPU NODE], or: withheld GROUP");
    if (!memory_block_map(&order.block, order.bytes, &order.wish))
        return fail("no memory");
    if (count == 5)
        fill(&order);
    else if (!fill_on(&order, atoi(words[5]), atoi(words[6])))
        return fail("no thread on that processor");
    print_order(&order);
    return 0;
}
