#pragma once

#include "engine/engine.h"
#include "team/team.h"
#include "uci/debug_log.h"
#include "uci/opponent.h"
#include "uci/perft_task.h"
#include "uci/printer.h"
#include "uci/reader.h"

/* One conversation with a GUI: the engine, the way out, and whether a search is under way. The
 * functions are called by the listening thread; the engine's own threads change only the state. */

typedef enum SessionState {
    SESSION_IDLE,     /* every `go` has its best move */
    SESSION_THINKING, /* a search or `go perft` runs */
    SESSION_STOPPING  /* it has been told to stop: its last lines are on the way */
} SessionState;

typedef struct Session {
    Engine *engine;
    Team *team;        /* NULL where no other rank searches with it */
    LineReader *input; /* NULL for none that could be looked at */
    Writer writer;
    Printer printer;
    PerftTask perft;
    DebugLog log;
    pthread_mutex_t state_lock; /* guards state; never held while the engine is called */
    pthread_cond_t state_changed;
    SessionState state;
    bool pondering; /* the last search was told to, and no ponderhit has come */
    bool debug;
    bool terminal;   /* somebody types, and reads the answers */
    bool scripted;   /* the commands are arguments of the program */
    bool greeted;    /* `uci` has been received */
    bool set_up;     /* a first `isready`, `position` or `go` has come */
    bool quitting;   /* `quit` has been received */
    bool chess960;   /* option UCI_Chess960 */
    size_t hash_mib; /* option Hash */
    bool show_wdl;   /* these are the options UCI_ShowWDL ... UCI_Opponent */
    bool show_currlines;
    bool show_refutations;
    bool analyse;
    bool limit_strength;
    int elo;
    int skill_level; /* option Skill Level */
    Opponent opponent;
    uint64_t strength_seed;   /* of the mistakes of this game, with limited strength */
    int64_t input_us;         /* clock_now_us() when the command at hand had arrived */
    int64_t held_up_us;       /* that lines which have arrived waited for the end of a search */
    bool refused;             /* the option at hand has kept its value */
    bool complained;          /* of input, or of a file that it names */
    uint64_t placements_told; /* engine_placements() when they were last reported */
} Session;

/* For failure_fd see writer_init(). NULL when memory is exhausted. */
Session *session_create(int output_fd, int failure_fd);

/* Ends a running search and returns once its best move has been written. A `go perft` is given a
 * second, if no command has waited for it before. */
void session_end(Session *session);

/* Ends the session and frees everything. */
void session_destroy(Session *session);

/* Whether a search runs that has not been told to stop. */
bool session_is_thinking(Session *session);

/* Returns once a search or `go perft`, if one runs, has written its last line, or soon after the
 * output is lost: then false. */
bool session_await_end(Session *session);

/* Gets ready for a command that needs an idle engine: waits for a search that has been told to
 * stop. False at once when one runs that has not. */
bool session_await_idle(Session *session);

/* The same, but a `go perft` is given a second in all to end: scripts send its command and the
 * next ones together. */
bool session_await_idle_patiently(Session *session);

/* Notes when the next command has arrived. One that nobody has waited for may have been there while
 * those before it waited for the end of a search, which threads take a while to notice that do not
 * get a processor, and a `go` after a ponder miss cannot spare: it counts as there from then on. */
void session_note_arrival(Session *session, bool waited_for);

/* Begins a search, with what the options say about strength and analysis. Only after
 * session_await_idle(). */
void session_go(Session *session, const SearchLimits *limits);

/* Begins to count the move tree: it counts as a search, but has no best move. Only after
 * session_await_idle(). */
void session_perft(Session *session, int depth);

/* The next search is of another game: what was learned is forgotten. Only after
 * session_await_idle(). */
void session_new_game(Session *session);

/* Both return at once: false, and nothing is done, where no search runs, or for ponderhit none that
 * ponders. */
bool session_stop(Session *session);
bool session_ponderhit(Session *session);

/* An `info string` in debug mode, otherwise nothing. writer_format()'s limit holds. */
void session_note(Session *session, const char *format, ...) PRINTF_LIKE(2, 3);

/* The same with a piece of the input, in quotation marks and without blanks around it, at the end.
 */
void session_note_input(Session *session, const char *what, Text input);

/* The same two for notes that a person who types commands should see: outside debug mode they are
 * written as plain text if a person types at a terminal, and of commands in arguments, which they
 * count as complained of. */
void session_answer(Session *session, const char *format, ...) PRINTF_LIKE(2, 3);
void session_answer_input(Session *session, const char *what, Text input);

/* An `info string` about input that a user should know to be bad: always, once there is a GUI to
 * read it. While the engine is set up complaints wait, outside debug mode, for the first `readyok`:
 * Fritz shows what comes before it in a window of its own. On a terminal it is plain text, at once.
 */
void session_complain(Session *session, const char *what, Text input);

/* The engine is set up: complaints that have waited are written, after `first`. */
void session_end_setup(Session *session, const char *first);
