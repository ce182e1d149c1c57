#pragma once

#include "search/pool.h"

/* What is reported from time to time while a search goes on: its statistics and the workers'
 * current lines. The director sends them; it sleeps in between. */
typedef struct Bulletin {
    SearchControl *control;
    const Pool *pool;
    int64_t statistics_us; /* when each is due, by clock_now_us(); INT64_MAX for never */
    int64_t question_us;   /* the workers are asked where they are */
    int64_t lines_us;      /* what they have answered is reported */
} Bulletin;

/* For a search that begins now. */
void bulletin_begin(Bulletin *bulletin, SearchControl *control, const Pool *pool);

/* When bulletin_send() is to be called next, by clock_now_us(); INT64_MAX for never. */
int64_t bulletin_due_us(const Bulletin *bulletin);

/* Sends what is due. */
void bulletin_send(Bulletin *bulletin);
