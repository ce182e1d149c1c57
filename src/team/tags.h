#pragma once

/* Kinds of messages between ranks. */
typedef enum TeamTag {
    TAG_IDENTITY, /* for identity_agree() */
    TAG_PROCESSORS,
    TAG_REALM,
    TAG_BELLS,   /* to those on the sender's machine: MemoryShare */
    TAG_LINE,    /* from rank 0: a line of the protocol */
    TAG_READY,   /* to rank 0: `isready` has been obeyed; a ReadyNews */
    TAG_NEWS,    /* to rank 0: SearchNews */
    TAG_COUNT,   /* to rank 0: CountNews */
    TAG_LINES,   /* to rank 0: the workers' current lines */
    TAG_ENTRIES, /* to all: the sender's network, and TableRecords */
    TAG_TABLE,   /* to those on the sender's machine: SharingOffer */
    TAG_NAME,    /* to all: what the sender's table is known by, from exchange_begin() */
    TAG_PARTED,  /* to rank 0: the sender is done; from it: all are that are not lost */
    TAG_ALIVE    /* from and to rank 0: nothing else to say */
} TeamTag;

/* A rank to which so many messages are still on the way is sent nothing that it can do without:
 * they would pile up. */
#define TEAM_MOST_UNSENT 32
