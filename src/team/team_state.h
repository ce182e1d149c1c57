#pragma once

#include "base/bell.h"
#include "search/partners.h"
#include "team/exchange.h"
#include "team/feed.h"
#include "team/member.h"
#include "team/team.h"

/* What the parts of a team share. */

/* A line of the leader's currlines, kept until the next ones. */
typedef struct TeamLine {
    Move moves[MAX_PLY + 1];
} TeamLine;

/* TAG_TABLE: from the first rank of a machine to the others on it, as it lies in the message. */
typedef struct SharingOffer {
    size_t mib; /* that each adds */
    uint64_t network;
    MemoryShare memory; /* of no bytes where there is none */
    bool taken;         /* by the rank that keeps it */
} SharingOffer;

/* Offers that are kept for a rank that is late. */
#define OFFERS_KEPT 4

/* What a rank knows of the table that it shares. */
typedef struct Sharing {
    int *ranks; /* that can share on this machine, and which of how many this one is */
    int index;
    int count;
    MemoryShare made;                 /* the first one's */
    SharingOffer offers[OFFERS_KEPT]; /* the others', under the team's lock, as is the next */
    int offer_count;                  /* the newest last */
    uint64_t name;                    /* of the last table that this rank had a share in */
} Sharing;

/* See team/bells.h. */
typedef struct Bells {
    Bell *own; /* that the courier waits for */
    Bell alone;
    Bell **of; /* by rank; NULL where it has none in reach, or none has */
    bool reach_all;
    MemoryBlock memory;
    MemoryShare made; /* the first rank's */
} Bells;

struct Team {
    Cluster *cluster;
    int rank;
    int size;
    Engine *engine; /* NULL outside team_join() to team_part() */
    void (*say)(void *context, const char *text);
    void *say_context;
    SearchPartners partners;
    Partner *counts; /* of the ranks from 1 on; the leader's */
    Exchange exchange;
    Sharing sharing;
    Bells bells;
    Feed feed; /* a follower's */
    pthread_t courier;
    bool has_courier;

    pthread_mutex_t lock;  /* over what follows */
    pthread_cond_t change; /* for others: a member has said something */
    bool quitting;
    bool hurried;         /* somebody waits for what the courier brings */
    bool searching;       /* from begin to stop */
    uint32_t search;      /* number of the search, as all count them */
    int64_t quiet_us;     /* when the last one ended, clock_now_us() */
    uint64_t network;     /* that evaluates here */
    bool all_have_parted; /* a follower's: rank 0 has said so */
    Member *members;      /* by rank */

    /* Of the thread that conducts the search. */
    TeamLine *lines;
    int line_capacity;

    /* Of the thread that gives orders, until the search ends. */
    ReportSink own_sink;
};
