#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Memory that several processes of a machine map. The one that makes it tells the others in a
 * message where it is. It has no name in any file system, and is gone with the last process that
 * has it. Any thread. */
typedef struct MemoryShare {
    int64_t process; /* that has made it */
    int64_t file;    /* open there */
    uint64_t device; /* what the file is known by */
    uint64_t inode;
    uint64_t bytes; /* 0: none has been made */
} MemoryShare;

/* A number, not 0, that is the same in all processes of a machine that can share memory; 0 where
 * none can. */
uint64_t memory_share_realm(void);

/* Makes some, in whole HUGE_PAGE_BYTES and zeroed; its pages come into being as those of a block
 * do. The name, which need not be unique, is shown in the process's mappings. Others can open it
 * until memory_share_end(), which gives the pages back: mappings of it read as zeros from then on.
 * False, and *share is as it was, where the system has none. Ending none does nothing. */
bool memory_share_make(MemoryShare *share, const char *name, size_t bytes);
void memory_share_end(const MemoryShare *share);

/* Opens it in this process, for mmap(). -1 when its maker is gone, has ended it, or is out of
 * reach. */
int memory_share_open(const MemoryShare *share);
