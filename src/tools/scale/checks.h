#pragma once

#include "tools/scale/report.h"

/* What makes figures doubtful, added to the report's warnings. */

/* What can be known before anything is measured: the machine is busy or smaller than asked. */
void scale_check_before(ScaleReport *report);

/* What the figures themselves tell, once they are there. */
void scale_check_after(ScaleReport *report);
