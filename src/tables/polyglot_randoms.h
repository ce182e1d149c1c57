#pragma once

/* The random numbers that the format of Polyglot's books prescribes (F. Letouzey, 2004): the same
 * in every program that reads or writes one. */

#define POLYGLOT_CASTLING   768 /* after 12 x 64 for pieces on squares */
#define POLYGLOT_EN_PASSANT 772
#define POLYGLOT_TURN       780
#define POLYGLOT_RANDOMS    781

/* The bytes of polyglot_randoms.bin: eight for each number, as in a book the highest first. */
extern const unsigned char polyglot_randoms[8 * POLYGLOT_RANDOMS];
