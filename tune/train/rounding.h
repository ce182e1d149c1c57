#ifndef QUORUM_TRAIN_ROUNDING_H
#define QUORUM_TRAIN_ROUNDING_H

#include <stdint.h>

/* Rounds the weights of a linear layer together, so that what they do to typical inputs is kept and
 * not each weight alone: least squares over integers by coordinate descent, as K. Behdin, A.
 * Acharya, A. Gupta, S. Keerthi and R. Mazumder do it (QuantEase, 2023). One thread at a time. */

/* What is known of a layer's inputs and of the sums that are wanted for them. */
typedef struct Rounding Rounding;

/* NULL without memory. */
Rounding *rounding_create(int inputs, int outputs);

/* NULL is allowed. */
void rounding_destroy(Rounding *rounding);

/* Notes inputs and the sums wanted for them, in units of the integer sums. */
void rounding_note(Rounding *rounding, const uint8_t *inputs, const double *sums);

/* How many were noted. */
int rounding_count(const Rounding *rounding);

/* The integers that come closest for one output, given its weights before rounding, in their units;
 * at least one pair must have been noted. Inputs that are rare count little against these weights.
 * The bias is the one that makes the mean right. */
void rounding_solve(Rounding *rounding, int output, const double *weights, int8_t *rounded,
                    int32_t *bias);

#endif
