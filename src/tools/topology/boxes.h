#pragma once

#include "machine/machine.h"

/* A machine as boxes within boxes, with a place for each on a picture. */

typedef enum BoxKind { BOX_MACHINE, BOX_PACKAGE, BOX_NODE, BOX_L3, BOX_CORE, BOX_PU } BoxKind;

typedef struct Box {
    BoxKind kind;
    int index; /* BOX_PU: into Machine.pus; BOX_NODE: into Machine.nodes; otherwise logical */
    int x, y;  /* of the upper left corner, in pixels of the whole picture */
    int width, height;
    struct Box *children;
    int child_count;
} Box;

/* Space that a box keeps at its top for its name. */
#define BOX_TITLE 20

/* The boxes of a machine with the upper left corner at x, y. Nodes hold packages where a node has
 * several, and stand inside them otherwise. Nodes without processors come last. NULL without
 * memory. */
Box *boxes_create(const Machine *machine, int x, int y);

/* NULL is allowed. */
void boxes_destroy(Box *root);
