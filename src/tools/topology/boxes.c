#include "tools/topology/boxes.h"

#include <stdlib.h>

#include "base/integers.h"

#define GAP       8
#define PU_WIDTH  42
#define PU_HEIGHT 34

/* Rows of a box's children become no wider than this, unless one child alone is. */
#define MAX_ROW_WIDTH 1360

/* Levels from the outside in. */
#define LEVEL_COUNT 5

typedef struct Builder {
    const Machine *machine;
    BoxKind levels[LEVEL_COUNT];
} Builder;

static int key_of(const Machine *machine, int pu, BoxKind level) {
    const MachinePu *about = &machine->pus[pu];
    const int keys[] = {[BOX_PACKAGE] = about->package,
                        [BOX_NODE] = about->adopted ? -1 : about->node,
                        [BOX_L3] = about->l3,
                        [BOX_CORE] = about->core,
                        [BOX_PU] = pu};
    return keys[level];
}

/* Whether some node has processors of more than one package. */
static bool nodes_hold_packages(const Machine *machine) {
    for (int i = 1; i < machine->pu_count; i++) {
        for (int j = 0; j < i; j++) {
            if (machine->pus[i].node == machine->pus[j].node && !machine->pus[i].adopted &&
                !machine->pus[j].adopted && machine->pus[i].package != machine->pus[j].package)
                return true;
        }
    }
    return false;
}

/* Moves the PUs with the key of the first one to the front, in their order, and counts them.
 * `aside` has room for all. */
static int gather(const Machine *machine, BoxKind level, int *pus, int count, int *aside) {
    int key = key_of(machine, pus[0], level), taken = 0, left = 0;
    for (int i = 0; i < count; i++) {
        if (key_of(machine, pus[i], level) == key)
            pus[taken++] = pus[i];
        else
            aside[left++] = pus[i];
    }
    for (int i = 0; i < left; i++)
        pus[taken + i] = aside[i];
    return taken;
}

/* Fills a box with those of the PUs, from `level` of the builder inwards. The parts of what the
 * machine does not tell, which may be true of some of them, stand directly in it. False without
 * memory. */
static bool fill(const Builder *builder, Box *box, int level, int *pus, int count, int *aside) {
    const Machine *machine = builder->machine;
    const BoxKind kind = builder->levels[level];
    if (!box->children)
        box->children = calloc((size_t)count, sizeof *box->children);
    if (!box->children)
        return false;
    for (int done = 0, taken; done < count; done += taken) {
        const int key = key_of(machine, pus[done], kind);
        taken = gather(machine, kind, pus + done, count - done, aside);
        Box *inner = box;
        if (key >= 0) {
            inner = &box->children[box->child_count++];
            *inner = (Box){.kind = kind, .index = key};
        }
        if (kind != BOX_PU && !fill(builder, inner, level + 1, pus + done, taken, aside))
            return false;
    }
    return true;
}

static bool add_memory_only_nodes(const Machine *machine, Box *root) {
    for (int i = 0; i < machine->node_count; i++) {
        if (machine->nodes[i].pu_count > 0)
            continue;
        size_t size = (size_t)(root->child_count + 1) * sizeof *root->children;
        Box *children = realloc(root->children, size);
        if (!children)
            return false;
        root->children = children;
        children[root->child_count++] = (Box){.kind = BOX_NODE, .index = i};
    }
    return true;
}

/* Children in a row, so that a box is about as wide as it should look and its rows are alike. */
static int row_length(const Box *box, int widest, int gap) {
    int most = 8;
    if (box->kind == BOX_CORE)
        most = 2;
    else if (box->kind == BOX_L3 && box->child_count <= 8)
        most = 4;
    int fitting = (MAX_ROW_WIDTH - gap) / (widest + gap);
    most = int_clamp(fitting, 1, most);
    int rows = (box->child_count + most - 1) / most;
    return (box->child_count + rows - 1) / rows;
}

/* Sizes a box, and puts its children into rows relative to it. */
static void measure(Box *box) {
    if (box->kind == BOX_PU) {
        box->width = PU_WIDTH;
        box->height = PU_HEIGHT;
        return;
    }
    int gap = box->kind == BOX_CORE ? 2 : GAP, widest = 0;
    for (int i = 0; i < box->child_count; i++) {
        measure(&box->children[i]);
        widest = int_max(widest, box->children[i].width);
    }
    int x = gap, y = box->kind == BOX_CORE ? 12 : BOX_TITLE, row_height = 0;
    box->width = box->kind == BOX_CORE ? 0 : 150; /* wide enough for its name */
    int length = box->child_count > 0 ? row_length(box, widest, gap) : 1;
    for (int i = 0; i < box->child_count; i++) {
        Box *child = &box->children[i];
        bool full = i % length == 0;
        if (box->kind == BOX_MACHINE) /* small nodes of memory may follow large packages */
            full = x + child->width + gap > MAX_ROW_WIDTH;
        if (i > 0 && full) {
            x = gap;
            y += row_height + gap;
            row_height = 0;
        }
        child->x = x;
        child->y = y;
        x += child->width + gap;
        row_height = int_max(row_height, child->height);
        box->width = int_max(box->width, x);
    }
    box->height = y + row_height + gap;
}

static void move(Box *box, int x, int y) {
    box->x += x;
    box->y += y;
    for (int i = 0; i < box->child_count; i++)
        move(&box->children[i], box->x, box->y);
}

static void clear(Box *box) {
    for (int i = 0; i < box->child_count; i++)
        clear(&box->children[i]);
    free(box->children);
}

void boxes_destroy(Box *root) {
    if (!root)
        return;
    clear(root);
    free(root);
}

Box *boxes_create(const Machine *machine, int x, int y) {
    bool outer_nodes = nodes_hold_packages(machine);
    const Builder builder = {machine,
                             {outer_nodes ? BOX_NODE : BOX_PACKAGE,
                              outer_nodes ? BOX_PACKAGE : BOX_NODE, BOX_L3, BOX_CORE, BOX_PU}};
    Box *root = calloc(1, sizeof *root);
    int *pus = calloc(2 * (size_t)machine->pu_count, sizeof *pus);
    bool good = root && pus;
    for (int i = 0; good && i < machine->pu_count; i++)
        pus[i] = i;
    good = good && fill(&builder, root, 0, pus, machine->pu_count, pus + machine->pu_count) &&
           add_memory_only_nodes(machine, root);
    free(pus);
    if (!good) {
        boxes_destroy(root);
        return NULL;
    }
    measure(root);
    move(root, x, y);
    return root;
}
