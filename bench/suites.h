#pragma once

/* Each registers the benchmarks of one part of the engine, after chess_init(). Their names begin
 * with the part's. */

void moves_register(void);    /* generation, making, exchange evaluation */
void notation_register(void); /* FEN */
void table_register(void);    /* transposition table */
void ordering_register(void); /* picker and histories */
void network_register(void);  /* accumulators and layers, by each kernel that runs here */
