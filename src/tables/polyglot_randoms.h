#pragma once

#include <stdint.h>

/* The random numbers that the format of Polyglot's books prescribes (F. Letouzey, 2004): the same
 * in every program that reads or writes one. */

#define POLYGLOT_CASTLING   768 /* after 12 x 64 for pieces on squares */
#define POLYGLOT_EN_PASSANT 772
#define POLYGLOT_TURN       780
#define POLYGLOT_RANDOMS    781

extern const uint64_t polyglot_randoms[POLYGLOT_RANDOMS];
