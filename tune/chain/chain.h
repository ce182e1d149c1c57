#pragma once

#include "base/reason.h"
#include "chess/position.h"

/* The chain format of training data: whole games, each a start position followed by what was
 * played, in checksummed blocks that stand alone, so that damage costs one block. docs/network.md
 * describes the bytes. A reader or writer belongs to one thread. */

/* Plies that one game may have; the generator adjudicates long before. */
#define CHAIN_MAX_PLIES 1024

/* Bytes of a file's description, with its NUL. */
#define CHAIN_DESCRIPTION_SIZE 488

/* From White's view. */
typedef enum GameResult { GAME_BLACK_WINS, GAME_DRAWN, GAME_WHITE_WINS } GameResult;

/* One self-play game. scores[i] is what the search of the position before moves[i] returned,
 * without its scale by material (scaling_undo()), in the engine's internal centipawns, from the
 * view of the side to move there. */
typedef struct ChainGame {
    Position start;
    GameResult result;
    int ply_count; /* 0 to CHAIN_MAX_PLIES */
    Move moves[CHAIN_MAX_PLIES];
    int16_t scores[CHAIN_MAX_PLIES];
} ChainGame;

/* What made the games of a file. */
typedef struct ChainOrigin {
    uint64_t network_id; /* of what evaluated; 0: by hand, as the project began */
    uint32_t nodes;      /* soft limit a move; 0: see chain_is_of_tree() */
} ChainOrigin;

/* Whether games of that origin are nodes of search trees: one ply each, drawn where the score is
 * the value of the position, won for a side that has at least that. */
static inline bool chain_is_of_tree(ChainOrigin origin) {
    return origin.network_id != 0 && origin.nodes == 0;
}

/* What the headers of a file's blocks say; every checksum is verified, no game is unpacked. */
typedef struct ChainSurvey {
    char description[CHAIN_DESCRIPTION_SIZE];
    uint64_t blocks; /* intact ones, as are all counts */
    uint64_t games;
    uint64_t plies;
    uint64_t kept;          /* plies that filter_keeps() */
    uint64_t damages;       /* blocks that are lost */
    bool damaged_inside;    /* an intact block follows damage */
    int64_t intact_end;     /* offset after the last intact block */
    char first_damage[256]; /* empty without */
} ChainSurvey;

typedef struct ChainWriter ChainWriter;

/* Continues a file that is intact: an incomplete or damaged end, which a kill may leave, is cut
 * off, damage before intact blocks is refused. A file that does not exist, is empty or ends inside
 * its header is begun. What it held is in *held: another writer may have added games since it was
 * looked at. NULL on failure, with the reason in *error; one reason is that another writer has the
 * file open. */
ChainWriter *chain_writer_open(const char *path, const ChainOrigin *origin, ChainSurvey *held,
                               Reason *error);

/* Begins a file anew that the caller has open for writing, and goes on to own until the writer is
 * closed. NULL on failure, with errno set. */
ChainWriter *chain_writer_begin(int descriptor, const ChainOrigin *origin);

/* Puts a line about how the games were made into the file's header, cut to fit; it is part of no
 * block. False when the file cannot be written. */
bool chain_writer_describe(ChainWriter *writer, const char *description);

/* Completes the current block, if it holds games of another origin, and gives the games that follow
 * this one. False when the block cannot be written. */
bool chain_writer_set_origin(ChainWriter *writer, const ChainOrigin *origin);

/* Adds a game; blocks are written as they fill. False, with errno set, when the file cannot be
 * written, or with EINVAL when the game has an illegal move, too many plies or no result, and was
 * not added. A block that cannot be written entirely is taken back, and so are its games. */
bool chain_writer_add(ChainWriter *writer, const ChainGame *game);

/* Games of the current block, which is not written yet. */
int chain_writer_pending(const ChainWriter *writer);

/* clock_now_us() when the first game of the current block was added, INT64_MAX without one. */
int64_t chain_writer_begun_us(const ChainWriter *writer);

/* Plies that filter_keeps() of all games that have been added. */
uint64_t chain_writer_kept(const ChainWriter *writer);

/* Completes the current block and forces it to the disk, so that a kill loses nothing before it. */
bool chain_writer_flush(ChainWriter *writer);

/* Flushes and closes; false when the last block could not be written. */
bool chain_writer_close(ChainWriter *writer);

typedef enum ChainStatus {
    CHAIN_GAME,    /* *game holds the next game */
    CHAIN_END,     /* the file ends after a whole block */
    CHAIN_DAMAGED, /* a block was lost: chain_reader_message() says where; reading may go on */
} ChainStatus;

typedef struct ChainReader ChainReader;

/* NULL on failure, with the reason in *error: not a chain file, wrong version, unreadable. */
ChainReader *chain_reader_open(const char *path, Reason *error);

/* The next game, in file order. After CHAIN_DAMAGED the games of the next intact block follow, or
 * none where the file cannot be read any further. */
ChainStatus chain_reader_next(ChainReader *reader, ChainGame *game);

/* Of the block that the last game came from. */
ChainOrigin chain_reader_origin(const ChainReader *reader);

/* What the last CHAIN_DAMAGED was about, with the byte offset. */
const char *chain_reader_message(const ChainReader *reader);

void chain_reader_close(ChainReader *reader);

/* Surveys a file. False on failure, with the reason in *error, as chain_reader_open(), also where
 * it can be read in part only. Any thread. */
bool chain_survey(const char *path, ChainSurvey *survey, Reason *error);
