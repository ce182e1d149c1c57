#pragma once

#include "engine/engine.h"
#include "search/strength.h"

/* Every option of the protocol, one row each, in the order `uci` lists them. The last column names
 * the handler in options.c. A kind of option that has no row yet is passed all the same:
 *   SPIN(name, default, minimum, maximum, handler)
 *   CHECK(name, default, handler)
 *   BUTTON(name, handler)
 *   STRING(name, default, handler)        "" is shown as <empty>
 *   COMBO(name, default, choices, handler)   choices separated by |
 * What the search alone reads needs no handler, but a row of search/options.h, which says the rest:
 *   SEARCH_SPIN(name, row)
 *   SEARCH_CHECK(name, row)
 * What is only a member of the Session needs none either:
 *   SESSION_CHECK(name, member)     off at first
 */
#define UCI_OPTION_TABLE(SPIN, CHECK, BUTTON, STRING, COMBO, SEARCH_SPIN, SEARCH_CHECK,            \
                         SESSION_CHECK)                                                            \
    SPIN("Hash", ENGINE_DEFAULT_HASH_MIB, 1, ENGINE_MAX_HASH_MIB, set_hash)                        \
    SPIN("Threads", 1, 1, ENGINE_MAX_THREADS, set_threads)                                         \
    STRING("NumaPolicy", NUMA_POLICY_DEFAULT, set_numa_policy)                                     \
    COMBO("ThreadPlacement", PLACEMENT_DEFAULT, PLACEMENT_CHOICES, set_thread_placement)           \
    COMBO("HistoryScope", HISTORY_SCOPE_DEFAULT, HISTORY_SCOPE_CHOICES, set_history_scope)         \
    BUTTON("Clear Hash", clear_hash)                                                               \
    SEARCH_CHECK("Ponder", PONDER)                                                                 \
    SEARCH_SPIN("MultiPV", MULTIPV)                                                                \
    SEARCH_SPIN("Move Overhead", OVERHEAD_MS)                                                      \
    STRING("EvalFile", "", set_eval_file)                                                          \
    STRING("SyzygyPath", "", set_syzygy_path)                                                      \
    SEARCH_SPIN("SyzygyProbeDepth", TABLEBASE_DEPTH)                                               \
    SEARCH_CHECK("Syzygy50MoveRule", TABLEBASE_RULE50)                                             \
    SEARCH_SPIN("SyzygyProbeLimit", TABLEBASE_MEN)                                                 \
    CHECK("OwnBook", false, set_own_book)                                                          \
    STRING("BookFile", "", set_book_file)                                                          \
    CHECK("UCI_Chess960", false, set_chess960)                                                     \
    SESSION_CHECK("UCI_ShowWDL", show_wdl)                                                         \
    SESSION_CHECK("UCI_ShowCurrLine", show_currlines)                                              \
    SESSION_CHECK("UCI_ShowRefutations", show_refutations)                                         \
    SESSION_CHECK("UCI_AnalyseMode", analyse)                                                      \
    SESSION_CHECK("UCI_LimitStrength", limit_strength)                                             \
    SPIN("UCI_Elo", STRENGTH_DEFAULT_ELO, STRENGTH_MIN_ELO, STRENGTH_MAX_ELO, set_elo)             \
    STRING("UCI_Opponent", "", set_opponent)                                                       \
    STRING("UCI_EngineAbout", "Quorum " QUORUM_VERSION " by the Quorum developers, MIT licence",   \
           show_about)                                                                             \
    STRING("UCI_SetPositionValue", "", set_position_value)                                         \
    STRING("Debug Log File", "", set_debug_log)
