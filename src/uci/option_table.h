#ifndef QUORUM_UCI_OPTION_TABLE_H
#define QUORUM_UCI_OPTION_TABLE_H

#include "engine/engine.h"

/* Every option of the protocol, one row each, in the order `uci` lists them. The last column names
 * the handler in options.c. A kind of option that has no row yet is passed all the same:
 *   SPIN(name, default, minimum, maximum, handler)
 *   CHECK(name, default, handler)
 *   BUTTON(name, handler)
 *   STRING(name, default, handler)        "" is shown as <empty>
 *   COMBO(name, default, choices, handler)   choices separated by |
 */
#define UCI_OPTION_TABLE(SPIN, CHECK, BUTTON, STRING, COMBO)                                       \
    SPIN("Hash", ENGINE_DEFAULT_HASH_MIB, 1, ENGINE_MAX_HASH_MIB, set_hash)                        \
    SPIN("Threads", 1, 1, ENGINE_MAX_THREADS, set_threads)                                         \
    BUTTON("Clear Hash", clear_hash)                                                               \
    CHECK("Ponder", false, set_ponder)                                                             \
    SPIN("MultiPV", 1, 1, ENGINE_MAX_MULTIPV, set_multipv)                                         \
    SPIN("Move Overhead", ENGINE_DEFAULT_OVERHEAD_MS, 0, ENGINE_MAX_OVERHEAD_MS,                   \
         set_move_overhead)                                                                        \
    CHECK("UCI_Chess960", false, set_chess960)

#endif
