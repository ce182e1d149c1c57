#pragma once

#include <stdint.h>

#include "search/partners.h"
#include "team/news.h"

/* What the leader knows of one follower; a follower of the leader the first two alone. */

typedef struct Member {
    bool lost;
    int64_t silence_us; /* how long it has been silent */
    bool is_fit;        /* it evaluates by the leader's network, as far as is known */
    bool has_parted;    /* it is done, and waits for the end */
    bool is_ready;      /* has answered the last `isready` */
    ReadyNews ready;
    uint32_t search; /* number of the one that the next three are of */
    bool has_line;
    bool is_done;
    PublishedLine line;
    char *lines; /* where its workers are, as they lie in the message; NULL until told */
    size_t lines_size;
} Member;

/* The member has told of a search. Returns whether that is the one at hand. */
bool member_note_news(Member *member, const SearchNews *news, uint32_t search, Partner *counts);

/* It has searched so many nodes. What was told before it, and comes later, is less. */
void member_count_nodes(Partner *counts, uint64_t nodes);

/* How it votes in a search; without a move where it cannot. */
Ballot member_ballot(const Member *member, uint32_t search);

/* Whether the vote need not wait for it. */
bool member_has_voted(const Member *member, uint32_t search);

/* It has told where its workers are. */
void member_note_lines(Member *member, const char *bytes, size_t size);

void member_free(Member *member);
