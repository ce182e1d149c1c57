#pragma once

/* The system deals processors in groups of up to so many, and a mask is of one group. A processor's
 * number is here this times that of its group, and its place in there. */
#define GROUP_SIZE 64
