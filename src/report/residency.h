#pragma once

#include <jansson.h>

#include "machine/memory_residency.h"

/* Where memory really lies, in JSON. NULL means no memory for it. */

/* Bytes by the name of their kind of pages, or null where they are not known. */
json_t *residency_pages_json(const size_t by_kind[PAGE_KINDS], bool known);

/* Bytes by node, of nodes that have some; null where they are not known. */
json_t *residency_nodes_json(const MemoryResidency *memory);
