#ifndef QUORUM_UCI_OPTION_TABLE_H
#define QUORUM_UCI_OPTION_TABLE_H

#include "engine/engine.h"
#include "search/strength.h"

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
    STRING("NumaPolicy", NUMA_POLICY_DEFAULT, set_numa_policy)                                     \
    COMBO("ThreadPlacement", PLACEMENT_DEFAULT, PLACEMENT_CHOICES, set_thread_placement)           \
    COMBO("HistoryScope", HISTORY_SCOPE_DEFAULT, HISTORY_SCOPE_CHOICES, set_history_scope)         \
    BUTTON("Clear Hash", clear_hash)                                                               \
    CHECK("Ponder", false, set_ponder)                                                             \
    SPIN("MultiPV", 1, 1, ENGINE_MAX_MULTIPV, set_multipv)                                         \
    SPIN("Move Overhead", ENGINE_DEFAULT_OVERHEAD_MS, 0, ENGINE_MAX_OVERHEAD_MS,                   \
         set_move_overhead)                                                                        \
    STRING("EvalFile", "", set_eval_file)                                                          \
    STRING("SyzygyPath", "", set_syzygy_path)                                                      \
    SPIN("SyzygyProbeDepth", 1, 1, 100, set_syzygy_depth)                                          \
    CHECK("Syzygy50MoveRule", true, set_syzygy_rule50)                                             \
    SPIN("SyzygyProbeLimit", 7, 0, 7, set_syzygy_limit)                                            \
    CHECK("OwnBook", false, set_own_book)                                                          \
    STRING("BookFile", "", set_book_file)                                                          \
    CHECK("UCI_Chess960", false, set_chess960)                                                     \
    CHECK("UCI_ShowWDL", false, set_show_wdl)                                                      \
    CHECK("UCI_ShowCurrLine", false, set_show_currlines)                                           \
    CHECK("UCI_ShowRefutations", false, set_show_refutations)                                      \
    CHECK("UCI_AnalyseMode", false, set_analyse)                                                   \
    CHECK("UCI_LimitStrength", false, set_limit_strength)                                          \
    SPIN("UCI_Elo", STRENGTH_DEFAULT_ELO, STRENGTH_MIN_ELO, STRENGTH_MAX_ELO, set_elo)             \
    STRING("UCI_Opponent", "", set_opponent)                                                       \
    STRING("UCI_EngineAbout", "Quorum " QUORUM_VERSION " by the Quorum developers, MIT licence",   \
           show_about)                                                                             \
    STRING("UCI_SetPositionValue", "", set_position_value)                                         \
    STRING("Debug Log File", "", set_debug_log)

#endif
