/* What a check shows beyond its verdict. */
#ifndef WARPSCHOOL_CHECKING_AFTER_CHECK_H
#define WARPSCHOOL_CHECKING_AFTER_CHECK_H

#include "checking/checking.h"

/* Of a missed goal on shared or global memory: the picture of the line that misses it. Of a pass: what the metrics that
 * the goals name were for the file as shipped, and are now. Else nothing. */
void say_after_check(Session *session, const Checking *check, const Source *reference, Checked *checked);

#endif
